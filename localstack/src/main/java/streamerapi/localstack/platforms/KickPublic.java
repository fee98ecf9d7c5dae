package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.List;
import java.util.Optional;

/// The common parts of all endpoints of Kick's API, and those that list people and channels.
final class KickPublic {

    private final OAuthServer oauth;
    private final StandInStreams streams;

    KickPublic(OAuthServer oauth, StandInStreams streams) {
        this.oauth = oauth;
        this.streams = streams;
    }

    static StandInRefusal refusal(int status, String message) {
        ObjectNode body = StandInPlatform.node();
        body.putObject("data");
        return new StandInRefusal(StandInAnswer.json(status, body.put("message", message)));
    }

    static StandInAnswer answer(JsonNode data) {
        ObjectNode body = StandInPlatform.node();
        body.set("data", data);
        return StandInAnswer.json(200, body.put("message", "OK"));
    }

    /// The caller's token: an app's own, or a person's with this scope.
    OAuthServer.Ticket caller(StandInCall call, String scope) {
        OAuthServer.Ticket ticket = oauth.access(call.token("Bearer")).orElseThrow(() -> refusal(401, "Unauthorized"));
        if (ticket.user() != null && !ticket.has(scope)) {
            throw refusal(403, "Forbidden");
        }
        return ticket;
    }

    static JsonNode body(StandInCall call) {
        return call.json().orElseThrow(() -> refusal(400, "Invalid request"));
    }

    StandInAnswer users(StandInCall call) {
        ArrayNode data = StandInPlatform.node().arrayNode();
        people(call, "user:read", "id")
                .forEach(user -> data.addObject()
                        .put("user_id", Long.parseLong(user.id()))
                        .put("name", user.name())
                        .put("email", user.login() + "@example.com")
                        .put("profile_picture", "https://files.example.com/images/user/" + user.id() + ".webp"));
        return answer(data);
    }

    StandInAnswer channels(StandInCall call) {
        ArrayNode data = StandInPlatform.node().arrayNode();
        people(call, "channel:read", "broadcaster_user_id").forEach(user -> {
            ObjectNode channel = data.addObject()
                    .put("broadcaster_user_id", Long.parseLong(user.id()))
                    .put("slug", slug(user))
                    .put("channel_description", "")
                    .put("banner_picture", "")
                    .put("stream_title", "Lantern run, second attempt");
            channel.putObject("category")
                    .put("id", 15)
                    .put("name", "Just Chatting")
                    .put("thumbnail", "");
            Optional<String> since = streams.since(user.id());
            channel.putObject("stream")
                    .put("is_live", since.isPresent())
                    .put("is_mature", false)
                    .put("language", "en")
                    .put("start_time", since.orElse("0001-01-01T00:00:00Z"))
                    .put("viewer_count", 0);
        });
        return answer(data);
    }

    /// The people whom the address names, or the caller.
    private List<StandInUser> people(StandInCall call, String scope, String parameter) {
        StandInUser self = caller(call, scope).user();
        List<String> ids = call.parameters(parameter);
        List<String> slugs = call.parameters("slug");
        if (ids.stream().anyMatch(id -> !id.matches("[0-9]{1,18}"))) {
            throw refusal(400, "Invalid request");
        }
        if (!ids.isEmpty() || !slugs.isEmpty()) {
            return oauth.users(
                    ids, slugs.stream().map(slug -> slug.replace('-', '_')).toList());
        }
        if (self == null) {
            throw refusal(400, "Invalid request");
        }
        return List.of(self);
    }

    static String slug(StandInUser user) {
        return user.login().replace('_', '-');
    }
}
