package streamerapi.simulation.year;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

import java.io.IOException;

/// A process's way to what it calls by the SDK: the voices.
record SimulatedAws(LambdaProcess process, Outside network) implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return network.speak(process, request).response();
            }

            @Override
            public void abort() {
                // Nothing is under way that could be stopped.
            }
        };
    }

    @Override
    public String clientName() {
        return "Simulated";
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
