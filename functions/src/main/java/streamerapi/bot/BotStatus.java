package streamerapi.bot;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The bot as it is answered (spec "Bot status").
///
/// @param enabled whether it is on for one platform at least
/// @param channel the login of the streamer on alpha; null if it is not connected there
public record BotStatus(
        boolean enabled, @Nullable String channel, Channels channels, Platforms platforms, Identity identity) {

    /// The streamer's logins where the bot is connected.
    public record Channels(@Nullable String alpha, @Nullable String beta) {
        static final Schema<Channels> SCHEMA =
                Schema.shown("BotChannels", "The streamer's login if the bot is connected; else null.", s -> {
                    s.text(Platform.ALPHA.label(), Channels::alpha)
                            .example("novaplays")
                            .orNull();
                    s.text(Platform.BETA.label(), Channels::beta).orNull();
                });
    }

    /// The account that the bot's messages appear from.
    ///
    /// @param type `default` for the service's own bot account, `custom` for one of the streamer's
    public record Identity(
            String type, @Nullable String login, @Nullable String displayName) {
        static final Schema<Identity> SCHEMA =
                Schema.shown("BotIdentity", "The account under which the bot's messages appear.", s -> {
                    s.oneOf("type", Identity::type, List.of("default", "custom"))
                            .doc("`default`: the service's own bot account; `custom`: one of the streamer's, on alpha"
                                    + " alone.")
                            .example("default");
                    s.text("login", Identity::login)
                            .doc("Null until the bot has been connected.")
                            .example("streamer_api_bot")
                            .orNull();
                    s.text("display_name", Identity::displayName)
                            .example("Streamer API bot")
                            .orNull();
                });
    }

    /// The bot on one platform.
    ///
    /// @param disconnectedAt when its connection was lost; null while it is connected, and if it never was or the
    /// streamer ended it
    public record Presence(
            boolean enabled,
            @Nullable String channel,
            @Nullable Instant disconnectedAt,
            Identity identity) {
        static final Schema<Presence> SCHEMA = Schema.shown("BotPlatform", "The bot on one platform.", s -> {
            s.flag("enabled", Presence::enabled).doc("Whether the bot is on in the settings.");
            s.text("channel", Presence::channel)
                    .doc("The streamer's login; null while it is not connected.")
                    .orNull();
            s.time("disconnected_at", Presence::disconnectedAt)
                    .doc(
                            "When the connection was lost; null while the bot is connected, if it was never connected, and if"
                                    + " the streamer ended the connection.")
                    .orNull();
            s.object("identity", Presence::identity, Identity.SCHEMA);
        });
    }

    /// The bot on both.
    public record Platforms(Presence alpha, Presence beta) {
        static final Schema<Platforms> SCHEMA = Schema.shown("BotPlatforms", "The bot on each platform.", s -> {
            s.object(Platform.ALPHA.label(), Platforms::alpha, Presence.SCHEMA);
            s.object(Platform.BETA.label(), Platforms::beta, Presence.SCHEMA);
        });
    }

    /// Its JSON.
    public static final Schema<BotStatus> SCHEMA =
            Schema.shown("BotStatus", "The bot's chats, and the account that it speaks as.", s -> {
                s.flag("enabled", BotStatus::enabled).doc("Whether the bot is on for at least one platform.");
                s.text("channel", BotStatus::channel)
                        .doc("The streamer's login on alpha; null while the bot is not connected there.")
                        .example("novaplays")
                        .orNull();
                s.object("channels", BotStatus::channels, Channels.SCHEMA);
                s.object("platforms", BotStatus::platforms, Platforms.SCHEMA);
                s.object("identity", BotStatus::identity, Identity.SCHEMA)
                        .doc("The account under which the bot's messages appear on alpha.");
            });

    /// The status that the bot's state and the account's settings make.
    ///
    /// @param ownLogin the login of the service's own bot account
    static BotStatus of(BotState state, Settings settings, String ownLogin) {
        Presence alpha = presence(Platform.ALPHA, state, settings, ownLogin);
        Presence beta = presence(Platform.BETA, state, settings, ownLogin);
        return new BotStatus(
                alpha.enabled() || beta.enabled(),
                alpha.channel(),
                new Channels(alpha.channel(), beta.channel()),
                new Platforms(alpha, beta),
                alpha.identity());
    }

    private static Presence presence(Platform platform, BotState state, Settings settings, String ownLogin) {
        BotState.OnPlatform there = state.on(platform);
        String told = Objects.requireNonNullElse(there.login(), ownLogin);
        String login = platform == Platform.BETA ? ownLogin : told;
        String toldName = login.equalsIgnoreCase(told) ? there.displayName() : null;
        Identity identity = new Identity(
                login.equalsIgnoreCase(ownLogin) ? "default" : "custom",
                login,
                Objects.requireNonNullElse(toldName, login));
        Instant disconnectedAt = there.isConnected() ? null : there.connectionToldAt();
        return new Presence(settings.bot().isEnabled(platform), there.channel(), disconnectedAt, identity);
    }
}
