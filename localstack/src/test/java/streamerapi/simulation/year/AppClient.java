package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An app as its maker has registered it, with its requests of the OAuth endpoints. Those for tokens are made once,
/// whether they are answered or not.
///
/// @param secret null for a public app
record AppClient(
        World world, String name, String id, @Nullable String secret) {

    private static final String BACK = "https://app.example/back";
    private static final String VERIFIER = "a-verifier-of-the-app-that-nobody-else-has-seen";

    /// The SHA-256 of the verifier, in base64url.
    private static final String CHALLENGE = "itjbpABwBExlPL6Cc_HwggYHNrk9Ms0EgguxeoCDtv4";

    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");
    private static final String ASKS = "response_type=code&client_id=%s&redirect_uri=%s"
            + "&scope=tts:read+counters:manage&state=s&code_challenge=%s&code_challenge_method=S256"
            + "&decision=approve&csrf_token=%s";

    /// Has an app registered; null if that gets no answer.
    static @Nullable AppClient registered(World world, String name, boolean isPublic) {
        String type = isPublic ? "public" : "confidential";
        ApiUser.Reply reply = world.user().dashboard("POST", "/oauth-apps", """
                {"name": "%s", "description": "An app", "redirect_uris": ["%s"], "type": "%s",
                "scopes": ["tts:read", "counters:manage"]}""".formatted(name, BACK, type), name);
        if (!reply.isDone()) {
            return null;
        }
        String secret = isPublic ? null : String.valueOf(reply.at("client_secret"));
        world.secrecy().add("the secret of " + name, secret == null ? "" : secret);
        return new AppClient(world, name, String.valueOf(reply.at("app", "client_id")), secret);
    }

    /// The code that the streamer's consent gives.
    String code() {
        YearAccount account = world.user().account();
        Map<String, String> headers =
                Map.of("cookie", account.cookie(), "content-type", "application/x-www-form-urlencoded");
        String form = ASKS.formatted(id, BACK, CHALLENGE, account.csrfToken());
        ApiUser.Reply agreed = world.user().patiently("POST", "/oauth/authorize", headers, form);
        Matcher code = CODE.matcher(String.valueOf(agreed.headers().get("Location")));
        return code.find() ? code.group(1) : "none";
    }

    ApiUser.Reply exchanged(String code) {
        return exchanged(code, VERIFIER);
    }

    /// The exchange of a code by somebody who has seen it alone.
    ApiUser.Reply stolen(String code) {
        return exchanged(code, "x" + VERIFIER);
    }

    private ApiUser.Reply exchanged(String code, String verifier) {
        return token("grant_type", "authorization_code", "code", code, "redirect_uri", BACK, "code_verifier", verifier);
    }

    ApiUser.Reply refreshed(String refresh) {
        return token("grant_type", "refresh_token", "refresh_token", refresh);
    }

    private ApiUser.Reply token(String... parameters) {
        return world.user().once("POST", "/oauth/token", Map.of(), body(parameters));
    }

    /// Revokes a token, again until that is answered.
    ApiUser.Reply revoked(String token) {
        return world.user().patiently("POST", "/oauth/revoke", Map.of(), body("token", token));
    }

    private String body(String... parameters) {
        Map<String, String> body = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            body.put(parameters[i], parameters[i + 1]);
        }
        body.put("client_id", id);
        if (secret != null) {
            body.put("client_secret", secret);
        }
        return Json.writeText(body);
    }
}
