package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtebotGenerated;
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
                        .leadsTo(request -> ADDRESS, Flash.MESSAGE_SENT)
                        .refusedOn(BOT, this::bot));
    }

    private Response bot(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        Fields bot = answer.object("bot");
        return Page.of(Site.status(refused), output -> JtebotGenerated.render(output, null, frame, bot, entered));
    }
}
