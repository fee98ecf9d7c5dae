package streamerapi.webhooks;

import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import streamerapi.outbound.VettedClient;
import streamerapi.outbound.VettedSockets;
import streamerapi.shared.tasks.Host;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import javax.net.SocketFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/// Posts to receivers: one attempt, which sends one request and waits 10 seconds at most for the status of the answer.
///
/// Every attempt has a connection of its own. So every attempt's address is vetted, no attempt meets a connection that
/// went stale while the process was frozen, and none shares one with a request that hangs.
///
/// The status decides. The body is read, 64 KiB or one second at most and never unpacked, because a receiver may not
/// like to be hung up on; the beginning of a failure's is kept for the endpoint's owner.
final class WebhookClient {

    /// How long an attempt may take, from the look-up of the name to the status of the answer.
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration LAST_BYTES = Duration.ofSeconds(1);
    private static final int MAX_ANSWER = 64 * 1024;
    private static final int MAX_KEPT = 1_024;
    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

    private final OkHttpClient client;

    /// @param allowPrivate whether private addresses may be called: on the local stack
    WebhookClient(boolean allowPrivate) {
        this(new VettedSockets(allowPrivate), Dns.SYSTEM, TIMEOUT);
    }

    WebhookClient(SocketFactory sockets, Dns names, Duration timeout) {
        this.client = VettedClient.builder(sockets, names, timeout)
                .eventListenerFactory(
                        call -> Objects.requireNonNull(call.request().tag(Heard.class)))
                .build();
    }

    /// The result of an attempt.
    ///
    /// @param status the answer's status, or null if there was none
    /// @param duration until the status came, or until nothing more was waited for
    /// @param error what went wrong, for the owner of the endpoint, in our words alone; null for a 2xx
    /// @param retryAfter what a 429 or 503 asks for, as it was sent, or null
    /// @param body the first 1,024 bytes of a failure's body as UTF-8, without control characters; null if it had none
    record Answer(
            @Nullable Integer status,
            Duration duration,
            @Nullable String error,
            @Nullable String retryAfter,
            @Nullable String body) {
        boolean isSuccess() {
            return error == null;
        }
    }

    /// Posts the body.
    Answer post(String url, Map<String, String> headers, byte[] body) {
        Heard heard = new Heard();
        Request request;
        try {
            request = new Request.Builder()
                    .url(url)
                    .headers(Headers.of(headers))
                    .header("Accept-Encoding", "identity")
                    .post(RequestBody.create(body, JSON))
                    .tag(Heard.class, heard)
                    .build();
        } catch (IllegalArgumentException e) {
            return heard.nothing("The URL cannot be called");
        }
        Call call = client.newCall(request);
        try (Response response = call.execute()) {
            BufferedSource source = response.body().source();
            drain(source);
            String beginning = beginning(source);
            call.cancel();
            return heard.answer(beginning);
        } catch (IOException e) {
            return heard.something() ? heard.answer(null) : heard.nothing(heard.reason(e));
        }
    }

    private static void drain(BufferedSource source) {
        try {
            source.timeout().deadline(LAST_BYTES.toMillis(), TimeUnit.MILLISECONDS);
            while (source.getBuffer().size() < MAX_ANSWER
                    && source.request(source.getBuffer().size() + 1)) {}
        } catch (IOException e) {
            // The bytes before the fault stay in the buffer.
            return;
        }
    }

    private static @Nullable String beginning(BufferedSource source) {
        Buffer read = source.getBuffer();
        String text = read.snapshot((int) Math.min(read.size(), MAX_KEPT)).utf8();
        StringBuilder kept = new StringBuilder();
        text.codePoints()
                .filter(c -> c == '\n' || c == '\t' || !Character.isISOControl(c))
                .forEach(kept::appendCodePoint);
        read.clear();
        return kept.isEmpty() ? null : kept.toString();
    }

    /// The answer of a receiver as it came in, from that moment on: the client takes some answers for faults of its
    /// own, for example a 407, or a 204 with a length.
    private static final class Heard extends EventListener {
        private final long began = Host.nanoTime();
        private volatile @Nullable Response response;
        private volatile long at;
        private volatile boolean connected;

        @Override
        public void connectionAcquired(Call call, Connection connection) {
            connected = true;
        }

        @Override
        public void responseHeadersEnd(Call call, Response headers) {
            at = Host.nanoTime();
            response = headers;
        }

        boolean something() {
            return response != null;
        }

        Answer answer(@Nullable String body) {
            Response headers = Objects.requireNonNull(response);
            int status = headers.code();
            boolean mayAsk = status == 429 || status == 503;
            return new Answer(
                    status,
                    milliseconds(at - began),
                    headers.isSuccessful() ? null : "The endpoint answered " + status,
                    mayAsk ? headers.header("Retry-After") : null,
                    headers.isSuccessful() ? null : body);
        }

        Answer nothing(String why) {
            return new Answer(null, milliseconds(Host.nanoTime() - began), why, null, null);
        }

        String reason(IOException e) {
            return switch (e) {
                case InterruptedIOException timeout -> "The endpoint did not answer within 10 seconds";
                case UnknownHostException unknown -> "The host name does not resolve";
                case VettedSockets.RefusedAddress refused -> "The address is private, internal or special";
                case SSLPeerUnverifiedException other -> "The TLS certificate is not for this host name";
                case SSLException tls ->
                    tls.getCause() instanceof CertificateException
                            ? "The TLS certificate is not trusted"
                            : "The TLS connection failed";
                case ProtocolException garbage -> "The answer is not HTTP";
                default ->
                    !connected
                            ? "The endpoint cannot be connected to"
                            : e.getCause() instanceof EOFException
                                    ? "The endpoint closed the connection without an answer"
                                    : "The connection broke before an answer came";
            };
        }

        private static Duration milliseconds(long nanos) {
            return Duration.ofNanos(nanos).truncatedTo(ChronoUnit.MILLIS);
        }
    }
}
