package streamerapi.shared.lambda;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import streamerapi.shared.tasks.CallTimes;

import java.io.IOException;

/// An HTTP client of the SDK that tells [CallTimes] how long each try of a call took, to the first byte of its answer.
///
/// @param client does the work
record TimedHttp(SdkHttpClient client) implements SdkHttpClient {

    private static final String TARGET = "X-Amz-Target";

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new TimedRequest(client.prepareRequest(request), request.httpRequest());
    }

    @Override
    public String clientName() {
        return client.clientName();
    }

    @Override
    public void close() {
        client.close();
    }

    private record TimedRequest(ExecutableHttpRequest prepared, SdkHttpRequest request)
            implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() throws IOException {
            long began = System.nanoTime();
            try {
                return prepared.call();
            } finally {
                CallTimes.add(operation(), System.nanoTime() - began);
            }
        }

        /// `GetItem` from `DynamoDB_20120810.GetItem`; the method and the host for a service that is called by paths.
        private String operation() {
            return request.firstMatchingHeader(TARGET)
                    .map(target -> target.substring(target.lastIndexOf('.') + 1))
                    .orElseGet(() -> request.method() + " " + request.host());
        }

        @Override
        public void abort() {
            prepared.abort();
        }
    }
}
