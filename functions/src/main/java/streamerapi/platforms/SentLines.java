package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.OwnLines;
import streamerapi.connections.Provider;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/// The lines that the service says in a chat in the streamer's name, kept for ten minutes, so that their echoes are not
/// taken for lines of the streamer.
///
/// A platform names a line in its answer, and the echo can come before that is noted. So a row says that a line is
/// being sent before it is, and goes once the line's id is noted. If the answer is lost the row stays for half a
/// minute, in which a line with the same text is the service's.
final class SentLines implements OwnLines {

    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration SENDING = Duration.ofSeconds(30);

    private static final Attribute<String> TEXT = Attribute.text("text_hash");
    private static final Attribute<Instant> UNTIL = Attribute.time("until");

    private final Table table;
    private final InstantSource clock;

    SentLines(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Notes that a line is being sent.
    ///
    /// @param about names the line, before the platform does
    void begin(String tenantId, Provider provider, String about, String text) {
        Instant until = clock.instant().plus(SENDING);
        table.write(List.of(Write.put(Row.of(sending(tenantId, provider, about))
                .with(TEXT, hash(text))
                .with(UNTIL, until)
                .with(Table.EXPIRES_AT, until.getEpochSecond()))));
    }

    /// Notes what a line is called, or that it was not sent. Of a line whose outcome is unknown this is not told.
    ///
    /// @param messageId null if it was not sent
    void end(String tenantId, Provider provider, String about, @Nullable String messageId) {
        if (messageId != null) {
            table.write(List.of(Write.put(Row.of(ChatKeys.ownLine(tenantId, provider.label(), messageId))
                    .with(Table.EXPIRES_AT, clock.instant().plus(KEPT).getEpochSecond()))));
        }
        table.write(List.of(Write.delete(sending(tenantId, provider, about))));
    }

    @Override
    public boolean isOwn(String tenantId, Provider provider, String messageId, String text) {
        String hash = hash(text);
        try {
            return WriteConflict.retrying(() -> isNoted(tenantId, provider, messageId, hash));
        } catch (Problem stillBeingSent) {
            return true;
        }
    }

    /// A line that is noted is not being sent any more, so what is being sent is read first.
    ///
    /// @throws WriteConflict if a line with this text is being sent
    private boolean isNoted(String tenantId, Provider provider, String messageId, String hash) {
        Key all = sending(tenantId, provider, "");
        Instant now = clock.instant();
        boolean isBeingSent = table.query(Query.of(all.partition(), all.sort())).stream()
                .anyMatch(row -> row.get(TEXT).equals(hash) && now.isBefore(row.get(UNTIL)));
        boolean isNoted = table.get(ChatKeys.ownLine(tenantId, provider.label(), messageId)) != null;
        if (!isNoted && isBeingSent) {
            throw new WriteConflict("a line with this text is being sent");
        }
        return isNoted;
    }

    private static Key sending(String tenantId, Provider provider, String about) {
        return ChatKeys.sendingLine(tenantId, provider.label(), about.isEmpty() ? "" : Sha256.hex(about));
    }

    /// The hash of a text as platforms echo it, which may put its spaces in order.
    private static String hash(String text) {
        return Sha256.hex(text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT));
    }
}
