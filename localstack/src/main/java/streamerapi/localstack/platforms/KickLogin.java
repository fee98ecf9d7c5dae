package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/oauth/…` of id.kick.com, with PKCE.
///
/// Kick documents 400 and `{"error": "Invalid request"}` alone. A refused app or grant is told as RFC 6749 has it.
final class KickLogin {

    /// The parameters of the authorize page that are sent on with the decision.
    static final List<String> SENT_ON = List.of(
            "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method");

    /// The app's answer if the streamer says no.
    static final Map<String, String> DENIED = Map.of("error", "access_denied");

    private final OAuthServer oauth;

    KickLogin(OAuthServer oauth) {
        this.oauth = oauth;
    }

    /// Refuses a request to authorize that Kick would show no page for.
    void check(StandInCall call) {
        boolean whole = SENT_ON.stream().noneMatch(name -> call.field(name).isEmpty());
        boolean known = oauth.app(call.field("client_id"))
                .filter(app -> app.mayRedirectTo(call.field("redirect_uri")))
                .isPresent();
        if (!whole
                || !known
                || !call.field("response_type").equals("code")
                || !call.field("code_challenge_method").equals("S256")
                || !call.field("code_challenge").matches("[A-Za-z0-9_-]{43}")) {
            throw refusal(400, "Invalid request");
        }
    }

    StandInAnswer token(StandInCall call) {
        StandInApp app = oauth.app(call.field("client_id"))
                .filter(one -> one.clientSecret().equals(call.field("client_secret")))
                .orElseThrow(() -> refusal(401, "invalid_client"));
        return switch (call.field("grant_type")) {
            case "authorization_code" -> {
                if (!call.field("code_verifier").matches("[A-Za-z0-9._~-]{43,128}")) {
                    throw refusal(400, "Invalid request");
                }
                yield pair(oauth.exchange(
                        app.clientId(), call.field("code"), call.field("redirect_uri"), call.field("code_verifier")));
            }
            case "refresh_token" -> pair(oauth.refresh(app.clientId(), call.field("refresh_token")));
            case "client_credentials" -> StandInAnswer.json(200, token(oauth.appToken(app.clientId())));
            default -> throw refusal(400, "Invalid request");
        };
    }

    private StandInAnswer pair(Optional<OAuthServer.TokenPair> pair) {
        OAuthServer.TokenPair issued = pair.orElseThrow(() -> refusal(400, "invalid_grant"));
        return StandInAnswer.json(
                200,
                token(issued.access())
                        .put("refresh_token", issued.refreshToken())
                        .put("scope", String.join(" ", issued.access().scopes())));
    }

    private ObjectNode token(OAuthServer.Ticket ticket) {
        return StandInPlatform.node()
                .put("access_token", ticket.token())
                .put("token_type", "Bearer")
                .put("expires_in", oauth.secondsLeft(ticket));
    }

    /// Ends a token. A token that is none is no error, as RFC 7009 says.
    StandInAnswer revoke(StandInCall call) {
        oauth.revoke(call.field("token"), null);
        return StandInAnswer.text(200, "OK");
    }

    /// Tells whose a token is.
    StandInAnswer introspect(StandInCall call) {
        ObjectNode body = StandInPlatform.node();
        ObjectNode data = body.putObject("data");
        oauth.access(call.token("Bearer"))
                .ifPresentOrElse(
                        ticket -> data.put("active", true)
                                .put("client_id", ticket.clientId())
                                .put("token_type", ticket.user() == null ? "app" : "user")
                                .put("scope", String.join(" ", ticket.scopes()))
                                .put("exp", ticket.ends() / 1_000),
                        () -> data.put("active", false));
        return StandInAnswer.json(200, body.put("message", "OK"));
    }

    private static StandInRefusal refusal(int status, String error) {
        return new StandInRefusal(
                StandInAnswer.json(status, StandInPlatform.node().put("error", error)));
    }
}
