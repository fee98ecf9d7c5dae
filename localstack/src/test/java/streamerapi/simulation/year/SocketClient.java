package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/// A client of the realtime stream, which comes back with the last event that it has seen. It goes by itself too.
final class SocketClient implements SocketService.Client {

    private static final Duration MINUTES = Duration.ofMinutes(3);

    private final World world;
    private final String name;
    private final String secret;
    private final Consumer<SocketService.Connection> onOpen;
    private final List<Seen> seen = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private final boolean isOverlay;
    private SocketService.@Nullable Connection connection;
    private @Nullable String since;
    private @Nullable String first;
    private @Nullable String error;
    private @Nullable String last;
    private @Nullable String restartedAfter;
    private @Nullable Boolean isGapDue;
    private final List<String> surprises = new ArrayList<>();
    private String beforeGap = "";
    private List<String> channels = List.of();
    private boolean isReady;
    private boolean hasEnded;

    SocketClient(World world, String name, String secret) {
        this(world, name, secret, null);
    }

    private SocketClient(
            World world, String name, String secret, @Nullable Consumer<SocketService.Connection> onOverlayOpen) {
        this.world = world;
        this.name = name;
        this.secret = secret;
        this.isOverlay = onOverlayOpen != null;
        this.onOpen = onOverlayOpen == null ? connection -> {} : onOverlayOpen;
    }

    /// The page of an overlay.
    ///
    /// @param onOpen learns of each socket that it opens
    static SocketClient ofOverlay(World world, String name, String key, Consumer<SocketService.Connection> onOpen) {
        return new SocketClient(world, name, key, onOpen);
    }

    /// An event that came, and when.
    record Seen(Instant at, String id, String text) {}

    String name() {
        return name;
    }

    List<Seen> seen() {
        return seen;
    }

    /// The events that it has seen some minutes after a time; none if that is null.
    List<String> seenLongAfter(@Nullable Instant time) {
        return seen.stream()
                .filter(one -> time != null && !one.at.isBefore(time.plus(MINUTES)))
                .map(one -> one.id + " at " + one.at)
                .toList();
    }

    /// Whether it has seen an event, before a restart or after it.
    boolean knows(String id) {
        return known.contains(id);
    }

    /// The last event that it had seen when it was told that what came after is not known any more; empty if it never
    /// was.
    String beforeGap() {
        return beforeGap;
    }

    /// The last event before it was live for the first time; null if it never was.
    @Nullable
    String first() {
        return first;
    }

    /// Begins anew what it has seen, because the service works on another table from now on.
    ///
    /// @param logged the events of that table, in the order of the log
    /// @param closed the sockets that are closed for it
    void restart(List<String> logged, Set<String> closed) {
        boolean stays = isLive() && connection != null && !closed.contains(connection.id());
        seen.clear();
        first = stays ? logged.getLast() : null;
        restartedAfter = since;
        isGapDue = stays || since == null ? null : Boolean.valueOf(!logged.contains(since));
    }

    /// The last events before a restart to which the service's answer was not the one that its table gives.
    List<String> surprises() {
        return surprises;
    }

    /// Whether it is told of events of this type.
    boolean isToldOf(String type) {
        return EventType.of(type)
                .filter(one -> channels.contains(one.channel().label()))
                .isPresent();
    }

    /// Whether its key opens every channel.
    boolean isOfAll() {
        return !name.equals("guest");
    }

    @Nullable
    String error() {
        return error;
    }

    void open() {
        isReady = false;
        Map<String, @Nullable Object> frame = new LinkedHashMap<>();
        frame.put("data", Map.of(isOverlay ? "overlayKey" : "apiKey", secret));
        frame.put("since", since);
        connection = world.sockets().open(this, Json.writeText(frame));
        SocketService.Connection mine = connection;
        onOpen.accept(mine);
        world.turns().after(Duration.ofSeconds(40), () -> {
            if (mine == connection && !isReady && !hasEnded) {
                leave();
            }
        });
    }

    /// Whether the service has let it in, and it has not gone since.
    boolean isLive() {
        return isReady && connection != null && !hasEnded;
    }

    /// Whether it signs in with this secret.
    boolean isOf(String other) {
        return secret.equals(other);
    }

    /// Goes for good.
    void quit() {
        end(SocketService.Connection::leave);
    }

    /// Goes for good, and neither says so nor answers any more.
    void freeze() {
        end(SocketService.Connection::freeze);
    }

    private void end(Consumer<SocketService.Connection> how) {
        if (connection != null && !hasEnded) {
            how.accept(connection);
        }
        hasEnded = true;
    }

    /// Goes, and comes back.
    void leave() {
        SocketService.Connection left = connection;
        if (left != null && !hasEnded) {
            left.leave();
            again();
        }
    }

    private void again() {
        connection = null;
        world.turns().after(world.luck().within(5), () -> {
            if (!hasEnded) {
                open();
            }
        });
    }

    @Override
    public void receive(String text) {
        if (isOverlay) {
            world.texts().shown("an overlay's frame", text);
        } else {
            world.texts().told(text);
        }
        Map<String, @Nullable Object> frame = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        String type = String.valueOf(frame.get("type"));
        if (frame.get("id") instanceof String id && id.startsWith("evt_")) {
            world.story().tell(name + " sees " + id + " " + type);
            seen.add(new Seen(world.turns().now(), id, text));
            known.add(id);
            world.frames().come(type);
            since = id;
        } else if (type.equals("reconnect") || frame.containsKey("message")) {
            world.story().tell(name + " is told " + frame.getOrDefault("message", type));
            leave();
        } else if (type.equals("error")) {
            error = String.valueOf(Json.asObject(frame.get("data")).get("code"));
            hasEnded |= error.equals("revoked") || error.startsWith("invalid_");
            world.story().tell(name + " is told " + error);
        } else if (type.equals("ready")) {
            channels = ((List<?>) Objects.requireNonNull(
                            Json.asObject(frame.get("data")).get("channels")))
                    .stream().map(String::valueOf).toList();
            last = Json.asObject(frame.get("data")).get("last_event_id") instanceof String id ? id : null;
            if (since == null) {
                isReady = true;
                since = last;
                first = since;
            }
        } else if (type.equals("replay_complete")) {
            replayed(false);
        } else {
            world.story().tell(name + " is told " + type);
            if (type.equals("replay_gap")) {
                beforeGap = seen.isEmpty() ? beforeGap : seen.getLast().text();
                replayed(true);
            }
        }
    }

    private void replayed(boolean isGap) {
        isReady = true;
        if (isGapDue != null && isGapDue != isGap) {
            surprises.add(restartedAfter + (isGap ? " is not known" : " is known"));
        }
        isGapDue = null;
        if (first == null) {
            first = isGap ? last : restartedAfter;
        }
        since = isGap ? last : since;
    }

    @Override
    public void closed() {
        world.story().tell(name + " is closed");
        if (!hasEnded) {
            again();
        }
    }
}
