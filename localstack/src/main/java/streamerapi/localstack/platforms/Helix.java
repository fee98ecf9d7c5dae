package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.http.HttpStatus;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.Arrays;
import java.util.Objects;

/// The common parts of all endpoints of Twitch's API: how a caller is known, and how one is refused.
final class Helix {

    private final OAuthServer oauth;

    Helix(OAuthServer oauth) {
        this.oauth = oauth;
    }

    static StandInRefusal refusal(int status, String message) {
        return new StandInRefusal(StandInAnswer.json(
                status,
                StandInPlatform.node()
                        .put("error", HttpStatus.getMessage(status))
                        .put("status", status)
                        .put("message", message)));
    }

    /// An answer with one element in its list.
    static StandInAnswer one(int status, JsonNode element) {
        ObjectNode body = StandInPlatform.node();
        body.putArray("data").add(element);
        return StandInAnswer.json(status, body);
    }

    static ObjectNode body(StandInCall call) {
        return call.json().orElseThrow(() -> refusal(400, "The request body is not valid JSON."));
    }

    /// The caller's token, whose app is the one that the header names.
    OAuthServer.Ticket caller(StandInCall call) {
        String token = call.token("Bearer");
        if (token.isEmpty()) {
            throw refusal(401, "OAuth token is missing");
        }
        OAuthServer.Ticket ticket = oauth.access(token).orElseThrow(() -> refusal(401, "Invalid OAuth token"));
        if (call.header("Client-Id").isEmpty()) {
            throw refusal(401, "Client ID is missing");
        }
        if (!ticket.clientId().equals(call.header("Client-Id"))) {
            throw refusal(401, "Client ID and OAuth token do not match");
        }
        return ticket;
    }

    /// The caller's token, which is a person's and has one of these scopes.
    OAuthServer.Ticket person(StandInCall call, String... scopes) {
        OAuthServer.Ticket ticket = caller(call);
        if (ticket.kind() != OAuthServer.TokenKind.USER) {
            throw refusal(401, "Missing User OAUTH Token");
        }
        if (Arrays.stream(scopes).noneMatch(ticket::has)) {
            throw refusal(401, "Missing scope: " + String.join(" or ", scopes));
        }
        return ticket;
    }

    /// The caller, if they are the broadcaster that the address names.
    StandInUser broadcaster(StandInCall call, String... scopes) {
        StandInUser user = Objects.requireNonNull(person(call, scopes).user());
        String named = call.parameter("broadcaster_id");
        if (named.isEmpty()) {
            throw refusal(400, "The parameter \"broadcaster_id\" was missing from the query");
        }
        if (!named.equals(user.id())) {
            throw refusal(401, "The ID in broadcaster_id must match the user ID found in the request's OAuth token.");
        }
        return user;
    }
}
