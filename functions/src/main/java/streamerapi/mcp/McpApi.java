package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The protocol's transport, Streamable HTTP without streams: a message a POST, answered with one JSON object; and the
/// metadata by which clients find the authorization server (RFC 9728).
///
/// Refusals are JSON-RPC errors too. A refusal of a tool's endpoint is a tool result, which a model can read and act
/// on; a missing right is an HTTP status, after which a client asks for a new token.
final class McpApi {

    private static final String PLACE = "/mcp";
    private static final String METADATA = "/.well-known/oauth-protected-resource";

    /// The statuses of refusals that are about a tool's arguments, or about what the account has.
    private static final Set<Integer> OF_TOOLS = Set.of(400, 404, 409, 422);

    private final McpServer server;
    private final String authUrl;

    /// @param authUrl the address that serves OAuth and this; empty for the one that requests come to
    McpApi(McpServer server, String authUrl) {
        this.server = server;
        this.authUrl = authUrl;
    }

    Api api() {
        return Api.of(
                Route.of("POST", PLACE, Access.ANY_CREDENTIAL, this::answer)
                        .ofProtocol()
                        .refusing(this::refused),
                metadata(METADATA),
                metadata(METADATA + PLACE));
    }

    private Route metadata(String path) {
        return Route.of("GET", path, Access.PUBLIC, request -> Outcome.of(metadata(request)))
                .ofProtocol()
                .forAnyOrigin();
    }

    private Outcome<Response> answer(Request request) {
        if (comesFromElsewhere(request)) {
            return Outcome.of(RpcAnswer.elsewhere());
        }
        try {
            RpcMessage message = message(request);
            Exchange exchange = Exchange.of(request, message);
            return message.isNotification()
                    ? Outcome.of(new Response(202, Map.of(), "", null))
                    : server.answer(request, exchange).map(result -> RpcAnswer.result(message.id(), result));
        } catch (RpcError error) {
            return Outcome.of(RpcAnswer.error(RpcMessage.idOf(request.bodyBytes()), error));
        }
    }

    private static RpcMessage message(Request request) {
        MediaType.JSON.check(request.header("content-type"));
        return RpcMessage.of(request.bodyBytes());
    }

    /// Whether another site's page sent it: the protocol has such requests refused, against DNS rebinding.
    private boolean comesFromElsewhere(Request request) {
        String origin = request.header("origin");
        return origin != null && !origin.equals(PublicOrigin.of(authUrl, request));
    }

    private Response metadata(Request request) {
        String origin = PublicOrigin.of(authUrl, request);
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("resource", origin + PLACE);
        metadata.put("authorization_servers", List.of(origin));
        metadata.put("bearer_methods_supported", List.of("header"));
        metadata.put("resource_name", "Streamer API");
        metadata.put("resource_documentation", origin + "/docs/mcp");
        return Response.ok(metadata).with("Cache-Control", "public, max-age=3600");
    }

    private Response refused(Request request, Problem problem) {
        if (comesFromElsewhere(request)) {
            return RpcAnswer.elsewhere();
        }
        Object id = RpcMessage.idOf(request.bodyBytes());
        Exchange exchange =
                request.isAuthorized() && OF_TOOLS.contains(problem.code().status()) ? toolCall(request) : null;
        if (exchange != null) {
            ToolResult result =
                    ToolResult.refused(problem.body(), problem.code().label());
            return RpcAnswer.refusal(id, McpServer.result(exchange, result), problem.code());
        }
        Response refusal = RpcAnswer.error(id, problem);
        String challenge = challenge(request, problem);
        return challenge == null ? refusal : refusal.with("WWW-Authenticate", challenge);
    }

    /// The request's call of a tool; null if it is not one.
    private static @Nullable Exchange toolCall(Request request) {
        try {
            Exchange exchange = Exchange.of(request, RpcMessage.of(request.bodyBytes()));
            return exchange.message().method().equals(McpServer.CALL_TOOL) ? exchange : null;
        } catch (RpcError none) {
            return null;
        }
    }

    /// The value of `WWW-Authenticate`: what the caller lacks, and the address that says how to get it (RFC 6750, 3;
    /// RFC 9728, 5.1); null for other refusals. No scope is named to a caller without a token: the authorization server
    /// then grants those that the app is registered with.
    private @Nullable String challenge(Request request, Problem problem) {
        String found = "resource_metadata=\"" + PublicOrigin.of(authUrl, request) + METADATA + PLACE + "\"";
        return switch (problem.code()) {
            case MISSING_API_KEY -> "Bearer " + found;
            case INVALID_API_KEY, INVALID_TOKEN -> "Bearer error=\"invalid_token\", " + found;
            case MISSING_SCOPE ->
                "Bearer error=\"insufficient_scope\", scope=\"" + problem.body().get("required_scope") + "\", " + found;
            default -> null;
        };
    }
}
