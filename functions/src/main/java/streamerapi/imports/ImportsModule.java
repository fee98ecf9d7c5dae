package streamerapi.imports;

import streamerapi.commands.CustomCommands;
import streamerapi.counters.Counters;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.tasks.Host;
import streamerapi.timers.ChatTimers;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.events.EventType.COUNTER_UPDATED;

/// Commands, timers and counters as files, in the dashboard alone (docs/commands.md "Import and export").
public final class ImportsModule implements Module {

    private final Imports imports;

    public ImportsModule(Services services) {
        this.imports = new Imports(
                new CustomCommands(services.table(), services.ids(), services.clock()),
                new ChatTimers(services.table(), services.ids(), services.clock(), Host::random),
                new Counters(services.table(), services.clock()),
                services.ids(),
                services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/chat/export", "exportChat", "Export commands, timers and counters")
                        .dashboard(SUPER_ADMIN)
                        .doc("A file that another account can import. AI memories are not in it.")
                        .answers(Answer.of(ChatExport.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(imports.export(call.tenantId()))),
                Endpoint.post("/chat/import/preview", "previewChatImport", "Preview an import")
                        .dashboard(SUPER_ADMIN)
                        .doc("Shows what an import would create: which variables of another bot are translated, which"
                                + " are unknown, and which names are taken. Nothing is changed.")
                        .body(ImportPreview.Request.SCHEMA)
                        .answers(Answer.ok("preview", ImportPreview.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(
                                imports.preview(call.tenantId(), call.body().content()))),
                Endpoint.post("/chat/import", "importChat", "Import commands, timers and counters")
                        .dashboard(SUPER_ADMIN)
                        .doc("Creates all of the chosen items, or none. One import writes at most " + Imports.MAX_ROWS
                                + " rows: one for each name, alias and timer, and two for each counter.")
                        .body(ImportPreview.Choice.SCHEMA)
                        .answers(Answer.done(ImportResult.SCHEMA))
                        .refuses(ErrorCode.NAME_TAKEN, ErrorCode.LIMIT_REACHED)
                        .emits(COUNTER_UPDATED)
                        .speculative()
                        .handles(call -> imports.make(
                                call.tenantId(),
                                call.body().content(),
                                call.body().items())));
    }
}
