package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/oauth2/…` of id.twitch.tv. It knows no PKCE.
final class TwitchLogin {

    /// The parameters of the authorize page that are sent on with the decision.
    static final List<String> SENT_ON = List.of("client_id", "redirect_uri", "response_type", "scope", "state");

    /// The app's answer if the streamer says no.
    static final Map<String, String> DENIED = denied();

    private final OAuthServer oauth;

    TwitchLogin(OAuthServer oauth) {
        this.oauth = oauth;
    }

    private static Map<String, String> denied() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("error", "access_denied");
        parameters.put("error_description", "The user denied you access");
        return parameters;
    }

    /// Refuses a request to authorize that Twitch would show no page for.
    void check(StandInCall call) {
        StandInApp app = oauth.app(call.field("client_id")).orElseThrow(() -> refusal(400, "invalid client"));
        if (!app.mayRedirectTo(call.field("redirect_uri"))) {
            throw refusal(400, "Parameter redirect_uri does not match registered URI");
        }
        if (!call.field("response_type").equals("code")) {
            throw refusal(400, "unsupported response type");
        }
        List<String> strange = StandInPlatform.scopes(call).stream()
                .filter(scope -> !scope.matches("[a-z]+(:[a-z_]+)+"))
                .toList();
        if (!strange.isEmpty()) {
            throw refusal(400, "invalid scope requested: '" + String.join(" ", strange) + "'");
        }
    }

    StandInAnswer token(StandInCall call) {
        if (call.field("client_id").isEmpty()) {
            throw refusal(400, "missing client id");
        }
        StandInApp app = oauth.app(call.field("client_id")).orElseThrow(() -> refusal(400, "invalid client"));
        if (call.field("client_secret").isEmpty()) {
            throw refusal(400, "missing client secret");
        }
        if (!app.clientSecret().equals(call.field("client_secret"))) {
            throw refusal(403, "invalid client secret");
        }
        return switch (call.field("grant_type")) {
            case "authorization_code" ->
                pair(
                        oauth.exchange(app.clientId(), call.field("code"), call.field("redirect_uri"), ""),
                        "Invalid authorization code");
            case "refresh_token" ->
                pair(oauth.refresh(app.clientId(), call.field("refresh_token")), "Invalid refresh token");
            case "client_credentials" -> {
                OAuthServer.Ticket ticket = oauth.appToken(app.clientId());
                yield StandInAnswer.json(
                        200,
                        StandInPlatform.node()
                                .put("access_token", ticket.token())
                                .put("expires_in", oauth.secondsLeft(ticket))
                                .put("token_type", "bearer"));
            }
            default -> throw refusal(400, "invalid grant type");
        };
    }

    private StandInAnswer pair(Optional<OAuthServer.TokenPair> pair, String otherwise) {
        OAuthServer.TokenPair issued = pair.orElseThrow(() -> refusal(400, otherwise));
        ObjectNode body = StandInPlatform.node()
                .put("access_token", issued.access().token())
                .put("expires_in", oauth.secondsLeft(issued.access()))
                .put("refresh_token", issued.refreshToken());
        ArrayNode scopes = body.putArray("scope");
        issued.access().scopes().forEach(scopes::add);
        return StandInAnswer.json(200, body.put("token_type", "bearer"));
    }

    StandInAnswer validate(StandInCall call) {
        String bearer = call.token("Bearer");
        String token = bearer.isEmpty() ? call.token("OAuth") : bearer;
        if (token.isEmpty()) {
            throw refusal(401, "missing authorization token");
        }
        OAuthServer.Ticket ticket = oauth.access(token).orElseThrow(() -> refusal(401, "invalid access token"));
        ObjectNode body = StandInPlatform.node().put("client_id", ticket.clientId());
        StandInUser user = ticket.user();
        if (user != null) {
            body.put("login", user.login());
        }
        ArrayNode scopes = body.putArray("scopes");
        ticket.scopes().forEach(scopes::add);
        if (user != null) {
            body.put("user_id", user.id());
        }
        return StandInAnswer.json(200, body.put("expires_in", oauth.secondsLeft(ticket)));
    }

    StandInAnswer revoke(StandInCall call) {
        StandInApp app = oauth.app(call.field("client_id")).orElseThrow(() -> refusal(404, "client does not exist"));
        if (call.field("token").isEmpty()) {
            throw refusal(400, "missing oauth token");
        }
        if (!oauth.revoke(call.field("token"), app.clientId())) {
            throw refusal(400, "Invalid token");
        }
        return StandInAnswer.empty(200);
    }

    private static StandInRefusal refusal(int status, String message) {
        return new StandInRefusal(StandInAnswer.json(
                status, StandInPlatform.node().put("status", status).put("message", message)));
    }
}
