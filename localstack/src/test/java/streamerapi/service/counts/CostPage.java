package streamerapi.service.counts;

import streamerapi.localstack.template.Template;
import streamerapi.service.Service;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `docs/cost.md`: what requests and months cost, computed from the calls that `docs/table.md` documents as counted,
/// and the [Prices].
final class CostPage {

    private static final double MILLION = 1_000_000;

    /// A function's work for a call, in seconds: assumed, because it depends on the memory that is chosen and on the
    /// network.
    static final double SECONDS_A_CALL = 0.020;

    static final double SECONDS_A_DELIVERY = 0.200;
    static final double GB = 0.5;

    /// A function's work to start, in seconds: assumed, near what docs/benchmarks.md measures without a snapshot.
    private static final double SECONDS_A_START = 1;

    /// The number of requests that wake functions when a stream begins (docs/ingest.md), one copy each.
    private static final int WAKING_REQUESTS = 10;

    private static final int WOKEN = 12;

    private static final int STREAMS_A_MONTH = 20;

    /// How long a stream is live, and after how long its functions are woken again.
    private static final int HOURS_A_STREAM = 3;

    private static final int WAKINGS_AN_HOUR = 12;

    /// The bytes of Lambda's own lines of an invocation: its start and its report.
    static final int REPORT_BYTES = 600;

    /// The bytes of the one log line of `GET /tts/queue`, which [CostPageTest] measures.
    static final int LINE_BYTES = 340;

    /// The size of the log line of a delivery's attempt, which names endpoint and event too.
    static final int ATTEMPT_BYTES = 440;

    /// The bytes that CloudWatch adds to a line, as AWS documents it.
    static final int ADDED_BYTES = 26;

    /// A line of Twitch's chat, as docs/table.md names it.
    static final String LINE = "A line of chat that Twitch sends";

    /// The deliveries of an event to two endpoints, which one message asks for.
    static final String TWO_DELIVERIES = "An event's deliveries to 2 endpoints that succeed, any others";

    private static final String READ = "`GET /tts/queue`, 10 tips wait";

    /// How many requests of a key, and of an address, come to one write of their counts.
    private static final int KEY_STEP = 4;

    private static final int ADDRESS_STEP = 7;

    /// Receiving a message and deleting it. It is sent with others by the fan-out, whose row counts that.
    static final int TAKING = 2;

    /// The queues that invoke functions.
    private static final int TRIGGERS = 1;

    /// An SQS trigger asks with five pollers, for 20 seconds each.
    private static final double POLLS_A_MONTH = 5 * 3 * 60 * 24 * 30;

    private static final int POLLERS = 5;

    /// The number of pollers that Lambda goes down to when traffic is low, if no maximum of concurrency is set.
    private static final int FEWEST_POLLERS = 2;

    private static final double LOOKS_A_MONTH = 30 * 24 * 30;

    /// The metrics of the template's alarms, each of which AWS charges for.
    private static final long ALARMS = alarms();

    private static final int FREE_ALARMS = 10;

    /// A delivery's attempts, and what lies between the first and the last.
    private static final int ATTEMPTS = 8;

    private static final double RETRY_HOURS = 43.6;

    /// The longest delay of a message in SQS.
    private static final double HOP_MINUTES = 15;

    private static final int EVENING_HOURS = 6;
    private static final int EVENING_TIPS = 100;
    private static final String HOME = "`GET /dashboard/home`, 10 tips wait";
    private static final String HOME_AGAIN = "`GET /dashboard/home/live`, 10 tips wait, nothing has changed";

    private CostPage() {}

    static String text() {
        return """
                # What it costs

                US dollars in us-east-1, at the prices of %s and **without any free tier**. This page is computed
                (`CostPage`): from the calls that a test counts for [docs/table.md](table.md), and a table of prices (`Prices`).
                Only values that no count can show are assumed: functions of 512 MB that work %d ms a call and %d ms a delivery.

                ## A million calls

                | Call | API Gateway | Lambda | DynamoDB | limiter | log | all in |
                |---|---|---|---|---|---|---|
                %s

                Of the log, a call is one line of %d bytes, a delivery's attempt one of %d. Lambda's own lines of each call, of some %d bytes,
                are not in these figures: they are %.2f a million.
                The limiter writes for every %dth request of a key and every %dth of an address within a minute. A caller of fewer
                than %d requests a minute is never written for: a read is then **%.2f**.

                | Event | Lambda | DynamoDB | SQS | sockets | log | all in, a million |
                |---|---|---|---|---|---|---|
                %s

                ## A month

                | | USD | With AWS's permanent free tier |
                |---|---|---|
                | idle: the queue is asked %s times for nothing, and a schedule looks for due work every two minutes | %.2f | %.2f |
                | the alarms, if `AlarmEmail` is set | %.2f | %.2f |
                %s

                The free tier that does not end: a million invocations and 400,000 GB-seconds of Lambda, a million requests of
                SQS, 25 GB in DynamoDB, 5 GB of log, 100 GB out, ten alarms. A streamer's month is idle time and, for each tip, three
                requests, four events (it came, its audio is there, it was claimed, it was played) and its speech; and chat:

                | Streamer | Tips | Webhook endpoints | Sockets, hours each | Lines of chat a second | GB in the table |
                |---|---|---|---|---|---|
                %s

                | Without idle time, USD | small | medium | large |
                |---|---|---|---|
                %s

                Speech is the dearest part, and the one with a limit: `tts.characters_limit` is %s characters a month until you raise
                it, which is %.2f with a standard voice; tips beyond it come silent. It is counted here as far as it can be raised, %s.
                A neural voice costs four times that. The same words in the same voice are spoken once in 30 days. Assumed are %d
                characters and %d bytes of audio a tip, %d ms to have it made, and %d bytes for each answer, delivery and frame.

                A connector that sends each line of chat by itself costs %.2f a million lines. One that collects them and sends up to
                100 in a message (`chat.lines`) costs %.3f. A line that Twitch or Kick sends by itself, to an account that is
                connected, costs %.2f a million: its request, its read, its message in the work queue, and taking it. That is %s a
                month for the three streamers above; a follow costs %.2f a million.

                **A delivery that never succeeds costs %.0f a million**, where one that succeeds costs %.2f: eight attempts, and between them
                a hop through the queue every quarter of an hour. An endpoint that fails for five days is disabled.

                Of the idle month, %.2f are the queue's pollers: Lambda asks it with five. It goes down to two by itself,
                which would be %.2f, but not for a queue with a limit of concurrency (`ScalingConfig`), and without that limit one
                hanging receiver could take all ten functions of a new account. The other %.2f are the schedule that finds what is
                due.

                ## The whole life of a tip

                Three requests and three events to two endpoints and one socket, without speech, cost **%.2f** a million: %.2f the requests,
                %.2f handing its events on, %.2f the six deliveries. By what is paid for:

                | Part | USD a million |
                |---|---|
                %s

                What would lower it further, and why it is not done:

                | What | Saves | Why not |
                |---|---|---|
                | 256 MB for the worker | %.2f at most | half the memory is half the processor, each attempt is a new TLS connection, and a copy has up to 50 attempts in hand, whose receivers have ten seconds each: it is not measured on AWS that none of those is lost to waiting for the processor |
                | no claim before first attempts | %.2f | a message that comes twice, which SQS and the stream may bring, would be delivered twice though nothing failed |
                | events in pages of the log, in place of a place in each | %.2f | they are sorted by an index entry of their own row; a page that names them is a second read for each client that comes back with `since` |
                | the slot outside the queue's index | %.2f | one query reads slot and queue in one moment; two reads would cost each read of the queue 0.13 more, and could contradict each other |
                | the check of the tip when it is claimed | %.2f | a tip that is removed or cleared at that moment could be claimed; to read tip and slot in one moment instead would leave 1.00 of it |
                | the tip outside the index while it waits | %.2f | it would be another row once it is played, and every look-up of a tip by its id two reads |

                An overlay that polls `GET /tts/queue` every 2 seconds instead of holding a socket costs %.2f for 60 hours.

                ## An evening before the dashboard

                Home stays open for %d hours, while %d tips come in and play: it is loaded once, opens %d sockets (each lasts two
                hours), looks for changes once a minute, and once more for each of three events of a tip. That is %.4f. Without a
                socket it asks every 8 seconds instead, and costs %.4f. A hidden page asks for nothing.

                An overlay's page says what it does when that changes, and every ten seconds while something plays: %.2f a million
                times. An idle overlay reports nothing; one that plays for 15 of 60 hours costs %.4f for it.

                ## A stream that begins

                `stream.online` wakes the functions that a stream needs, so that its first tip meets none that has to start: %d
                requests, one message, %d invocations, each taken to work %.0f s to start. That is %.4f a stream, and %.4f a month of
                %d streams. While it is live they are asked again every five minutes, so that none is put away: %.4f a stream of %d hours, and
                %.4f a month. `WakeOnStream` 2 is nearly twice that, and 0 is none.
                """.formatted(
                        Prices.DATE,
                        Math.round(SECONDS_A_CALL * 1000),
                        Math.round(SECONDS_A_DELIVERY * 1000),
                        Stream.of(
                                        "`GET /tts/queue`, 10 tips wait",
                                        "`POST /tips`",
                                        "`POST /tts/{orderId}/start`",
                                        "`POST /tts/{orderId}/finish`",
                                        "`GET /me`")
                                .map(CostPage::requestLine)
                                .collect(Collectors.joining("\n")),
                        LINE_BYTES,
                        ATTEMPT_BYTES,
                        REPORT_BYTES,
                        log(REPORT_BYTES),
                        KEY_STEP,
                        ADDRESS_STEP,
                        KEY_STEP,
                        request(READ) - limiter(),
                        Stream.of(
                                        "A tip's fan-out, 1 endpoint and 1 socket",
                                        "A delivery that succeeds, any other",
                                        TWO_DELIVERIES,
                                        "A socket signs in, 10 tips wait")
                                .map(CostPage::eventLine)
                                .collect(Collectors.joining("\n")),
                        String.format(Locale.ROOT, "%,d", Math.round(TRIGGERS * POLLS_A_MONTH)),
                        idle(0),
                        idle(MILLION),
                        ALARMS * Prices.ALARM,
                        (ALARMS - FREE_ALARMS) * Prices.ALARM,
                        StreamerMonth.ALL.stream()
                                .map(month -> String.format(
                                        Locale.ROOT,
                                        "| a %s streamer, idle time included | %.2f | %.2f |",
                                        month.name(),
                                        idle(0) + month.all(),
                                        idle(MILLION) + month.all() - month.free()))
                                .collect(Collectors.joining("\n")),
                        StreamerMonth.ALL.stream()
                                .map(month -> String.format(
                                        Locale.ROOT,
                                        "| %s | %,d | %d | %d, %d | %s | %s |",
                                        month.name(),
                                        month.tips(),
                                        month.endpoints(),
                                        month.sockets(),
                                        month.hours(),
                                        month.lines(),
                                        month.gigabytes()))
                                .collect(Collectors.joining("\n")),
                        StreamerMonth.table(),
                        String.format(Locale.ROOT, "%,d", StreamerMonth.USUAL_CHARACTERS),
                        StreamerMonth.USUAL_CHARACTERS / MILLION * Prices.CHARACTERS,
                        String.format(Locale.ROOT, "%,d", StreamerMonth.MOST_CHARACTERS),
                        StreamerMonth.CHARACTERS,
                        StreamerMonth.AUDIO_BYTES,
                        Math.round(StreamerMonth.SECONDS_A_RENDER * 1000),
                        StreamerMonth.BYTES,
                        StreamerMonth.line(),
                        StreamerMonth.lineOfMany(),
                        received(LINE),
                        StreamerMonth.ALL.stream()
                                .map(month -> String.format(Locale.ROOT, "%.2f", month.receivedChat()))
                                .collect(Collectors.joining(", ")),
                        received("A follow that Twitch sends"),
                        failing(),
                        delivery(),
                        TRIGGERS * POLLS_A_MONTH / MILLION * Prices.QUEUE_REQUESTS,
                        TRIGGERS * POLLS_A_MONTH * FEWEST_POLLERS / POLLERS / MILLION * Prices.QUEUE_REQUESTS,
                        looks(false),
                        TipLife.all(),
                        TipLife.requests(),
                        TipLife.fanOut(),
                        TipLife.deliveries(),
                        TipLife.table(),
                        3 * SECONDS_A_DELIVERY * GB / 2 * Prices.GB_SECOND * MILLION,
                        6 * Prices.WRITE_UNITS,
                        3 * Prices.WRITE_UNITS,
                        4 * Prices.WRITE_UNITS,
                        2 * Prices.WRITE_UNITS,
                        4 * Prices.WRITE_UNITS,
                        60 * 60 * 60 / 2 / MILLION * request("`GET /tts/queue`, 10 tips wait"),
                        EVENING_HOURS,
                        EVENING_TIPS,
                        EVENING_HOURS / 2,
                        evening(),
                        eveningWithoutSocket(),
                        report(),
                        15 * 360 / MILLION * report(),
                        WAKING_REQUESTS,
                        WOKEN,
                        SECONDS_A_START,
                        waking(),
                        STREAMS_A_MONTH * waking(),
                        STREAMS_A_MONTH,
                        keepingAwake(),
                        HOURS_A_STREAM,
                        STREAMS_A_MONTH * keepingAwake());
    }

    /// The cost of waking, with the row that says that a stream has begun.
    private static double waking() {
        return (Prices.WRITE_UNITS
                        + WAKING_REQUESTS * Prices.HTTP_REQUESTS
                        + 3 * Prices.QUEUE_REQUESTS
                        + WOKEN * (lambda(SECONDS_A_START) + log()))
                / MILLION;
    }

    /// The cost of calling a stream's functions again as long as it is live: the requests, and the message that leads
    /// to them, which is a row until it is due.
    private static double keepingAwake() {
        double once = WAKING_REQUESTS * (Prices.HTTP_REQUESTS + lambda(SECONDS_A_CALL) + log())
                + 2 * Prices.WRITE_UNITS
                + 3 * Prices.QUEUE_REQUESTS
                + lambda(SECONDS_A_START)
                + log();
        return HOURS_A_STREAM * WAKINGS_AN_HOUR * once / MILLION;
    }

    /// The cost of Home for an evening, in dollars.
    private static double evening() {
        double socket = request("`POST /dashboard/realtime`")
                + eventAll(row("A socket opens"))
                + eventAll(row("A socket signs in with a realtime token, 10 tips wait"))
                + eventAll(row("A socket closes"));
        double minutes = EVENING_HOURS * 60;
        double events = 3 * EVENING_TIPS;
        return (request(HOME)
                        + EVENING_HOURS / 2.0 * socket
                        + minutes * Prices.SOCKET_MINUTES
                        + events * Prices.SOCKET_MESSAGES
                        + (minutes + events) * request(HOME_AGAIN))
                / MILLION;
    }

    private static double eveningWithoutSocket() {
        return (request(HOME) + EVENING_HOURS * 3600 / 8.0 * request(HOME_AGAIN)) / MILLION;
    }

    /// A million reports of overlays, with the messages that bring them.
    private static double report() {
        return eventAll(row("An overlay's page says what it does")) + Prices.SOCKET_MESSAGES;
    }

    private static double idle(double freeRequests) {
        return Math.max(0, TRIGGERS * POLLS_A_MONTH - freeRequests) / MILLION * Prices.QUEUE_REQUESTS
                + looks(freeRequests > 0);
    }

    /// The cost of the schedule of every two minutes in a month with no timers, which is one look at the table. The
    /// free tier covers the scheduled calls and the invocations.
    private static double looks(boolean free) {
        double look = Prices.READ_UNITS;
        return LOOKS_A_MONTH / MILLION * (free ? look : look + Prices.SCHEDULED_CALLS + lambda(SECONDS_A_CALL));
    }

    /// A million events that a platform sends: the request with its read and its message, which `HookCallsTest` holds,
    /// and taking it. Messages that come in one batch cost less.
    static double received(String what) {
        return Prices.HTTP_REQUESTS
                + Prices.READ_UNITS
                + table(row(what + ", taken"))
                + 3 * Prices.FAIR_QUEUE_REQUESTS
                + 2 * (lambda(SECONDS_A_CALL) + log());
    }

    /// A million deliveries that fail at every attempt: the attempts, and the hops between them, each of which is at
    /// most as long as a queue can delay a message.
    private static double failing() {
        double attempts = ATTEMPTS
                * (lambda(SECONDS_A_DELIVERY)
                        + table(row("A delivery's attempt that fails and is not the last"))
                        + log(ATTEMPT_BYTES));
        double hops = RETRY_HOURS * 60 / HOP_MINUTES;
        return attempts + (ATTEMPTS + hops) * (3 * Prices.FAIR_QUEUE_REQUESTS) + hops * lambda(SECONDS_A_CALL);
    }

    static double delivery() {
        return lambda(SECONDS_A_DELIVERY)
                + table(row("A delivery that succeeds, any other"))
                + TAKING * Prices.FAIR_QUEUE_REQUESTS
                + log(ATTEMPT_BYTES);
    }

    /// A million events, delivered to so many endpoints that do well. Each more of them costs what the second one does,
    /// up to ten.
    static double deliveries(int endpoints) {
        double more =
                table(row(TWO_DELIVERIES)) - table(row("A delivery that succeeds, any other")) + log(ATTEMPT_BYTES);
        return endpoints == 0 ? 0 : delivery() + (endpoints - 1) * more;
    }

    private static String requestLine(String what) {
        List<Double> row = row(what);
        return line(what, Prices.HTTP_REQUESTS, lambda(SECONDS_A_CALL), table(row), limiter(), log());
    }

    static double request(String what) {
        return Prices.HTTP_REQUESTS + lambda(SECONDS_A_CALL) + table(row(what)) + limiter() + log();
    }

    /// The cost of counting a million requests of a busy key, by the cost of a read that has a count to tell of.
    static double limiter() {
        double read = table(row(READ));
        double ofKey = table(row(READ + ", the key's count is due (every 4th request)")) - read;
        double ofAddress = table(row(READ + ", the address's count is due (every 7th request)")) - read;
        return ofKey / KEY_STEP + ofAddress / ADDRESS_STEP;
    }

    private static String eventLine(String what) {
        List<Double> row = row(what);
        boolean isShared = what.equals(TWO_DELIVERIES);
        boolean delivery = isShared || what.startsWith("A delivery");
        return line(
                what,
                lambda(delivery ? SECONDS_A_DELIVERY : SECONDS_A_CALL),
                table(row),
                (delivery ? TAKING : row.get(4)) * Prices.FAIR_QUEUE_REQUESTS,
                row.get(5) * Prices.SOCKET_MESSAGES,
                delivery ? log(ATTEMPT_BYTES) * (isShared ? 2 : 1) : log(LINE_BYTES));
    }

    static double eventAll(List<Double> row) {
        return lambda(SECONDS_A_CALL)
                + table(row)
                + row.get(4) * Prices.FAIR_QUEUE_REQUESTS
                + row.get(5) * Prices.SOCKET_MESSAGES
                + log();
    }

    private static String line(String what, double... parts) {
        StringBuilder line = new StringBuilder("| " + what);
        double sum = 0;
        for (double part : parts) {
            line.append(String.format(Locale.ROOT, " | %.2f", part));
            sum += part;
        }
        return line.append(String.format(Locale.ROOT, " | **%.2f** |", sum)).toString();
    }

    static double lambda(double seconds) {
        return Prices.INVOCATIONS + seconds * GB * Prices.GB_SECOND * MILLION;
    }

    /// A million times the units of a row of the table: its read units stand third, its write units fourth.
    static double table(List<Double> row) {
        return row.get(2) * Prices.READ_UNITS + row.get(3) * Prices.WRITE_UNITS;
    }

    private static double log() {
        return log(LINE_BYTES);
    }

    static double log(int bytes) {
        return (bytes + ADDED_BYTES) * MILLION / 1e9 * Prices.LOG_GB;
    }

    /// The numbers of a row of the documented tables.
    static List<Double> row(String what) {
        String line = CostTable.documented()
                .lines()
                .filter(one -> one.startsWith("| " + what + " |"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("docs/table.md counts no " + what));
        return Stream.of(line.substring(what.length() + 4)
                        .replaceAll("[|\\s]+$", "")
                        .split("\\|", -1))
                .map(String::strip)
                .map(Double::valueOf)
                .toList();
    }

    private static long alarms() {
        Template template =
                Template.read(Service.root().resolve("template.yaml"), Map.of("AlarmEmail", "a@example.com"));
        return template.resources("AWS::CloudWatch::Alarm").stream()
                .mapToLong(alarm -> Math.max(
                        1,
                        alarm.properties().sections("Metrics").stream()
                                .filter(metric -> metric.has("MetricStat"))
                                .count()))
                .sum();
    }
}
