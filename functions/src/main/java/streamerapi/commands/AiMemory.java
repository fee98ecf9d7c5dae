package streamerapi.commands;

import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The memory of a command's AI token: its last exchanges, for each platform by itself or for both (spec
/// "CustomCommand", `ai_memory`). It is kept until the command is deleted.
///
/// @param exchanges the oldest first
/// @param revision tells one state from another
public record AiMemory(String tenantId, String commandId, String scope, List<Exchange> exchanges, long revision) {
    private static final Attribute.Whole REVISION = Attribute.whole("revision");

    /// How many exchanges are remembered.
    public static final int MAX_EXCHANGES = 15;

    private static final Attribute<List<Exchange>> EXCHANGES =
            Attribute.list("exchanges", Exchange::of, Exchange::stored);
    private static final String SHARED = "shared";

    /// The scopes that memories of a command can have: each platform, or both together.
    static final List<String> SCOPES =
            Stream.concat(Platform.labels().stream(), Stream.of(SHARED)).toList();

    /// A prompt and its answer.
    public record Exchange(String prompt, String answer) {

        private static Exchange of(Map<String, Object> stored) {
            return new Exchange(String.valueOf(stored.get("prompt")), String.valueOf(stored.get("answer")));
        }

        private Map<String, Object> stored() {
            return Map.of("prompt", prompt, "answer", answer);
        }
    }

    /// The memory that a command uses on a platform.
    public static AiMemory read(Table table, String tenantId, CustomCommand command, Platform platform) {
        String scope = command.aiMemoryShared() ? SHARED : platform.label();
        Row row = table.get(ChatKeys.aiMemory(tenantId, command.id(), scope));
        return new AiMemory(
                tenantId,
                command.id(),
                scope,
                row == null ? List.of() : row.get(EXCHANGES),
                row == null ? 0 : row.get(REVISION));
    }

    /// The memory with one exchange more, the oldest forgotten.
    public AiMemory with(Exchange exchange) {
        List<Exchange> all = new ArrayList<>(exchanges);
        all.add(exchange);
        List<Exchange> last = all.subList(Math.max(0, all.size() - MAX_EXCHANGES), all.size());
        return new AiMemory(tenantId, commandId, scope, List.copyOf(last), revision + 1);
    }

    /// Replaces the state that was read.
    public Write write() {
        Condition before = revision == 1 ? Condition.noRow() : Condition.equal(REVISION, revision - 1);
        return Write.put(Row.of(ChatKeys.aiMemory(tenantId, commandId, scope))
                        .with(REVISION, revision)
                        .with(EXCHANGES, exchanges))
                .when(before);
    }
}
