package streamerapi.outbound;

import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import streamerapi.shared.tasks.Host;
import streamerapi.shared.tasks.TimeLimit;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.net.SocketFactory;

/// The HTTP client for addresses that streamers and apps choose. It connects to public addresses alone, follows no
/// redirect, sends nothing twice, and makes a connection for each call, so each call's address is vetted.
public final class VettedClient {

    private VettedClient() {}

    /// A client.
    ///
    /// @param allowPrivate whether private addresses may be called: on the local stack
    /// @param timeout for a whole call, the look-up of the name included
    public static OkHttpClient.Builder builder(boolean allowPrivate, Duration timeout) {
        return builder(new VettedSockets(allowPrivate), Dns.SYSTEM, timeout);
    }

    /// A client with other sockets and names.
    public static OkHttpClient.Builder builder(SocketFactory sockets, Dns names, Duration timeout) {
        return Host.client(new OkHttpClient.Builder()
                .callTimeout(timeout)
                .connectTimeout(timeout)
                .readTimeout(timeout)
                .writeTimeout(timeout)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .proxy(Proxy.NO_PROXY)
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.NANOSECONDS))
                .socketFactory(sockets)
                .dns(bounded(names, timeout))
                .addInterceptor(VettedClient::answered)
                .addNetworkInterceptor(VettedClient::onceAlone));
    }

    /// An answer without the header that has the client send a call again, or fail at a number that is no `int`.
    private static Response onceAlone(Interceptor.Chain chain) throws IOException {
        return chain.proceed(chain.request())
                .newBuilder()
                .removeHeader("Retry-After")
                .build();
    }

    /// An answer. One with a status or a length below zero is no HTTP; the client takes it for a fault of its caller.
    private static Response answered(Interceptor.Chain chain) throws IOException {
        try {
            Response response = chain.proceed(chain.request());
            if (response.body().contentLength() >= -1) {
                return response;
            }
        } catch (IllegalStateException e) {
            // The connection is still open.
        }
        chain.call().cancel();
        throw new ProtocolException("a number below zero");
    }

    /// Looks names up within a call's time: the system's look-up cannot be interrupted, but need not be waited for.
    private static Dns bounded(Dns names, Duration timeout) {
        return host -> {
            try {
                return TimeLimit.within(timeout, () -> names.lookup(host));
            } catch (IOException e) {
                throw new UnknownHostException(host);
            }
        };
    }
}
