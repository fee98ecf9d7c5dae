package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpFullResponse;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/// A call that is answered with an error and reaches no service.
///
/// @param type the error's name in the header, which counts for services without JSON bodies
record RefusedCall(int status, String type, ObjectNode body) implements ExecutableHttpRequest {

    @Override
    public HttpExecuteResponse call() {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpFullResponse.builder()
                        .statusCode(status)
                        .putHeader("Content-Type", "application/x-amz-json-1.0")
                        .putHeader("x-amzn-ErrorType", type)
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                .build();
    }

    @Override
    public void abort() {}
}
