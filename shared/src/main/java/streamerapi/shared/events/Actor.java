package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;

import java.util.Map;
import java.util.function.Consumer;

/// The cause of an event (spec "actor"). Events that the system causes on its own have none.
public sealed interface Actor {

    /// A developer API key.
    record ApiKey(String id, String name) implements Actor {
        private static final Schema<ApiKey> SCHEMA = shape("api_key", s -> {
            s.anyText("id", ApiKey::id);
            s.anyText("name", ApiKey::name);
        });
    }

    /// A connected third-party app.
    record OAuthApp(String id, String name, String authorizationId) implements Actor {
        private static final Schema<OAuthApp> SCHEMA = shape("oauth_app", s -> {
            s.anyText("id", OAuthApp::id);
            s.anyText("name", OAuthApp::name);
            s.anyText("authorization_id", OAuthApp::authorizationId);
        });
    }

    /// A user of the account's team, in the dashboard. Events do not tell the user's address.
    record User(String id) implements Actor {
        private static final Schema<User> SCHEMA = shape("user", s -> {
            s.anyText("user_id", User::id);
            s.anyText("platform", user -> null);
            s.anyText("platform_id", user -> null);
            s.anyText("login", user -> null);
            s.anyText("display_name", user -> null);
        });
    }

    /// An overlay, by its browser source.
    record Overlay(String id, String name) implements Actor {
        private static final Schema<Overlay> SCHEMA = shape("overlay", s -> {
            s.anyText("id", Overlay::id);
            s.anyText("name", Overlay::name);
        });
    }

    /// A chatter, through the bot.
    ///
    /// @param userId `u_…`; null if the chatter's account is not linked to a user of the team
    record Chat(@Nullable String userId, Platform platform, String platformId, String login, String displayName)
            implements Actor {
        private static final Schema<Chat> SCHEMA = shape("chat", s -> {
            s.anyText("user_id", Chat::userId);
            s.choice("platform", Chat::platform, Platform.ALL);
            s.anyText("platform_id", Chat::platformId);
            s.anyText("login", Chat::login);
            s.anyText("display_name", Chat::displayName);
        });
    }

    /// The bot, with no chatter attached.
    record Bot() implements Actor {
        private static final Schema<Bot> SCHEMA = shape("bot", s -> {});
    }

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
        return switch (actor) {
            case null -> null;
            case ApiKey key -> ApiKey.SCHEMA.json(key);
            case OAuthApp app -> OAuthApp.SCHEMA.json(app);
            case Overlay overlay -> Overlay.SCHEMA.json(overlay);
            case Chat chatter -> Chat.SCHEMA.json(chatter);
            case Bot bot -> Bot.SCHEMA.json(bot);
            case User user -> User.SCHEMA.json(user);
        };
    }

    /// The shape of one kind of actor, which its `type` tells from the others.
    private static <T extends Actor> Schema<T> shape(String type, Consumer<Shape<T>> fields) {
        return Schema.shown(type, "", s -> {
            s.constant("type", type);
            fields.accept(s);
        });
    }
}
