package streamerapi.localstack.engines;

import software.amazon.awssdk.http.SdkHttpClient;

import java.net.URI;

/// A service of AWS in this JVM.
public interface Engine extends AutoCloseable {

    /// The address on loopback.
    URI address();

    /// An HTTP client that reaches the service by the shortest way, and everything else by another.
    default SdkHttpClient inProcess(SdkHttpClient network) {
        return network;
    }

    @Override
    void close();
}
