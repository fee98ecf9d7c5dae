package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One request for each route of an API, as the HTTP API sends them, and one for a path that is not there.
///
/// They are for priming: what they ask for is made up, and so is their credential, which opens nothing.
final class SampleRequests {

    private static final String CREDENTIAL = "sak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1PdmNX";
    private static final String ACCESS_TOKEN = "sat_AAAAAAAAAAB1T1pCAAAAAAAAAAAAAAAAAAAAAAAAAAA45QXi8";
    private static final String QUERY = "limit=5&response_type=code&client_id=oc_01kaj000000000000000000000"
            + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";
    private static final String COOKIE =
            "session=u_00000000000000000000000000.ses_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1OdU6x";
    private static final String CSRF_TOKEN = "2DPfFCbqVg92PDdaowW3BdmrjT5fNaF7yDX_x9wT9_A";
    private static final String ORDER = "tip_1763693883123_0h5m8z4q2w9x7y3k";
    private static final String OVERLAY = "o_00000001";
    private static final String BODY = """
            {"name": "NovaFox", "amount": 12.0, "currency": "USD", "message": "Good luck!", "source": "shop", \
            "external_ref": "order-17", "paid": true, "platform": "%s", "platform_user_id": "48213377", \
            "url": "https://youtu.be/7kQ2mZx9LpA?t=30", "description": "Main", "events": ["tip.created"], \
            "email": "priming@example.com", "password": "a password", "role": "moderator", "scopes": ["tts:read"], \
            "filter": {"replace": ["heck"], "on_match": "hold"}, "review": {"hold_all": false}, "redirect_uris": ["https://example.com/callback"], "type": "public", \
            "grant_type": "refresh_token", "refresh_token": "srt_AAAAAAAAAAB1T1pCAAAAAAAAAAAAAAAAAAAAAAAAAAA3m7X3F", \
            "client_id": "oc_01kaj000000000000000000000", "value": 42, "start_time": 5, \
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_tts_queue"}, \
            "media": {"url": "https://youtu.be/7kQ2mZx9LpA"}}""".formatted(Platform.ALPHA.label());

    private static final String FORM =
            "name=NovaFox&url=https%3A%2F%2Fexample.com%2Fhook&description=Main&scopes=&scopes=tts%3Aread"
                    + "&events=tip.created&redirect_uris=https%3A%2F%2Fexample.com%2Fcallback&type=public"
                    + "&email=priming%40example.com&password=a+password";

    private SampleRequests() {}

    static List<byte[]> of(Api api) {
        List<byte[]> events = new ArrayList<>();
        for (Route route : api.routes()) {
            String path = route.template().replace("{overlayId}", OVERLAY).replaceAll("\\{[^}]*}", ORDER);
            boolean page = route.manner().page();
            events.add(event(route.method(), path, CREDENTIAL, page));
            if (events.size() == 1) {
                events.add(event(route.method(), path, ACCESS_TOKEN, page));
            }
        }
        events.add(event("GET", "/nowhere", CREDENTIAL, false));
        return events;
    }

    private static byte[] event(String method, String path, String credential, boolean page) {
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("version", "2.0");
        event.put("rawPath", "/v1" + path);
        event.put("rawQueryString", QUERY);
        event.put("cookies", List.of(COOKIE));
        event.put(
                "headers",
                Map.of(
                        "authorization",
                        "Bearer " + credential,
                        "content-type",
                        page ? "application/x-www-form-urlencoded" : "application/json",
                        "idempotency-key",
                        "sample",
                        "mcp-protocol-version",
                        "2025-11-25",
                        "x-csrf-token",
                        CSRF_TOKEN));
        event.put(
                "requestContext",
                Map.of(
                        "requestId",
                        "priming",
                        "http",
                        Map.of("method", method, "path", "/v1" + path, "sourceIp", "192.0.2.1")));
        event.put("body", page ? FORM : BODY);
        event.put("isBase64Encoded", false);
        return Json.write(event);
    }
}
