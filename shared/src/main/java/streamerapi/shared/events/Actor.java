package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.connectors.Platform;

import java.util.LinkedHashMap;
import java.util.Map;

/// The cause of an event (spec "actor"). Events that the system causes on its own have none.
public sealed interface Actor {

    /// A developer API key.
    record ApiKey(String id, String name) implements Actor {}

    /// A connected third-party app.
    record OAuthApp(String id, String name, String authorizationId) implements Actor {}

    /// A user of the account's team, in the dashboard. Events do not tell the user's address.
    record User(String id) implements Actor {}

    /// An overlay, by its browser source.
    record Overlay(String id, String name) implements Actor {}

    /// A chatter, through the bot.
    ///
    /// @param userId `u_…`; null if the chatter's account is not linked to a user of the team
    record Chat(@Nullable String userId, Platform platform, String platformId, String login, String displayName)
            implements Actor {}

    /// The bot, with no chatter attached.
    record Bot() implements Actor {}

    /// The sender of a request, as its events name it.
    static Actor of(Principal principal) {
        return switch (principal) {
            case Caller caller -> {
                String clientId = caller.clientId();
                if (caller.isOverlay()) {
                    yield new Overlay(caller.id(), caller.name());
                }
                yield clientId == null
                        ? new ApiKey(caller.id(), caller.name())
                        : new OAuthApp(clientId, caller.name(), caller.id());
            }
            case Session session -> new User(session.userId());
        };
    }

    /// The object that stands in the envelope.
    static @Nullable Map<String, @Nullable Object> json(@Nullable Actor actor) {
        if (actor == null) {
            return null;
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        switch (actor) {
            case ApiKey key -> {
                json.put("type", "api_key");
                json.put("id", key.id());
                json.put("name", key.name());
            }
            case OAuthApp app -> {
                json.put("type", "oauth_app");
                json.put("id", app.id());
                json.put("name", app.name());
                json.put("authorization_id", app.authorizationId());
            }
            case Overlay overlay -> {
                json.put("type", "overlay");
                json.put("id", overlay.id());
                json.put("name", overlay.name());
            }
            case Chat chatter -> {
                json.put("type", "chat");
                json.put("user_id", chatter.userId());
                json.put("platform", chatter.platform().label());
                json.put("platform_id", chatter.platformId());
                json.put("login", chatter.login());
                json.put("display_name", chatter.displayName());
            }
            case Bot bot -> json.put("type", "bot");
            case User user -> {
                json.put("type", "user");
                json.put("user_id", user.id());
                json.put("platform", null);
                json.put("platform_id", null);
                json.put("login", null);
                json.put("display_name", null);
            }
        }
        return json;
    }
}
