package streamerapi.localstack.schedules;

import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// The six fields of an AWS cron expression: minutes, hours, day of month, month, day of week (1 is Sunday), year.
///
/// Lists, ranges, steps and names are understood; `L`, `W` and `#` are not.
record CronFields(BitSet minutes, BitSet hours, BitSet days, BitSet months, BitSet weekdays, BitSet years) {
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2199;
    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

    /// @throws IllegalArgumentException with what is wrong
    static CronFields parse(String text) {
        String[] fields = text.strip().split("\\s+");
        if (fields.length != 6) {
            throw new IllegalArgumentException("has a cron expression of " + fields.length + " fields, and needs 6");
        }
        if (fields[2].equals("?") == fields[4].equals("?")) {
            throw new IllegalArgumentException("needs ? as day of month or as day of week, and not both");
        }
        return new CronFields(
                field(fields[0], 0, 59, List.of()),
                field(fields[1], 0, 23, List.of()),
                field(fields[2], 1, 31, List.of()),
                field(fields[3], 1, 12, MONTHS),
                field(fields[4], 1, 7, WEEKDAYS),
                field(fields[5], FIRST_YEAR, LAST_YEAR, List.of()));
    }

    private static BitSet field(String text, int least, int most, List<String> names) {
        var values = new BitSet();
        for (String part : text.toUpperCase(Locale.ROOT).split(",")) {
            String[] stepped = part.split("/", 2);
            int step = stepped.length == 1 ? 1 : number(stepped[1], 1, most, List.of());
            String[] range = stepped[0].split("-", 2);
            boolean all = stepped[0].equals("*") || stepped[0].equals("?");
            int from = all ? least : number(range[0], least, most, names);
            int to = all || stepped.length == 2 ? most : from;
            if (range.length == 2) {
                to = number(range[1], least, most, names);
            }
            for (int value = from; value <= to; value += step) {
                values.set(value);
            }
        }
        return values;
    }

    private static int number(String text, int least, int most, List<String> names) {
        int named = names.indexOf(text);
        try {
            int number = named < 0 ? Integer.parseInt(text) : named + least;
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("has " + text + " in its cron expression, which is not supported", e);
        }
        throw new IllegalArgumentException("has " + text + " in its cron expression, which is out of range");
    }

    /// The first minute after a time that all fields describe.
    ///
    /// @throws IllegalArgumentException if there is none
    ZonedDateTime next(ZonedDateTime after) {
        ZonedDateTime time = after.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        while (time.getYear() <= LAST_YEAR) {
            if (!years.get(time.getYear())) {
                time = time.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1).plusYears(1);
            } else if (!months.get(time.getMonthValue())) {
                time = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
            } else if (!days.get(time.getDayOfMonth())
                    || !weekdays.get(time.getDayOfWeek().getValue() % 7 + 1)) {
                time = time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!hours.get(time.getHour())) {
                time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!minutes.get(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return time;
            }
        }
        throw new IllegalArgumentException("describes no time to come");
    }
}
