package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Entered;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Notice;
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
                site.form(
                        BOT,
                        "POST",
                        "/chat/messages",
                        (request, answer) -> Site.led(ADDRESS, Notice.MESSAGE_SENT),
                        BOT,
                        this::bot));
    }

    private Response bot(Request request, Fields answer, @Nullable Problem refused) {
        Entered entered = refused == null ? Entered.NOTHING : Entered.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        Fields bot = answer.object("bot");
        return Page.of(Site.status(refused), output -> JtebotGenerated.render(output, null, frame, bot, entered));
    }
}
