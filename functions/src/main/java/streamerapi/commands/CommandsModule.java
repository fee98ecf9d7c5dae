package streamerapi.commands;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.COMMANDS_MANAGE;

/// Custom commands (spec "Chat bot", contract "REST").
public final class CommandsModule implements Module {

    private final CustomCommands commands;

    public CommandsModule(Services services) {
        this.commands = new CustomCommands(services.table(), services.ids(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/commands", "listCommands", "List the custom commands")
                        .scope(COMMANDS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Every custom command, disabled ones too, ordered by name.")
                        .answers(Answer.list("commands", CustomCommand.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(commands.all(call.tenantId()))),
                Endpoint.get("/commands/{commandName}", "getCommand", "Read a custom command")
                        .scope(COMMANDS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.ok("command", CustomCommand.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(commands.find(call.tenantId(), call.path("commandName")))),
                Endpoint.post("/commands", "createCommand", "Create a custom command")
                        .scope(COMMANDS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("A name or alias of another command, built-in commands included, is refused with 409"
                                + " `name_taken`. An account has at most 500 commands, with 4 MB of JSON together.")
                        .rawBody(CustomCommand.SCHEMA)
                        .answers(Answer.created("command", CustomCommand.SCHEMA))
                        .refuses(ErrorCode.NAME_TAKEN, ErrorCode.LIMIT_REACHED)
                        .handles(call -> commands.create(call.tenantId(), call.body(), call::app)),
                Endpoint.patch("/commands/{commandName}", "updateCommand", "Change a custom command")
                        .scope(COMMANDS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("A command can be renamed; it keeps its cooldown and its AI memory.")
                        .changes(CustomCommand.SCHEMA)
                        .answers(Answer.ok("command", CustomCommand.SCHEMA))
                        .refuses(ErrorCode.NAME_TAKEN, ErrorCode.LIMIT_REACHED)
                        .speculative()
                        .handles(call -> commands.change(call.tenantId(), call.path("commandName"), call.body())),
                Endpoint.delete("/commands/{commandName}", "deleteCommand", "Delete a custom command")
                        .scope(COMMANDS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Its AI memory goes with it.")
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> commands.delete(call.tenantId(), call.path("commandName"))));
    }
}
