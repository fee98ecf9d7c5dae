package streamerapi.localstack.schedules;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The times at which something runs: `rate(5 minutes)` or `cron(0 12 * * ? *)`.
sealed interface ScheduleExpression {
    Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");
    Pattern CRON = Pattern.compile("cron\\((.+)\\)");

    /// The next time after another.
    ZonedDateTime next(ZonedDateTime after);

    /// @throws IllegalArgumentException with what is wrong
    static ScheduleExpression parse(String text, ZoneId zone) {
        Matcher rate = RATE.matcher(text);
        if (rate.matches()) {
            long number = Long.parseLong(rate.group(1));
            if (number < 1) {
                throw new IllegalArgumentException("is " + text + ", and a rate must be 1 or more");
            }
            return new Rate(
                    switch (rate.group(2)) {
                        case "minute" -> Duration.ofMinutes(number);
                        case "hour" -> Duration.ofHours(number);
                        default -> Duration.ofDays(number);
                    });
        }
        Matcher cron = CRON.matcher(text);
        if (cron.matches()) {
            return new Cron(CronFields.parse(cron.group(1)), zone);
        }
        throw new IllegalArgumentException("is " + text + ", and the local stack supports rate(...) and cron(...)");
    }

    /// Every so often, counted from the start.
    record Rate(Duration interval) implements ScheduleExpression {
        @Override
        public ZonedDateTime next(ZonedDateTime after) {
            return after.plus(interval);
        }
    }

    /// At the minutes that six fields describe.
    record Cron(CronFields fields, ZoneId zone) implements ScheduleExpression {
        @Override
        public ZonedDateTime next(ZonedDateTime after) {
            return fields.next(after.withZoneSameInstant(zone));
        }
    }
}
