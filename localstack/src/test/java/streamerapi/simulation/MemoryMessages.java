package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;

/// The messages of one queue in memory. A message that was received is hidden for a time, by the machine's clock, and
/// comes again unless it is deleted; after as many receives as the redrive policy has, it goes to the dead letters. A
/// message that was sent with a delay comes as soon as that has passed by one of two clocks: a test need not wait for
/// it, and a consumer that is slow is not sent a message twice since a test moved its clock.
final class MemoryMessages {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Duration USUAL_VISIBILITY = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Message> messages = new ArrayList<>();
    private final ObjectNode settings = JSON.objectNode();
    private final InstantSource clock;

    /// @param clock by which a delay ends, if it does not end sooner by the machine's
    MemoryMessages(InstantSource clock) {
        this.clock = clock;
    }

    /// A message, and where it stands.
    static final class Message {

        private final String id = UUID.randomUUID().toString();
        private final String body;
        private final JsonNode system;
        private final @Nullable String group;
        private final Instant sent = Instant.now();
        private final Instant due;
        private long visibleAt;
        private @Nullable Instant firstReceived;
        private int receives;

        /// @param due when its delay ends by the queue's clock
        /// @param visibleAt when it ends by the machine's
        Message(JsonNode sent, Instant due, long visibleAt) {
            this.body = sent.path("MessageBody").textValue();
            this.system = sent.path("MessageSystemAttributes");
            this.group = sent.path("MessageGroupId").textValue();
            this.due = due;
            this.visibleAt = visibleAt;
        }

        /// Whether it can be received.
        private boolean isVisible(long now, Instant clock) {
            return visibleAt - now <= 0 || (receives == 0 && !clock.isBefore(due));
        }

        private String handle() {
            return id + "#" + receives;
        }

        /// The message as `ReceiveMessage` shows it.
        ///
        /// @param wanted the request, which names the attributes that it wants
        ObjectNode json(JsonNode wanted) {
            ObjectNode all = JSON.objectNode()
                    .put("SenderId", "127.0.0.1")
                    .put("SentTimestamp", Long.toString(sent.toEpochMilli()))
                    .put("ApproximateReceiveCount", Integer.toString(receives))
                    .put(
                            "ApproximateFirstReceiveTimestamp",
                            Long.toString((firstReceived == null ? sent : firstReceived).toEpochMilli()));
            if (group != null) {
                all.put("MessageGroupId", group);
            }
            if (system.has("AWSTraceHeader")) {
                all.put(
                        "AWSTraceHeader",
                        system.path("AWSTraceHeader").path("StringValue").textValue());
            }
            Set<String> names = new LinkedHashSet<>();
            wanted.path("MessageSystemAttributeNames").forEach(name -> names.add(name.asText()));
            wanted.path("AttributeNames").forEach(name -> names.add(name.asText()));
            ObjectNode message = JSON.objectNode()
                    .put("MessageId", id)
                    .put("ReceiptHandle", handle())
                    .put("MD5OfBody", md5(body))
                    .put("Body", body);
            message.set("Attributes", names.contains("All") ? all : all.retain(names));
            return message;
        }
    }

    /// Changes the queue's attributes.
    void set(JsonNode attributes) {
        lock.lock();
        try {
            attributes.properties().forEach(entry -> settings.set(entry.getKey(), entry.getValue()));
        } finally {
            lock.unlock();
        }
    }

    /// The queue's attributes, and how many messages there are.
    ObjectNode attributes() {
        lock.lock();
        try {
            long now = System.nanoTime();
            Instant time = clock.instant();
            long delayed = count(message -> message.receives == 0 && !message.isVisible(now, time));
            long hidden = count(message -> message.receives > 0 && !message.isVisible(now, time));
            return settings.deepCopy()
                    .put("ApproximateNumberOfMessages", Long.toString(messages.size() - delayed - hidden))
                    .put("ApproximateNumberOfMessagesDelayed", Long.toString(delayed))
                    .put("ApproximateNumberOfMessagesNotVisible", Long.toString(hidden));
        } finally {
            lock.unlock();
        }
    }

    private long count(Predicate<Message> which) {
        return messages.stream().filter(which).count();
    }

    /// Takes a message in.
    ///
    /// @param delay null for the queue's own
    ObjectNode send(JsonNode sent, @Nullable Duration delay) {
        lock.lock();
        try {
            Duration hidden = delay == null ? setting("DelaySeconds", Duration.ZERO) : delay;
            Message message = new Message(sent, clock.instant().plus(hidden), System.nanoTime() + hidden.toNanos());
            messages.add(message);
            changed.signal();
            return JSON.objectNode().put("MessageId", message.id).put("MD5OfMessageBody", md5(message.body));
        } finally {
            lock.unlock();
        }
    }

    /// Takes out the messages that can be seen, those that could be seen first before others, and hides them.
    ///
    /// @param visibility null for the queue's own
    /// @param wait how long to wait for a first one, null for the queue's own
    /// @param deadLetters finds a queue by its ARN
    List<Message> receive(
            int most,
            @Nullable Duration visibility,
            @Nullable Duration wait,
            Function<String, MemoryMessages> deadLetters)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Duration patience = wait == null ? setting("ReceiveMessageWaitTimeSeconds", Duration.ZERO) : wait;
            long end = System.nanoTime() + patience.toNanos();
            while (true) {
                long now = System.nanoTime();
                List<Message> taken = take(most, now, visibility, deadLetters);
                if (!taken.isEmpty() || end - now <= 0) {
                    return taken;
                }
                long next = messages.stream()
                        .mapToLong(message -> message.visibleAt - now)
                        .filter(until -> until > 0)
                        .min()
                        .orElse(Long.MAX_VALUE);
                changed.awaitNanos(Math.min(next, end - now));
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Message> take(
            int most, long now, @Nullable Duration visibility, Function<String, MemoryMessages> deadLetters) {
        Instant time = clock.instant();
        List<Message> visible = messages.stream()
                .filter(message -> message.isVisible(now, time))
                .sorted((one, other) -> Long.compare(one.visibleAt - now, other.visibleAt - now))
                .toList();
        Duration hidden = visibility == null ? setting("VisibilityTimeout", USUAL_VISIBILITY) : visibility;
        JsonNode redrive = redrive();
        List<Message> taken = new ArrayList<>();
        for (Message message : visible) {
            if (taken.size() == most) {
                break;
            }
            if (message.receives >= redrive.path("maxReceiveCount").asInt(Integer.MAX_VALUE)) {
                messages.remove(message);
                deadLetters.apply(redrive.path("deadLetterTargetArn").asText()).take(message);
                continue;
            }
            message.receives++;
            message.firstReceived = message.firstReceived == null ? Instant.now() : message.firstReceived;
            message.visibleAt = now + hidden.toNanos();
            taken.add(message);
        }
        return taken;
    }

    /// Takes a message over from another queue.
    private void take(Message message) {
        lock.lock();
        try {
            message.visibleAt = System.nanoTime();
            messages.add(message);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Deletes a message, if the handle is that of its last receive.
    void delete(String handle) {
        lock.lock();
        try {
            messages.removeIf(message -> message.handle().equals(handle));
        } finally {
            lock.unlock();
        }
    }

    /// Hides a message for another time from now on.
    void hide(String handle, Duration time) {
        lock.lock();
        try {
            messages.stream()
                    .filter(message -> message.handle().equals(handle))
                    .forEach(message -> message.visibleAt = System.nanoTime() + time.toNanos());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Has the receives that wait look at the clock.
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void purge() {
        lock.lock();
        try {
            messages.clear();
        } finally {
            lock.unlock();
        }
    }

    private Duration setting(String name, Duration usual) {
        return settings.has(name) ? Duration.ofSeconds(settings.path(name).asLong()) : usual;
    }

    private JsonNode redrive() {
        try {
            return settings.has("RedrivePolicy")
                    ? new ObjectMapper().readTree(settings.path("RedrivePolicy").asText())
                    : JSON.objectNode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String md5(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
