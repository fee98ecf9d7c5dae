package streamerapi.pages;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/// The words in which pages tell of a connection to a platform or a payment processor.
public final class ConnectionWords {

    private static final Map<String, String> NAMES =
            Map.of("twitch", "Twitch", "kick", "Kick", "stripe", "Stripe", "paypal", "PayPal", "kofi", "Ko-fi");

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry(
                    "subscription_missing",
                    "%s does not send everything: some alerts, redemptions or chat do not arrive."),
            Map.entry("missing_scope", "You have not allowed everything at %s, so a part of it does not work."),
            Map.entry("webhook_missing", "%s does not send its events here any more."),
            Map.entry("payments_refused", "%s refused a donor's payment: your account there may not take payments."),
            Map.entry("unreachable", "%s did not answer the last check."),
            Map.entry("authorization_needed", "Your application is set up. Now allow it at %s."),
            Map.entry("access_denied", "You did not allow your application at %s."),
            Map.entry(
                    "authorization_revoked",
                    "%s has ended the authorization: you disconnected the application there, or changed your password."),
            Map.entry("token_refused", "%s no longer accepts the authorization."),
            Map.entry("invalid_credentials", "%s no longer accepts the credentials that you entered."));

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("subscription_missing", "Check it now: this makes what is missing."),
            Map.entry("missing_scope", "Allow it again, with everything that is listed."),
            Map.entry("webhook_missing", "Check it now: it is made anew."),
            Map.entry(
                    "payments_refused", "Sign in there, do what it asks of you, and check the connection afterwards."),
            Map.entry("unreachable", "It is tried again each day and when you go live. You can check it now."),
            Map.entry("authorization_needed", "You are led there and back."),
            Map.entry("access_denied", "You can do it now."),
            Map.entry("authorization_revoked", "Allow it again."),
            Map.entry("token_refused", "Allow it again."),
            Map.entry("invalid_credentials", "Enter new ones."));

    private ConnectionWords() {}

    /// The provider as people know it.
    ///
    /// @param provider by its label
    public static String name(String provider) {
        return Objects.requireNonNull(NAMES.get(provider), provider);
    }

    /// The address of what to do if a connection does not work, in the guide about the provider.
    ///
    /// @param provider by its label
    public static String guide(String provider) {
        return "/docs/" + (provider.equals("kofi") ? "ko-fi" : provider) + "#if-it-does-not-work";
    }

    /// The problem of a connection; empty if there is none.
    ///
    /// @param connection as `GET /connections` answers it
    public static String wrong(Fields connection) {
        return connection.isNull("reason") ? "" : wrong(connection.text("provider"), connection.text("reason"));
    }

    /// The sentence for a connection's problem.
    ///
    /// @param provider by its label
    /// @param reason as `GET /connections` answers it
    public static String wrong(String provider, String reason) {
        return Objects.requireNonNull(REASONS.get(reason), reason).formatted(name(provider));
    }

    /// The remedy that the streamer has; empty if nothing is wrong.
    public static String remedy(Fields connection) {
        return connection.isNull("reason") ? "" : Objects.requireNonNull(REMEDIES.get(connection.text("reason")));
    }

    /// How a connection stands, in a word or two.
    public static String status(Fields connection) {
        return switch (connection.text("status")) {
            case "connected" -> "connected";
            case "degraded" -> "works in part";
            default -> "not connected";
        };
    }

    /// The tone in which a page shows that.
    public static String tone(Fields connection) {
        return switch (connection.text("status")) {
            case "connected" -> "good dot";
            case "degraded" -> "warn dot";
            default -> connection.isNull("reason") ? "dot" : "bad dot";
        };
    }

    /// Whether the streamer has to allow the application, or can again.
    public static boolean canBeAllowed(Fields connection) {
        return !connection.isNull("reason") && !connection.text("reason").equals("invalid_credentials");
    }

    /// The purpose of each scope that is asked for, in the order in which they are asked for.
    ///
    /// @param provider `twitch` or `kick`
    public static SequencedMap<String, String> scopes(String provider) {
        SequencedMap<String, String> scopes = new LinkedHashMap<>();
        if (provider.equals("twitch")) {
            scopes.put("moderator:read:followers", "New followers, for alerts");
            scopes.put("channel:read:subscriptions", "Subscriptions and gifted ones, for alerts and credits");
            scopes.put("bits:read", "Cheers, for alerts");
            scopes.put("channel:manage:redemptions", "Channel points: what was redeemed, and to fulfil or refund it");
            scopes.put("user:read:chat", "Chat, for commands and song requests");
            scopes.put("user:write:chat", "The bot's lines in chat, which appear under your name");
            scopes.put("user:bot", "Twitch requires it of an application that reads chat for you");
            scopes.put("channel:bot", "Twitch requires it of an application that is in your chat");
        } else {
            scopes.put("user:read", "Who you are, so that events find your channel");
            scopes.put("channel:read", "Your channel, and whether you are live");
            scopes.put("events:subscribe", "Follows, subscriptions, gifts and chat");
            scopes.put("chat:write", "The bot's lines in chat");
            scopes.put("kicks:read", "Gifts of Kicks, for alerts");
        }
        return scopes;
    }
}
