package streamerapi.commands;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// How much all commands of an account take in an answer. `GET /commands` has them all, and a function answers with
/// 6 MB at most. The sum stands in the row that counts the commands. Commands that were made before there was a sum are
/// not in it.
final class CommandTexts {

    /// The most bytes of all commands: it leaves room for what an export has beside them.
    static final long MAX_BYTES = 4_000_000;

    private static final Attribute.Whole BYTES = Attribute.whole("bytes");

    private CommandTexts() {}

    /// The write that counts commands, counting what they take too; refused with `limit_reached` if there is no room.
    static Write taking(Write counted, List<CustomCommand> commands) {
        return growing(counted, commands.stream().mapToLong(CommandTexts::bytes).sum());
    }

    /// The write that counts a command less, without what it took.
    static Write givingBack(Write counted, CustomCommand command) {
        return counted.add(BYTES, -bytes(command));
    }

    /// The writes of a change: none if the command takes as much as before.
    static List<Write> changing(String tenantId, CustomCommand before, CustomCommand after) {
        long more = bytes(after) - bytes(before);
        Write counted = Write.update(Quota.COMMANDS.key(tenantId));
        if (more == 0) {
            return List.of();
        }
        return List.of(more < 0 ? counted.add(BYTES, more) : growing(counted, more));
    }

    private static Write growing(Write counted, long more) {
        return counted.add(BYTES, more)
                .alsoWhen(
                        Condition.any(Condition.absent(BYTES), Condition.atMost(BYTES, MAX_BYTES - more)),
                        current -> isFull(current, more) ? full() : null);
    }

    private static boolean isFull(@Nullable Row current, long more) {
        return current != null && current.get(BYTES) > MAX_BYTES - more;
    }

    private static Problem full() {
        return Problem.of(
                ErrorCode.LIMIT_REACHED, "The texts of all commands are too long together: they can have 4 MB");
    }

    /// An answer stands as a text in the function's own.
    private static long bytes(CustomCommand command) {
        String json = Json.writeText(CustomCommand.SCHEMA.json(command));
        return Json.writeText(Map.of("command", json)).getBytes(StandardCharsets.UTF_8).length;
    }
}
