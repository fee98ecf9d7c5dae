package streamerapi.service.counts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The cost of a streamer's month beyond idle time, part by part, in US dollars.
///
/// @param name of the kind of streamer
/// @param endpoints webhook endpoints that want every event
/// @param sockets how many are open while the stream is live
/// @param hours of streams
/// @param lines of chat, a second
/// @param gigabytes in the table
record StreamerMonth(String name, int tips, int endpoints, int sockets, int hours, double lines, double gigabytes) {

    static final List<StreamerMonth> ALL = List.of(
            new StreamerMonth("small", 3_000, 1, 1, 60, 0.2, 0.1),
            new StreamerMonth("medium", 30_000, 2, 2, 120, 2, 1),
            new StreamerMonth("large", 300_000, 3, 5, 200, 10, 10));

    /// The events of a tip: it came, its audio is there, it was claimed, it was played.
    static final int EVENTS = 4;

    /// The characters that a tip has, and what its speech is in bytes: assumed.
    static final int CHARACTERS = 100;

    static final int AUDIO_BYTES = 36_000;

    /// The bytes of an answer, a delivery or a frame: assumed.
    static final int BYTES = 1_000;

    /// The time that the render function takes for a tip: assumed, most of it waiting for the speech service.
    static final double SECONDS_A_RENDER = 0.300;

    /// The greatest limit of characters a month that a streamer can set, and the one that is set without that.
    static final int MOST_CHARACTERS = 10_000_000;

    static final int USUAL_CHARACTERS = 100_000;

    /// The size from which old tips move, of template.yaml.
    private static final double LARGE_GIGABYTES = 2;

    private static final double MILLION = 1_000_000;
    private static final double FREE_OUT_GB = 100;
    private static final double FREE_SECONDS = 400_000;
    private static final double FREE_LOG_GB = 5;
    private static final double FREE_TABLE_GB = 25;

    /// Its parts, without any free tier.
    Map<String, Double> parts() {
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("requests: sent in, claimed, finished", perTip(requests()));
        parts.put("events, to endpoints and sockets", perTip(EVENTS * event()) + openSockets());
        parts.put("audio: made, kept, fetched", perTip(audio()));
        parts.put("speech, " + CHARACTERS + " characters a tip", characters() / MILLION * Prices.CHARACTERS);
        parts.put("chat, each line a message", chatLines() / MILLION * line());
        parts.put("bytes that go out", outGigabytes() * Prices.OUT_GB);
        parts.put("Lambda's own log lines", calls() / MILLION * CostPage.log(CostPage.REPORT_BYTES));
        parts.put("old tips moved to the partitions of their months", perTip(archived()));
        parts.put("rows that are kept", gigabytes * Prices.TABLE_GB);
        return parts;
    }

    double all() {
        return parts().values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// The part of it that the lasting free tier pays.
    double free() {
        double logged = calls() * (CostPage.LINE_BYTES + CostPage.REPORT_BYTES + 2.0 * CostPage.ADDED_BYTES) / 1e9;
        return Math.min(calls(), MILLION) / MILLION * Prices.INVOCATIONS
                + Math.min(seconds() * CostPage.GB, FREE_SECONDS) * Prices.GB_SECOND
                + Math.min(logged, FREE_LOG_GB) * Prices.LOG_GB
                + Math.min(outGigabytes(), FREE_OUT_GB) * Prices.OUT_GB
                + Math.min(gigabytes, FREE_TABLE_GB) * (Prices.TABLE_GB - 0.20);
    }

    /// The table of all parts of all streamers.
    static String table() {
        return ALL.getFirst().parts().keySet().stream()
                .map(part -> "| " + part + " | "
                        + ALL.stream()
                                .map(month -> String.format(
                                        Locale.ROOT, "%.2f", month.parts().get(part)))
                                .collect(Collectors.joining(" | "))
                        + " |")
                .collect(Collectors.joining("\n"));
    }

    private double perTip(double amillion) {
        return tips * amillion / MILLION;
    }

    static double requests() {
        return CostPage.request("`POST /tips`")
                + CostPage.request("`POST /tts/{orderId}/start`")
                + CostPage.request("`POST /tts/{orderId}/finish`");
    }

    /// A million events, each handed to all endpoints and sockets.
    private double event() {
        return CostPage.table(CostPage.row("A tip's fan-out, no subscriber"))
                + CostPage.lambda(CostPage.SECONDS_A_CALL)
                + CostPage.log(CostPage.LINE_BYTES)
                + (endpoints == 0 ? 0 : Prices.FAIR_QUEUE_REQUESTS)
                + CostPage.deliveries(endpoints)
                + sockets * Prices.SOCKET_MESSAGES;
    }

    private double openSockets() {
        return sockets
                * (hours * 60 / MILLION * Prices.SOCKET_MINUTES
                        + hours / 2.0 / MILLION * CostPage.eventAll(CostPage.row("A socket signs in, 10 tips wait")));
    }

    /// A million tips: the message, the rows, the object, and one request for it, which is sent on to S3.
    private static double audio() {
        return CostPage.lambda(SECONDS_A_RENDER)
                + CostPage.table(CostPage.row("A tip's audio is made, of new words"))
                + 3 * Prices.FAIR_QUEUE_REQUESTS
                + CostPage.log(CostPage.LINE_BYTES)
                + Prices.OBJECTS_PUT
                + Prices.HTTP_REQUESTS
                + CostPage.lambda(CostPage.SECONDS_A_CALL)
                + CostPage.log(CostPage.LINE_BYTES)
                + Prices.OBJECTS_READ;
    }

    /// A million tips of an account that is large enough for its old tips to move.
    private double archived() {
        return gigabytes < LARGE_GIGABYTES
                ? 0
                : CostPage.table(CostPage.row(Measuring.ARCHIVED + " old tips move to the partition of their month"))
                        / Measuring.ARCHIVED;
    }

    private double characters() {
        return Math.min((double) tips * CHARACTERS, MOST_CHARACTERS);
    }

    /// A million lines of chat, each in a message of its own.
    static double line() {
        return Prices.HTTP_REQUESTS
                + CostPage.lambda(CostPage.SECONDS_A_CALL)
                + CostPage.table(CostPage.row("`POST /ingest/{source}`, `chat.message`"))
                + CostPage.log(CostPage.LINE_BYTES);
    }

    /// A million lines of chat, a hundred in a message.
    static double lineOfMany() {
        double message = Prices.HTTP_REQUESTS
                + CostPage.lambda(CostPage.SECONDS_A_CALL)
                + CostPage.table(CostPage.row("`POST /ingest/{source}`, `chat.lines`, 100 lines, no command"))
                + CostPage.log(CostPage.LINE_BYTES);
        return message / 100;
    }

    /// The cost of these lines if the platform itself sends them.
    double receivedChat() {
        return chatLines() / MILLION * CostPage.received(CostPage.LINE);
    }

    private double chatLines() {
        return lines * 3600 * hours;
    }

    private double outGigabytes() {
        return tips * (3.0 * BYTES + (double) EVENTS * (endpoints + sockets) * BYTES + AUDIO_BYTES) / 1e9;
    }

    private double calls() {
        return tips * (3.0 + EVENTS + 2 + EVENTS) + chatLines();
    }

    private double seconds() {
        return tips
                        * ((3 + EVENTS + 1) * CostPage.SECONDS_A_CALL
                                + SECONDS_A_RENDER
                                + EVENTS * CostPage.SECONDS_A_DELIVERY)
                + chatLines() * CostPage.SECONDS_A_CALL;
    }
}
