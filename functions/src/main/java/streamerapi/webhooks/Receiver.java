package streamerapi.webhooks;

import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import javax.net.SocketFactory;
import javax.net.ssl.SSLException;

/// Posts to receivers: one attempt, 10 seconds at most, no redirect followed, 64 KiB of the answer read at most.
///
/// Whether an address may be called is decided by the socket itself, at the moment of connecting: what is vetted is
/// what is dialled, whatever a name resolved to before.
final class Receiver {

    /// How long an attempt may take, from the first look-up of the name to the last byte read.
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");
    private static final int LONGEST_ANSWER = 64 * 1024;

    private final OkHttpClient client;

    /// @param allowPrivate whether private addresses may be called: on the local stack
    Receiver(boolean allowPrivate) {
        this.client = new OkHttpClient.Builder()
                .callTimeout(TIMEOUT)
                .connectTimeout(TIMEOUT)
                .readTimeout(TIMEOUT)
                .writeTimeout(TIMEOUT)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .proxy(Proxy.NO_PROXY)
                .socketFactory(new VettingSocketFactory(allowPrivate))
                .build();
    }

    /// What came of an attempt.
    ///
    /// @param status the answer's status, or null where there was none
    /// @param error what went wrong, for the owner of the endpoint; null for a 2xx
    /// @param retryAfter what a 429 or 503 asks for, as it was sent, or null
    record Answer(
            @Nullable Integer status,
            Duration duration,
            @Nullable String error,
            @Nullable String retryAfter) {
        boolean isSuccess() {
            return error == null;
        }
    }

    /// Posts the body.
    Answer post(String url, Map<String, String> headers, byte[] body) {
        long began = System.nanoTime();
        Request request;
        try {
            request = new Request.Builder()
                    .url(url)
                    .headers(Headers.of(headers))
                    .post(RequestBody.create(body, JSON))
                    .build();
        } catch (IllegalArgumentException e) {
            return new Answer(null, since(began), "The URL cannot be called", null);
        }
        try (Response response = client.newCall(request).execute()) {
            drain(response);
            String error = response.isSuccessful() ? null : "The endpoint answered " + response.code();
            boolean mayAsk = response.code() == 429 || response.code() == 503;
            return new Answer(response.code(), since(began), error, mayAsk ? response.header("Retry-After") : null);
        } catch (IOException e) {
            return new Answer(null, since(began), reason(e), null);
        }
    }

    /// Reads a short answer to its end, so that the connection can be used again; a longer one is not waited for.
    private static void drain(Response response) throws IOException {
        var source = response.body().source();
        if (source.request(LONGEST_ANSWER)) {
            return;
        }
        source.skip(source.getBuffer().size());
    }

    private static String reason(IOException e) {
        return switch (e) {
            case InterruptedIOException timeout -> "The endpoint did not answer within 10 seconds";
            case UnknownHostException unknown -> "The host name does not resolve";
            case RefusedAddress refused -> "The address is private, internal or special";
            case SSLException ssl -> "The TLS connection failed: " + ssl.getMessage();
            default -> "The connection failed: " + e.getMessage();
        };
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began).truncatedTo(TimeUnit.MILLISECONDS.toChronoUnit());
    }

    private static final class RefusedAddress extends SocketException {
        RefusedAddress() {
            super("refused address");
        }
    }

    /// Makes sockets that connect to public addresses alone.
    private static final class VettingSocketFactory extends SocketFactory {
        private final boolean allowPrivate;

        VettingSocketFactory(boolean allowPrivate) {
            this.allowPrivate = allowPrivate;
        }

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(SocketAddress endpoint, int timeout) throws IOException {
                    if (!allowPrivate
                            && !(endpoint instanceof InetSocketAddress address
                                    && !address.isUnresolved()
                                    && PublicAddress.isPublic(address.getAddress()))) {
                        throw new RefusedAddress();
                    }
                    super.connect(endpoint, timeout);
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new IllegalStateException("sockets are connected by the client");
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new IllegalStateException("sockets are connected by the client");
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new IllegalStateException("sockets are connected by the client");
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new IllegalStateException("sockets are connected by the client");
        }
    }
}
