package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectSweep;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;

import java.util.Map;

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
            try {
                write("effects", effects.announce());
            } finally {
                announceOthers();
            }
        }
        return new byte[0];
    }

    /// Looks for what is no effect. Each is looked for though another one cannot be.
    private void announceOthers() {
        try {
            write("later", later.announce(queue));
        } finally {
            write("timers", posts.announce());
        }
    }

    private static void write(String what, int due) {
        if (due > 0) {
            LogLine.of(what).with("due", due).write();
        }
    }
}
