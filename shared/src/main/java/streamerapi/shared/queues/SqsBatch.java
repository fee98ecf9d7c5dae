package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Messages for one queue, sent ten at a time, or fewer if they are large.
public final class SqsBatch {

    private static final int MAX_ENTRIES = 10;
    private static final int MAX_BYTES = 200 * 1024;

    private final SqsQueue queue;
    private final List<Map<String, Object>> entries = new ArrayList<>();
    private int bytes;

    public SqsBatch(SqsQueue queue) {
        this.queue = queue;
    }

    /// Adds a message, and sends those before it if they fill a batch.
    ///
    /// @param group whose message it is, if the queue is to be fair between several, as in [DelayQueue#send]
    public void add(String message, Delay delay, @Nullable String group) {
        int size = message.getBytes(StandardCharsets.UTF_8).length;
        if (entries.size() == MAX_ENTRIES || (bytes + size > MAX_BYTES && !entries.isEmpty())) {
            send();
        }
        bytes += size;
        Map<String, Object> entry = SqsQueue.outgoing(message, delay, group);
        entry.put("Id", Integer.toString(entries.size()));
        entries.add(entry);
    }

    /// Sends what is left.
    ///
    /// @throws IllegalStateException if the queue did not take a message; others of its batch may have been taken
    public void send() {
        if (entries.isEmpty()) {
            return;
        }
        List<Map<String, Object>> sent = List.copyOf(entries);
        entries.clear();
        bytes = 0;
        queue.sendAll(sent);
    }
}
