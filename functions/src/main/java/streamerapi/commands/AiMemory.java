package streamerapi.commands;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a command's AI token remembers: its last exchanges, for each platform by itself or for both (spec
/// "CustomCommand", `ai_memory`). It is kept until the command is deleted.
///
/// @param exchanges the oldest first
/// @param revision tells one state from another
public record AiMemory(String tenantId, String commandId, String scope, List<Exchange> exchanges, long revision) {

    /// How many exchanges are remembered.
    public static final int MAX_EXCHANGES = 15;

    private static final String SHARED = "shared";

    /// What memories a command can have: one for each platform, or one for both.
    static final List<String> SCOPES =
            Stream.concat(Platform.labels().stream(), Stream.of(SHARED)).toList();

    /// What was asked, and what was answered.
    public record Exchange(String prompt, String answer) {}

    /// The memory that a command uses on a platform.
    public static AiMemory read(Table table, String tenantId, CustomCommand command, Platform platform) {
        String scope = command.aiMemoryShared() ? SHARED : platform.label();
        Row row = table.get(ChatKeys.aiMemory(tenantId, command.id(), scope));
        return new AiMemory(
                tenantId,
                command.id(),
                scope,
                row == null ? List.of() : exchanges(row),
                row == null ? 0 : row.number("revision"));
    }

    /// The memory with one exchange more, the oldest forgotten.
    public AiMemory with(Exchange exchange) {
        List<Exchange> all = new ArrayList<>(exchanges);
        all.add(exchange);
        List<Exchange> last = all.subList(Math.max(0, all.size() - MAX_EXCHANGES), all.size());
        return new AiMemory(tenantId, commandId, scope, List.copyOf(last), revision + 1);
    }

    /// Stores it in place of the state before.
    public Write write() {
        Condition before = revision == 1 ? Condition.noRow() : Condition.equal("revision", revision - 1);
        return Write.put(Row.of(ChatKeys.aiMemory(tenantId, commandId, scope))
                        .with("revision", revision)
                        .with(
                                "exchanges",
                                exchanges.stream()
                                        .map(one -> Map.of("prompt", one.prompt(), "answer", one.answer()))
                                        .toList()))
                .when(before);
    }

    private static List<Exchange> exchanges(Row row) {
        List<Exchange> exchanges = new ArrayList<>();
        if (row.attributes().get("exchanges") instanceof List<?> stored) {
            for (Object one : stored) {
                if (one instanceof Map<?, ?> map) {
                    exchanges.add(new Exchange(text(map.get("prompt")), text(map.get("answer"))));
                }
            }
        }
        return exchanges;
    }

    private static String text(@Nullable Object value) {
        return String.valueOf(value);
    }
}
