package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.List;

/// A person who has signed in to the tip page, by the account that is named (spec "Viewer").
///
/// @param platform where the account is
/// @param userId the account's id on that platform
/// @param login null if the platform did not tell
/// @param displayName null if the platform did not tell
/// @param profileImageUrl null if the platform did not tell
/// @param subscriberTier 0 to 3, as last seen; 0 for no subscription
/// @param firstSignedInAt when the account signed in first
/// @param lastActiveAt when the account was seen last, profile refreshes included
/// @param linkedAccounts the person's other accounts
public record Viewer(
        Platform platform,
        String userId,
        @Nullable String login,
        @Nullable String displayName,
        @Nullable String profileImageUrl,
        int subscriberTier,
        Instant firstSignedInAt,
        Instant lastActiveAt,
        List<LinkedAccount> linkedAccounts) {

    /// Its shape in JSON.
    public static final Schema<Viewer> SCHEMA =
            Schema.shown("Viewer", "A person who has signed in to the tip page.", s -> {
                s.choice("platform", Viewer::platform, Platform.ALL)
                        .doc("The platform of the account that is named.")
                        .example(Platform.ALPHA.label());
                s.text("platform_user_id", Viewer::userId)
                        .doc("The account's id on that platform.")
                        .example("48213377");
                s.text("login", Viewer::login).orNull().doc("The login.").example("novafox");
                s.text("display_name", Viewer::displayName)
                        .orNull()
                        .doc("The name as people see it.")
                        .example("NovaFox");
                s.text("profile_image_url", Viewer::profileImageUrl)
                        .orNull()
                        .doc("The address of the account's picture.")
                        .example("https://media.example.com/novafox.png");
                s.int32("subscriber_tier", Viewer::subscriberTier)
                        .between(0, 3)
                        .doc("The tier of the subscription as last seen; 0 for none.")
                        .example(1);
                s.time("first_signed_in_at", Viewer::firstSignedInAt)
                        .doc("When the account signed in first.")
                        .example("2026-09-01T09:00:00.000Z");
                s.time("last_active_at", Viewer::lastActiveAt)
                        .doc("When the account was seen last, profile refreshes included.")
                        .example("2026-09-12T18:20:31.123Z");
                s.list("linked_accounts", Viewer::linkedAccounts, LinkedAccount.SCHEMA)
                        .doc("The person's other accounts, never this one.");
            });
}
