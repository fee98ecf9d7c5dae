package streamerapi.imports;

import streamerapi.shared.schema.Schema;

/// How much an import has made.
record ImportResult(int commands, int timers, int counters) {

    static final Schema<ImportResult> SCHEMA = Schema.shown("ImportResult", "How much an import has made.", s -> {
        s.int32("commands", ImportResult::commands).example(0);
        s.int32("timers", ImportResult::timers).example(0);
        s.int32("counters", ImportResult::counters).example(1);
    });
}
