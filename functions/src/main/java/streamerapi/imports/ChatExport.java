package streamerapi.imports;

import streamerapi.commands.CustomCommand;
import streamerapi.counters.Counter;
import streamerapi.shared.schema.Schema;
import streamerapi.timers.ChatTimer;

import java.util.List;

/// An account's commands, timers and counters, as a file that another account can take in.
record ChatExport(List<CustomCommand> commands, List<ChatTimer> timers, List<Counter> counters) {

    static final Schema<ChatExport> SCHEMA =
            Schema.shown("ChatExport", "An account's commands, timers and counters, as a file.", s -> {
                s.oneOf("format", export -> ImportFile.OWN, List.of(ImportFile.OWN))
                        .doc("Identifies the file as an export of this service.")
                        .example(ImportFile.OWN);
                s.list("commands", ChatExport::commands, CustomCommand.SCHEMA);
                s.list("timers", ChatExport::timers, ChatTimer.SCHEMA);
                s.list("counters", ChatExport::counters, Counter.SCHEMA);
            });
}
