package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/// The ways in which a receiver can misbehave, or only behave in a way of its own, and what becomes of the delivery
/// (docs/webhooks.md).
enum Misbehaviour {
    ACCEPTS_AND_HANGS(Ends.LATE, c -> {
        c.request();
        c.hang();
    }),
    READS_NOTHING(Ends.LATE, BadReceiver.Connection::hang),
    ANSWERS_AFTER_ELEVEN_SECONDS(Ends.LATE, c -> {
        c.request();
        Thread.sleep(Duration.ofSeconds(11));
        c.send(Ends.OK);
    }),
    DRIPS_ITS_HEADERS(Ends.LATE, c -> {
        c.request();
        c.drip("HTTP/1.1 200 OK\r\nX-Slow: aaaaaaaaaaaaaaaaaa");
    }),
    CONTINUES_FOR_EVER(Ends.LATE, c -> {
        c.request();
        while (true) {
            c.send("HTTP/1.1 100 Continue\r\n\r\n");
            Thread.sleep(20);
        }
    }),
    CONTINUES_AND_ANSWERS(Ends.with(200), c -> {
        c.request();
        c.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" + Ends.OK);
    }),
    DRIPS_ITS_BODY(Ends.with(200), c -> {
        c.request();
        c.drip("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\na");
    }),
    SENDS_A_GIGABYTE(Ends.with(200), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
        c.sendForEver(new byte[8_192]);
    }),
    SENDS_A_GIGABYTE_OF_REGRETS(Ends.with(500), c -> {
        c.request();
        c.send("HTTP/1.1 500 Sorry\r\n\r\n");
        c.sendForEver(new byte[8_192]);
    }),
    SENDS_A_BOMB(Ends.with(200), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
        c.send(new byte[] {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 0});
        c.sendForEver("name".repeat(2_048).getBytes(StandardCharsets.US_ASCII));
    }),
    BREAKS_OFF_ITS_BODY(Ends.with(200), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
    }),
    SENDS_A_MEGABYTE_OF_HEADERS(Ends.failing("The endpoint closed the connection without an answer"), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\n");
        c.send("X-Much: ".concat("x".repeat(1_000)).concat("\r\n").repeat(1_000));
        c.send("\r\n");
    }),
    SENDS_ONE_LONG_HEADER(Ends.failing("The endpoint closed the connection without an answer"), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\nX-Long: ");
        c.sendForEver("x".repeat(8_192).getBytes(StandardCharsets.US_ASCII));
    }),
    RESETS_THE_CONNECTION(Ends.failing("The connection broke before an answer came"), c -> {
        c.request();
        c.socket().setSoLinger(true, 0);
        c.socket().close();
    }),
    CLOSES_WITHOUT_AN_ANSWER(
            Ends.failing("The endpoint closed the connection without an answer"), BadReceiver.Connection::request),
    CLOSES_WITHIN_ITS_STATUS(Ends.failing("The endpoint closed the connection without an answer"), c -> {
        c.request();
        c.send("HTTP/1.1 20");
    }),
    SPEAKS_ANOTHER_PROTOCOL(Ends.failing("The answer is not HTTP"), c -> {
        c.request();
        c.send("220 mail.example.com ESMTP\r\n".repeat(5_000));
    }),
    HAS_A_STATUS_BELOW_ZERO(Ends.failing("The answer is not HTTP"), c -> {
        c.request();
        c.send("HTTP/1.1 -20 Minus\r\nContent-Length: 0\r\n\r\n");
    }),
    HAS_A_LENGTH_BELOW_ZERO(Ends.with(200), c -> {
        c.request();
        c.send("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n");
    }),
    SWITCHES_PROTOCOLS(Ends.with(101), c -> {
        c.request();
        c.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        c.hang();
    }),
    HAS_NO_CONTENT(Ends.with(204), c -> {
        c.request();
        c.send("HTTP/1.1 204 No Content\r\n\r\n");
    }),
    HAS_NO_CONTENT_AND_SENDS_IT(Ends.with(204), c -> {
        c.request();
        c.send("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nOK");
    }),
    IS_STRANGELY_PLEASED(Ends.with(299), c -> {
        c.request();
        c.send("HTTP/1.1 299 Quite OK\r\nContent-Length: 0\r\n\r\n");
    }),
    HAS_A_STATUS_OF_ITS_OWN(Ends.with(999), Ends.answering("999 Denied", "X-Reason: robot")),
    WANTS_A_PASSWORD(Ends.with(401), Ends.answering("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"")),
    TAKES_ITSELF_FOR_A_PROXY(Ends.with(407), Ends.answering("407 Proxy", "Proxy-Authenticate: Basic realm=\"x\"")),
    WANTS_IT_AGAIN(Ends.with(408), Ends.answering("408 Request Timeout", "Retry-After: 0")),
    IS_GONE(Ends.with(410), Ends.answering("410 Gone", "X-Reason: closed")),
    WANTS_IT_ELSEWHERE(Ends.with(421), Ends.answering("421 Misdirected Request", "X-Reason: host")),
    IS_BUSY_FOR_TWO_HOURS(Ends.with(429), Ends.answering("429 Too Many Requests", "Retry-After: 7200")),
    IS_AWAY_UNTIL_A_DATE(Ends.with(503), c -> {
        String request = c.request();
        c.send("HTTP/1.1 503 Away\r\nContent-Length: 0\r\nRetry-After: " + twoHoursAfter(request) + "\r\n\r\n");
    }),
    IS_AWAY_FOR_NO_TIME(Ends.with(503), Ends.answering("503 Away", "Retry-After: 0")),
    IS_AWAY_FOR_A_WHILE(Ends.with(503), Ends.answering("503 Away", "Retry-After: a while")),
    IS_AWAY_FOR_CENTURIES(Ends.with(503), Ends.answering("503 Away", "Retry-After: 99999999999")),
    ;

    /// How long those wait that may ask for it.
    static final Map<Misbehaviour, Duration> WAITS = Map.of(
            IS_BUSY_FOR_TWO_HOURS, Duration.ofHours(2),
            IS_AWAY_UNTIL_A_DATE, Duration.ofHours(2),
            IS_AWAY_FOR_CENTURIES, Duration.ofHours(24));

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable values
    private final Ends ends;

    @SuppressWarnings("ImmutableEnumChecker") // behaviours keep nothing
    private final BadReceiver.Behaviour behaviour;

    Misbehaviour(Ends ends, BadReceiver.Behaviour behaviour) {
        this.ends = ends;
        this.behaviour = behaviour;
    }

    Ends ends() {
        return ends;
    }

    BadReceiver open() throws IOException {
        return BadReceiver.open(behaviour);
    }

    /// A date by the clock of the sender, which stands in the request.
    private static String twoHoursAfter(String request) {
        long sent = Long.parseLong(request.replaceAll("(?s).*webhook-timestamp: ([0-9]+).*", "$1"));
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochSecond(sent).plus(Duration.ofHours(2)).atOffset(ZoneOffset.UTC));
    }

    /// The delivery record's words on the attempt.
    ///
    /// @param status the answer's, or null if there was none
    /// @param error null for a success
    record Ends(@Nullable Integer status, @Nullable String error) {

        static final Ends LATE = failing("The endpoint did not answer within 10 seconds");
        static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";

        static Ends with(int status) {
            return new Ends(status, status / 100 == 2 ? null : "The endpoint answered " + status);
        }

        static Ends failing(String error) {
            return new Ends(null, error);
        }

        /// Answers as often as it is asked.
        static BadReceiver.Behaviour answering(String status, String header) {
            return c -> {
                while (true) {
                    c.request();
                    c.send("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + header + "\r\n\r\n");
                }
            };
        }
    }
}
