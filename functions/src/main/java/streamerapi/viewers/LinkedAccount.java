package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

/// Another platform account of the same person.
///
/// @param platform where the account is
/// @param userId the account's id on that platform
/// @param login null if it is not known
/// @param displayName null if it is not known
public record LinkedAccount(
        Platform platform,
        String userId,
        @Nullable String login,
        @Nullable String displayName) {

    static final int MAX_NAME_CHARS = 64;

    /// Its shape in JSON.
    public static final Schema<LinkedAccount> SCHEMA =
            Schema.of("LinkedAccount", "Another platform account of the same person.", s -> {
                var platform = s.choice("platform", LinkedAccount::platform, Platform.ALL)
                        .doc("The platform.")
                        .example(Platform.BETA.label());
                var userId = s.text("platform_user_id", LinkedAccount::userId)
                        .matching(AccountName.ID, "have 1 to 64 characters of letters, digits, _, . and -")
                        .doc("The account's id on that platform.")
                        .example("9021");
                var login = s.text("login", LinkedAccount::login)
                        .max(MAX_NAME_CHARS)
                        .orNull()
                        .doc("The account's login.")
                        .example("novafox_live");
                var displayName = s.text("display_name", LinkedAccount::displayName)
                        .max(MAX_NAME_CHARS)
                        .orNull()
                        .doc("The account's display name.")
                        .example("NovaFoxLive");
                return in -> new LinkedAccount(platform.of(in), userId.of(in), login.of(in), displayName.of(in));
            });

    /// The account.
    AccountName name() {
        return new AccountName(platform, userId);
    }
}
