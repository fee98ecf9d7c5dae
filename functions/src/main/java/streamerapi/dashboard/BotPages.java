package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtebotGenerated;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page of the chat's bot: where it is, and a message as the bot.
final class BotPages {

    private static final String SECTION = "bot";
    private static final String ADDRESS = Site.PLACE + "/bot";
    private static final String BOT = "/bot";

    private final Site site;

    BotPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(BOT, BOT, this::bot),
                site.form(BOT, "POST", "/chat/messages")
                        .then((request, answer) -> Site.redirect(ADDRESS, sent(answer)))
                        .refusedOn(BOT, this::bot));
    }

    /// The result of a message. A platform that is asked can drop it, because its chat is slow or moderated.
    private static Flash sent(Fields answer) {
        Fields sent = answer.object("sent");
        if (!answer.flag("success")) {
            return Flash.MESSAGE_DROPPED;
        }
        return Platform.labels().stream().allMatch(platform -> sent.isNull(platform) || sent.flag(platform))
                ? Flash.MESSAGE_SENT
                : Flash.MESSAGE_SENT_IN_PART;
    }

    private Response bot(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        Fields bot = answer.object("bot");
        return Page.of(Site.status(refused), output -> JtebotGenerated.render(output, null, frame, bot, entered));
    }
}
