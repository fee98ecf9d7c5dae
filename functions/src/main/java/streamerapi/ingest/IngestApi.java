package streamerapi.ingest;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The endpoint of connectors (contract "Ingest").
public final class IngestApi {

    private final Ingest ingest;
    private final String signatureHeader;

    /// @param headerPrefix what the service's own headers begin with: `Service-`
    public IngestApi(Ingest ingest, String headerPrefix) {
        this.ingest = ingest;
        this.signatureHeader = (headerPrefix + "Signature").toLowerCase(Locale.ROOT);
    }

    /// `/ingest/{source}`.
    public Api api() {
        return Api.of(Route.of("POST", "/ingest/{source}", Access.SIGNED, this::receive));
    }

    private Outcome<Response> receive(Request request) {
        String type = Objects.requireNonNullElse(request.header("content-type"), "");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        }
        Ingest.Receipt receipt =
                ingest.receive(request.parameter("source"), request.header(signatureHeader), request.bodyBytes());
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put("duplicate", receipt.duplicate());
        body.putAll(receipt.more());
        return Outcome.of(Response.json(202, body));
    }
}
