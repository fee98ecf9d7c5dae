package streamerapi.localstack.gateway;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/// The answers to requests that Jetty refuses itself, because it cannot read them: those of API Gateway, which says
/// `{"message":"Bad Request"}`.
final class JettyErrors extends ErrorHandler {

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int status,
            @Nullable String reason,
            @Nullable Throwable cause,
            Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        byte[] body = HttpAnswer.message(status, HttpStatus.getMessage(status)).body();
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
