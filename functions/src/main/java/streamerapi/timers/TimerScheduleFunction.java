package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectSweep;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.tasks.Parallel;

import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/// Runs every two minutes: has the timers, effects and other follow-ups that are due within the next two looked at in
/// their time. Once an hour it looks for effects whose message was lost.
public final class TimerScheduleFunction extends LambdaFunction {

    private static final String LOST_EFFECTS = "lost-effects";

    private final DuePosts posts;
    private final EffectSweep effects;
    private final LaterMessages later;
    private final DelayQueue queue;

    public TimerScheduleFunction() {
        this(Environment.ofProcess());
    }

    public TimerScheduleFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.queue = services.work();
        this.posts = new DuePosts(services.table(), queue, services.clock());
        this.effects = new EffectSweep(services.table(), queue, services.clock());
        this.later = new LaterMessages(services.table(), services.clock());
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        if (LOST_EFFECTS.equals(event.get("source"))) {
            write("effects", effects.sendLost());
        } else {
            List<Search> searches = List.of(
                    new Search("effects", effects::announce),
                    new Search("later", () -> later.announce(queue)),
                    new Search("timers", posts::announce));
            Parallel.forEach(searches, Search::what, search -> write(search.what, search.due.getAsInt()));
        }
        return new byte[0];
    }

    /// A search for one kind of what is due. The kinds are looked for beside each other: one that has much to send, or
    /// that fails, keeps no other waiting.
    private record Search(String what, IntSupplier due) {}

    private static void write(String what, int due) {
        if (due > 0) {
            LogLine.of(what).with("due", due).write();
        }
    }
}
