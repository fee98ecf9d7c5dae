package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.queues.DelayQueue;

import java.util.Map;

/// Runs once a minute: has the timers that are due within the next one looked at in their time.
public final class TimerScheduleFunction extends LambdaFunction {

    private final DuePosts posts;

    public TimerScheduleFunction() {
        this(Environment.ofProcess());
    }

    public TimerScheduleFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.posts = new DuePosts(
                services.table(),
                new DelayQueue(services.clients().sqs(), environment.required("FOLLOW_UP_QUEUE"), services.clock()),
                services.clock());
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        int due = posts.announce();
        if (due > 0) {
            WideLine.of("timers").with("due", due).write();
        }
        return new byte[0];
    }
}
