package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;

/// The mark that an open overlay shows chat, in the row that a process reads for an account's lines anyway
/// ([ChatKeys#chatLines]). An account without such an overlay has no mark, and its lines cost what they cost without
/// overlays.
public final class ChatMark {

    private static final Attribute<Instant> SHOWN_UNTIL = Attribute.time("shown_until");

    private ChatMark() {}

    /// The write that sets the mark. A later socket closes later, so the mark lasts as long as the last of them can.
    ///
    /// @param closes when API Gateway closes the overlay's socket
    public static Write until(String tenantId, Instant closes) {
        return Write.update(ChatKeys.chatLines(tenantId)).set(SHOWN_UNTIL, closes);
    }

    /// The time until which an overlay that shows chat can be open; [Instant#MIN] if there is none.
    public static Instant in(@Nullable Row row) {
        Instant until = row == null ? null : row.find(SHOWN_UNTIL);
        return until == null ? Instant.MIN : until;
    }
}
