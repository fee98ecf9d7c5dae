package streamerapi.commands;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/commands`.
public final class CommandsFunction extends GroupFunction {

    public CommandsFunction() {
        this(Environment.ofProcess());
    }

    public CommandsFunction(Environment environment) {
        super(environment, CommandsModule::new);
    }
}
