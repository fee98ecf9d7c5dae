package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.Map;

/// JSON-RPC responses as HTTP answers.
final class RpcAnswer {

    private RpcAnswer() {}

    /// A request's result.
    static Response result(@Nullable Object id, Map<String, @Nullable Object> result) {
        Map<String, @Nullable Object> response = response(id);
        response.put("result", result);
        return Response.ok(response);
    }

    /// The result of a tool whose endpoint refused.
    static Response refusal(@Nullable Object id, Map<String, @Nullable Object> result, ErrorCode code) {
        Response response = result(id, result);
        return new Response(response.status(), response.headers(), response.body(), code.label());
    }

    /// An error of the protocol.
    ///
    /// @param id the request's; null if it could not be read
    static Response error(@Nullable Object id, RpcError error) {
        return Response.json(error.status(), error(id, error.code().number(), error.message(), error.data()));
    }

    /// A refusal of the request as a whole. The protocol has no code for one: it is the HTTP status, which lies outside
    /// of what JSON-RPC reserves.
    static Response error(@Nullable Object id, Problem problem) {
        int status = problem.code().status();
        int number = status >= 500 ? RpcCode.INTERNAL_ERROR.number() : status;
        String body = Json.writeText(error(id, number, String.valueOf(problem.getMessage()), problem.body()));
        return new Response(status, Map.of(), body, problem.code().label());
    }

    /// The refusal of a request that another site's page sent. It has no id: the message was not read.
    static Response elsewhere() {
        return Response.json(403, error(null, 403, "Pages of other sites may not call this server", Map.of()));
    }

    private static Map<String, @Nullable Object> error(
            @Nullable Object id, int number, String message, Map<String, @Nullable Object> data) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("code", number);
        error.put("message", message);
        if (!data.isEmpty()) {
            error.put("data", data);
        }
        Map<String, @Nullable Object> response = response(id);
        response.put("error", error);
        return response;
    }

    private static Map<String, @Nullable Object> response(@Nullable Object id) {
        Map<String, @Nullable Object> response = new LinkedHashMap<>();
        response.put("jsonrpc", "2.0");
        if (id != null) {
            response.put("id", id);
        }
        return response;
    }
}
