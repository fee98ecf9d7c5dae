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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Servers of the account's webhook endpoints. All but the good one fail at times, and hang.
final class Receivers {

    private static final Duration HANG = Duration.ofSeconds(10);
    private static final int FAILED = 500;
    private static final int GONE = 410;

    private final World world;
    private final List<Attempt> attempts = new ArrayList<>();

    /// The answer of the bad receiver when all others do well again; 0 if it does well, too.
    private final int last;

    Receivers(World world) {
        this.world = world;
        int draw = world.luck().number(6);
        this.last = world.luck().isSpotless() || draw > 2 ? 0 : draw == 2 ? GONE : FAILED;
    }

    /// A request that a receiver got.
    record Attempt(Instant at, String host, String eventId, String delivery, int number, int status) {

        boolean isTaken() {
            return status / 100 == 2;
        }
    }

    List<Attempt> attempts() {
        return attempts;
    }

    /// The events that a receiver has answered with a 2xx.
    Set<String> taken(String host) {
        Set<String> taken = new HashSet<>();
        attempts.stream()
                .filter(attempt -> attempt.host.equals(host) && attempt.isTaken())
                .forEach(attempt -> taken.add(attempt.eventId));
        return taken;
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
        int status = world.isOver() && host.startsWith("bad") && last > 0 ? last : draw < 3 ? FAILED : 204;
        if (header(request, "Attempt").equals("7")) {
            world.story().reached("a delivery is tried for the seventh time");
        }
        if (status == GONE) {
            world.story().reached("a receiver is gone");
        }
        attempts.add(new Attempt(
                world.turns().now(),
                host,
                header(request, "Event-Id"),
                header(request, "Delivery"),
                Integer.parseInt(header(request, "Attempt")),
                draw == 3 ? 0 : status));
        world.story()
                .tell(host + " gets " + header(request, "Event-Id") + ", attempt " + header(request, "Attempt") + ": "
                        + (draw == 3 ? "hangs" : status));
        if (draw == 3) {
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
