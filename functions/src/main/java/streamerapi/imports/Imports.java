package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BuiltIn;
import streamerapi.commands.CustomCommand;
import streamerapi.commands.CustomCommands;
import streamerapi.counters.Counter;
import streamerapi.counters.Counters;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;
import streamerapi.timers.ChatTimer;
import streamerapi.timers.ChatTimers;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Imports the chosen items of files: all of them, or none.
final class Imports {

    /// The most rows that one import can write. DynamoDB changes 100 rows in a transaction; the rest are the account's
    /// counts, its timers' schedule and an idempotency key's row.
    static final int MAX_ROWS = 90;

    /// The field of the body that names what is chosen.
    private static final String ITEMS = "items";

    private final CustomCommands commands;
    private final ChatTimers timers;
    private final Counters counters;
    private final Ids ids;
    private final InstantSource clock;

    Imports(CustomCommands commands, ChatTimers timers, Counters counters, Ids ids, InstantSource clock) {
        this.commands = commands;
        this.timers = timers;
        this.counters = counters;
        this.ids = ids;
        this.clock = clock;
    }

    /// The commands, timers and counters that can be taken along to another account.
    ChatExport export(String tenantId) {
        return new ChatExport(commands.all(tenantId), timers.all(tenantId), counters.all(tenantId));
    }

    /// Says what a file would make.
    ///
    /// @throws Problem `bad_request` for a text that is no file of a known form
    ImportPreview preview(String tenantId, String content) {
        ImportFile file = ImportFile.parse(content);
        return new ImportPreview(
                file.format(),
                checked(tenantId, file).stream().map(Checked::item).toList());
    }

    /// Imports the chosen items of a file.
    ///
    /// @param chosen as the preview names them
    /// @throws Problem `bad_request`, `name_taken`; when committed, `limit_reached`
    Outcome<ImportResult> make(String tenantId, String content, List<String> chosen) {
        List<Piece> pieces = chosen(checked(tenantId, ImportFile.parse(content)), chosen);
        List<CustomCommand> newCommands = new ArrayList<>();
        List<ChatTimer> newTimers = new ArrayList<>();
        Map<String, Long> newCounters = new LinkedHashMap<>();
        for (Piece piece : pieces) {
            switch (piece) {
                case OfCommand command -> newCommands.add(command.command());
                case OfTimer timer -> newTimers.add(timer.timer());
                case OfCounter counter -> newCounters.put(counter.name(), counter.value());
            }
        }
        Outcome<ImportResult> outcome =
                Outcome.of(new ImportResult(newCommands.size(), newTimers.size(), newCounters.size()));
        if (!newCommands.isEmpty()) {
            outcome = outcome.and(commands.create(tenantId, newCommands, ITEMS));
        }
        if (!newTimers.isEmpty()) {
            outcome = outcome.and(timers.create(tenantId, newTimers));
        }
        return newCounters.isEmpty()
                ? outcome
                : outcome.and(counters.make(tenantId, newCounters, Counters.Source.DASHBOARD));
    }

    private static List<Piece> chosen(List<Checked> all, List<String> chosen) {
        Map<String, Checked> byId = new LinkedHashMap<>();
        all.forEach(one -> byId.merge(
                one.candidate.id(), one, (first, later) -> first.made == null && later.made != null ? later : first));
        List<Piece> pieces = new ArrayList<>();
        for (String id : new LinkedHashSet<>(chosen)) {
            Checked one = byId.get(id);
            if (one == null) {
                throw Problem.badField(ITEMS, id + " is not in the file");
            }
            pieces.add(one.piece());
        }
        int rows = pieces.stream().mapToInt(Piece::rows).sum();
        if (rows > MAX_ROWS) {
            throw Problem.badField(
                    ITEMS,
                    "One import writes at most " + MAX_ROWS + " rows, and these are " + rows
                            + ": one for each name, alias and timer, and two for each counter. Import some of them,"
                            + " then the others");
        }
        return pieces;
    }

    /// An item of an import, with the rows that it needs.
    private sealed interface Piece {

        /// How many rows it needs.
        int rows();
    }

    private record OfCommand(CustomCommand command) implements Piece {
        @Override
        public int rows() {
            return command.triggers().size();
        }
    }

    private record OfTimer(ChatTimer timer) implements Piece {
        @Override
        public int rows() {
            return 1;
        }
    }

    /// A counter needs a row for its event too.
    private record OfCounter(String name, long value) implements Piece {
        @Override
        public int rows() {
            return 2;
        }
    }

    /// A candidate with the item that it becomes, or the reason why it cannot be imported.
    private record Checked(
            Candidate candidate,
            @Nullable Piece made,
            @Nullable Problem problem) {

        private ImportItem item() {
            return new ImportItem(
                    candidate.id(),
                    candidate.kind(),
                    candidate.name(),
                    candidate.place(),
                    candidate.text().text(),
                    candidate.text().translated(),
                    candidate.text().unknown(),
                    candidate.notes(),
                    made == null ? 0 : made.rows(),
                    problem == null ? null : ImportWords.of(problem));
        }

        /// @throws Problem if it cannot be made
        private Piece piece() {
            if (made != null) {
                return made;
            }
            if (problem != null && problem.code() != ErrorCode.BAD_REQUEST) {
                throw problem;
            }
            throw Problem.badField(
                    ITEMS,
                    candidate.id() + " (" + candidate.place() + ") cannot be imported"
                            + (problem == null ? "" : ": " + ImportWords.of(problem)));
        }
    }

    private List<Checked> checked(String tenantId, ImportFile file) {
        Set<String> triggers = commands.all(tenantId).stream()
                .flatMap(command -> command.triggers().stream())
                .collect(Collectors.toSet());
        Set<String> names = counters.all(tenantId).stream().map(Counter::name).collect(Collectors.toSet());
        Set<String> timerNames =
                timers.all(tenantId).stream().map(ChatTimer::name).collect(Collectors.toSet());
        Names taken = new Names(triggers, timerNames, names, new HashSet<>());
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return file.candidates().stream()
                .map(candidate -> check(candidate, taken, now))
                .toList();
    }

    private Checked check(Candidate candidate, Names taken, Instant now) {
        if (candidate.refusal() != null) {
            return new Checked(candidate, null, candidate.refusal());
        }
        try {
            Piece piece =
                    switch (candidate.kind()) {
                        case COMMAND -> new OfCommand(CustomCommand.read(candidate.fields(), ids.next("cmd"), now));
                        case TIMER -> new OfTimer(ChatTimer.read(candidate.fields(), ids.next("tmr"), now));
                        case COUNTER -> new OfCounter(candidate.name(), Counter.valueOf(candidate.fields()));
                    };
            taken.take(piece);
            return new Checked(candidate, piece, null);
        } catch (Problem problem) {
            return new Checked(candidate, null, problem);
        }
    }

    /// The names that are not free.
    ///
    /// @param seen those of the file so far
    private record Names(Set<String> triggers, Set<String> timers, Set<String> counters, Set<String> seen) {

        /// @throws Problem if a name is not free
        private void take(Piece piece) {
            switch (piece) {
                case OfCommand command -> takeTriggers(command.command().triggers());
                case OfTimer timer -> takeTimer(timer.timer().name());
                case OfCounter counter -> takeCounter(counter.name());
            }
        }

        /// Takes all of a command's triggers, or none: what cannot be imported takes no name from a later entry.
        private void takeTriggers(Collection<String> wanted) {
            for (String trigger : wanted) {
                if (BuiltIn.of(trigger) != null) {
                    throw taken("!" + trigger + " is a built-in command's");
                }
                if (triggers.contains(trigger)) {
                    throw taken("!" + trigger + " is another command's");
                }
                if (seen.contains(ofTrigger(trigger))) {
                    throw isBefore("!" + trigger);
                }
            }
            wanted.stream().map(Names::ofTrigger).forEach(seen::add);
        }

        private static String ofTrigger(String trigger) {
            return "command:" + trigger;
        }

        /// Timers of one name can be made one by one; from a file it is the same timer a second time.
        private void takeTimer(String name) {
            if (timers.contains(name)) {
                throw taken("There is a timer " + name + " already");
            }
            first("timer:" + name, name);
        }

        private void takeCounter(String name) {
            Counter.checkName(name);
            if (counters.contains(name)) {
                throw taken("There is a counter " + name + " already");
            }
            first("counter:" + name, name);
        }

        private void first(String id, String shown) {
            if (!seen.add(id)) {
                throw isBefore(shown);
            }
        }

        private static Problem isBefore(String shown) {
            return taken(shown + " is in the file before");
        }

        private static Problem taken(String why) {
            return Problem.nameTaken(ITEMS, why);
        }
    }
}
