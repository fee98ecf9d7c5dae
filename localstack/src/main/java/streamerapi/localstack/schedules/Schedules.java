package streamerapi.localstack.schedules;

import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Every `ScheduleV2` event of the template, at work.
///
/// A scheduled invocation is an asynchronous one: Lambda tries it twice more when it fails, after one minute and two.
public final class Schedules implements AutoCloseable {
    private static final List<Duration> RETRIES = List.of(Duration.ofMinutes(1), Duration.ofMinutes(2));

    private record Schedule(String function, ScheduleExpression expression, String input) {}

    private final List<Schedule> schedules = new ArrayList<>();
    private final Set<Future<?>> planned = ConcurrentHashMap.newKeySet();
    private final Functions functions;
    private final InstantSource clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("schedules").factory());

    /// @throws streamerapi.localstack.template.TemplateException if an expression is not supported
    public Schedules(Template template, Functions functions) {
        this(template, functions, InstantSource.system());
    }

    /// @param clock what the schedules go by
    Schedules(Template template, Functions functions, InstantSource clock) {
        this.functions = functions;
        this.clock = clock;
        for (FunctionEvent event : template.events("ScheduleV2")) {
            TemplateMapping properties = event.properties();
            if (properties.oneOf("State", "ENABLED", "ENABLED", "DISABLED").equals("ENABLED")) {
                schedules.add(new Schedule(event.function(), expression(properties), properties.text("Input", "{}")));
            }
        }
    }

    private static ScheduleExpression expression(TemplateMapping properties) {
        try {
            ZoneId zone = ZoneId.of(properties.text("ScheduleExpressionTimezone", "UTC"));
            ScheduleExpression expression = ScheduleExpression.parse(properties.text("ScheduleExpression"), zone);
            expression.next(ZonedDateTime.now(zone));
            return expression;
        } catch (DateTimeException e) {
            throw properties.refused("ScheduleExpressionTimezone", "is no time zone");
        } catch (IllegalArgumentException e) {
            throw properties.refused("ScheduleExpression", String.valueOf(e.getMessage()));
        }
    }

    public void start() {
        ZonedDateTime now = now();
        schedules.forEach(schedule -> plan(schedule, now));
    }

    /// Runs it at its next time after another. A timer can be early by the clock: then the time for which it was set
    /// counts, or it would be set for that one again.
    private void plan(Schedule schedule, ZonedDateTime after) {
        ZonedDateTime due = schedule.expression().next(after);
        after(Duration.between(now(), due), () -> {
            ZonedDateTime now = now();
            plan(schedule, now.isAfter(due) ? now : due);
            attempt(schedule, 0);
        });
    }

    private ZonedDateTime now() {
        return clock.instant().atZone(ZoneOffset.UTC);
    }

    private void attempt(Schedule schedule, int failures) {
        Thread.startVirtualThread(() -> {
            try {
                functions.invoke(schedule.function(), schedule.input().getBytes(StandardCharsets.UTF_8));
            } catch (FunctionError e) {
                if (failures < RETRIES.size()) {
                    after(RETRIES.get(failures), () -> attempt(schedule, failures + 1));
                }
            }
        });
    }

    private void after(Duration delay, Runnable action) {
        if (!timer.isShutdown()) {
            planned.add(timer.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS));
            planned.removeIf(Future::isDone);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
