package streamerapi.simulation.year;

import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okhttp3.internal.connection.RealCall;
import okio.Buffer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Servers of the account's webhook endpoints. All but the good one fail at times, and hang.
final class Receivers {

    /// How often a delivery is tried (spec "Delivery").
    static final int MOST_ATTEMPTS = 8;

    private static final Duration HANG = Duration.ofSeconds(10);
    private static final int FAILED = 500;
    private static final int GONE = 410;

    private final World world;
    private final List<Attempt> attempts = new ArrayList<>();

    /// The answer of the bad receiver when all others do well again; 0 if it does well, too.
    private int last;

    private boolean isRefusing;

    Receivers(World world) {
        this.world = world;
        int draw = world.luck().number(6);
        this.last = world.luck().isSpotless() || draw > 2 ? 0 : draw == 2 ? GONE : FAILED;
    }

    /// Has the bad receiver refuse everything, from now on and to the end.
    void refuse() {
        last = FAILED;
        isRefusing = true;
    }

    /// A request that a receiver got.
    ///
    /// @param isOnRestored whether the process that sent it works on a table that was restored
    record Attempt(
            Instant at, String host, String eventId, String delivery, int number, int status, boolean isOnRestored) {

        boolean isTaken() {
            return status / 100 == 2;
        }
    }

    List<Attempt> attempts() {
        return attempts;
    }

    /// The events that a receiver has answered with a 2xx.
    Set<String> taken(String host) {
        return events(host, Attempt::isTaken);
    }

    /// The events whose last attempt a receiver has answered with another status.
    Set<String> refusedToTheEnd(String host) {
        return events(host, attempt -> attempt.number == MOST_ATTEMPTS && attempt.status > 0 && !attempt.isTaken());
    }

    private Set<String> events(String host, Predicate<Attempt> which) {
        Set<String> events = new TreeSet<>();
        attempts.stream()
                .filter(attempt -> attempt.host.equals(host) && which.test(attempt))
                .forEach(attempt -> events.add(attempt.eventId));
        return events;
    }

    Response answer(LambdaProcess process, Interceptor.Chain chain) throws IOException {
        Request request = chain.request();
        process.turns().sleep(world.luck().latency());
        world.lambdas().mayDie(process, "before its request is sent");
        String sent = request.headers() + text(request);
        world.story().note(process.name() + " asks " + request.url(), sent.getBytes(StandardCharsets.UTF_8));
        world.secrecy().look("a request to a receiver", sent);
        String host = request.url().host();
        boolean isBad = !host.startsWith("good");
        int draw = isBad && !world.isOver() ? world.luck().number(10) : 9;
        draw = host.startsWith(Neighbour.HANGS) && !world.isOver() ? 3 : draw;
        boolean isLast = host.startsWith("bad") && last > 0 && (world.isOver() || isRefusing);
        boolean hangs = draw == 3 && !isLast;
        int status = isLast ? last : draw < 3 ? FAILED : 204;
        int number = Integer.parseInt(header(request, "Attempt"));
        if (number == 7) {
            world.story().reached("a delivery is tried for the seventh time");
        }
        if (number == MOST_ATTEMPTS) {
            world.story().reached("a delivery is tried for the eighth time");
        }
        if (status == GONE) {
            world.story().reached("a receiver is gone");
        }
        attempts.add(new Attempt(
                world.turns().now(),
                host,
                header(request, "Event-Id"),
                header(request, "Delivery"),
                number,
                hangs ? 0 : status,
                process.isOnRestored()));
        world.story()
                .tell(host + " gets " + header(request, "Event-Id") + ", attempt " + number + ": "
                        + (hangs ? "hangs" : status));
        if (hangs) {
            process.turns().sleep(HANG);
            throw new InterruptedIOException("timeout");
        }
        world.lambdas().mayDie(process, "after its request was answered");
        process.turns().sleep(world.luck().latency());
        Response response = new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(status)
                .message("")
                .body(ResponseBody.create("", null))
                .build();
        EventListener heard = ((RealCall) chain.call()).getEventListener$okhttp();
        heard.responseHeadersEnd(chain.call(), response);
        return response;
    }

    private static String text(Request request) throws IOException {
        Buffer buffer = new Buffer();
        Objects.requireNonNull(request.body()).writeTo(buffer);
        return buffer.readUtf8();
    }

    private static String header(Request request, String name) {
        for (String header : request.headers().names()) {
            if (header.endsWith(name) && !header.startsWith("webhook")) {
                return Objects.requireNonNull(request.header(header));
            }
        }
        throw new IllegalStateException("no header " + name);
    }
}
