package streamerapi.ingest;

import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.DuplicateMessage;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.AnsweredBefore;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The route of connectors' messages (contract "Ingest").
public final class IngestApi {

    private final MessageSignatures signatures;
    private final Inbox inbox;
    private final String signatureHeader;

    /// @param headerPrefix what the service's own headers begin with: `Service-`
    public IngestApi(ConnectorSecrets secrets, Inbox inbox, InstantSource clock, String headerPrefix) {
        this.signatures = new MessageSignatures(secrets, clock);
        this.inbox = inbox;
        this.signatureHeader = (headerPrefix + "Signature").toLowerCase(Locale.ROOT);
    }

    /// `/ingest/{source}`.
    public Api api() {
        return Api.of(Route.signed(
                "POST",
                "/ingest/{source}",
                this::verified,
                message -> inbox.decide(message).map(IngestApi::answer),
                IngestApi::repeated));
    }

    private IngestMessage verified(Request request) {
        MediaType.JSON.check(request.header("content-type"));
        return signatures.verified(request.parameter("source"), request.header(signatureHeader), request.bodyBytes());
    }

    private static Response repeated(AnsweredBefore before) {
        if (before instanceof DuplicateMessage duplicate) {
            return answer(Inbox.Receipt.of(duplicate));
        }
        throw before;
    }

    private static Response answer(Inbox.Receipt receipt) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put("duplicate", receipt.duplicate());
        body.putAll(receipt.more());
        return Response.json(202, body);
    }
}
