package streamerapi.simulation.year;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Frames that clients get, which wake those who wait for one: people ask the API again when a frame tells of a change,
/// and seldom without one.
final class FrameSignal {

    private final World world;
    private final List<Waiting> waiting = new ArrayList<>();

    FrameSignal(World world) {
        this.world = world;
    }

    private record Waiting(String types, CompletableFuture<Boolean> come) {}

    /// A client gets an event.
    void come(String type) {
        waiting.removeIf(one -> type.matches(one.types) && one.come.complete(true));
    }

    /// Waits for an event of one of these types and a moment more, or for some 15 seconds.
    ///
    /// @param types a regular expression
    void await(String types) {
        Waiting mine = new Waiting(types, new CompletableFuture<>());
        waiting.add(mine);
        world.turns().join(mine.come, Duration.ofSeconds(10L + world.luck().number(10)));
        waiting.remove(mine);
        world.turns().sleep(world.luck().within(2));
    }
}
