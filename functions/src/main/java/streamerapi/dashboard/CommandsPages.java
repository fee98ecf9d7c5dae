package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtecommandGenerated;
import streamerapi.pages.templates.dashboard.JtecommandsGenerated;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Map;

/// The pages of the chat's custom commands.
final class CommandsPages {

    private static final String SECTION = "commands";
    private static final String ADDRESS = Site.PLACE + "/commands";
    private static final String COMMANDS = "/commands";
    private static final String COMMAND = "/commands/{commandName}";

    /// The values of a new command, unless the form says otherwise.
    private static final FormValues USUAL = new FormValues(Map.of(
            "platforms",
            Platform.labels(),
            "permission",
            List.of("everyone"),
            "cooldown_seconds",
            List.of("5"),
            "cooldown_type",
            List.of("global"),
            "listed",
            List.of("true"),
            "enabled",
            List.of("true")));

    private final Site site;

    CommandsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(COMMANDS, COMMANDS, this::commands),
                site.form(COMMANDS, "POST", COMMANDS)
                        .leadsTo(request -> ADDRESS, Flash.COMMAND_SAVED)
                        .refusedOn(COMMANDS, this::commands),
                site.page(COMMAND, COMMAND, this::command),
                site.form(COMMAND, "PATCH", COMMAND)
                        .leadsTo(request -> ADDRESS, Flash.COMMAND_SAVED)
                        .refusedOn(COMMAND, this::command),
                site.button(COMMAND + "/remove", "DELETE", COMMAND, request -> ADDRESS, Flash.COMMAND_REMOVED));
    }

    private Response commands(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? USUAL : FormValues.in(request);
        Fields bot = site.read(request, "/bot").object("bot");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtecommandsGenerated.render(output, null, frame, answer, entered, bot));
    }

    private Response command(Request request, Fields answer, @Nullable Problem refused) {
        Fields command = answer.object("command");
        FormValues entered = refused == null ? FormValues.of(command) : FormValues.in(request);
        Fields bot = site.read(request, "/bot").object("bot");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtecommandGenerated.render(output, null, frame, command, entered, bot));
    }
}
