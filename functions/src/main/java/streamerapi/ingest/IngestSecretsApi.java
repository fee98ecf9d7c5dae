package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.Connector;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The endpoints of the secrets that connectors sign with (contract "Dashboard").
public final class IngestSecretsApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);

    private final ConnectorSecrets secrets;

    public IngestSecretsApi(ConnectorSecrets secrets) {
        this.secrets = secrets;
    }

    /// `/ingest-secrets` and the route below it, for the dashboard.
    public Api api() {
        return Api.of(
                Route.of("GET", "/ingest-secrets", ADMINISTRATORS, this::list),
                Route.of("POST", "/ingest-secrets/{source}/rotate", ADMINISTRATORS, this::rotate));
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "secrets",
                secrets.all(request.tenantId()).stream()
                        .map(listed -> Map.of("source", listed.connector().label(), "created_at", listed.createdAt()))
                        .toList())));
    }

    private Outcome<Response> rotate(Request request) {
        Connector connector =
                Connector.of(request.parameter("source")).orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        int overlap =
                request.body().wholeNumber("overlap_seconds", 0, (int) ConnectorSecrets.MAX_OVERLAP.toSeconds(), 0);
        return secrets.rotate(request.tenantId(), connector, Duration.ofSeconds(overlap))
                .map(issued -> {
                    Map<String, @Nullable Object> body = new LinkedHashMap<>();
                    body.put("source", issued.connector().label());
                    body.put("secret", issued.secret());
                    return Response.ok(body).showingSecret();
                });
    }
}
