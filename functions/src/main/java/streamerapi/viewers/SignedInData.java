package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.text.ViewerText;

import java.util.List;

/// The `data` of `viewer.signed_in` (contract "Ingest").
record SignedInData(
        String userId,
        @Nullable String login,
        @Nullable String displayName,
        @Nullable String profileImageUrl,
        int subscriberTier,
        List<LinkedAccount> linkedAccounts) {

    private static final int MAX_URL_CHARS = 2_048;
    private static final int MAX_LINKED_ACCOUNTS = 10;

    static final Schema<SignedInData> SCHEMA =
            Schema.of("ViewerSignedIn", "A viewer signed in to the tip page, or a profile was refreshed.", s -> {
                var userId = s.text("platform_user_id", SignedInData::userId)
                        .matching(AccountName.ID, "have 1 to 64 characters of letters, digits, _, . and -");
                var login = s.text("login", SignedInData::login)
                        .max(LinkedAccount.MAX_NAME_CHARS)
                        .orNull();
                var displayName = s.text("display_name", SignedInData::displayName)
                        .max(LinkedAccount.MAX_NAME_CHARS)
                        .orNull();
                var image = s.text("profile_image_url", SignedInData::profileImageUrl, SignedInData::address)
                        .max(MAX_URL_CHARS)
                        .orNull();
                var tier = s.int32("subscriber_tier", SignedInData::subscriberTier)
                        .between(0, 3)
                        .orElse(0);
                var linked = s.list("linked_accounts", SignedInData::linkedAccounts, LinkedAccount.SCHEMA)
                        .max(MAX_LINKED_ACCOUNTS)
                        .orElse(List.of());
                return in -> new SignedInData(
                        userId.of(in),
                        cleaned(login.of(in)),
                        cleaned(displayName.of(in)),
                        image.of(in),
                        tier.of(in),
                        linked.of(in).stream().map(SignedInData::cleaned).toList());
            });

    private static String address(String text) {
        if (!text.startsWith("https://")) {
            throw Problem.badField("data.profile_image_url", "data.profile_image_url must be an https address");
        }
        return text;
    }

    private static LinkedAccount cleaned(LinkedAccount told) {
        return new LinkedAccount(told.platform(), told.userId(), cleaned(told.login()), cleaned(told.displayName()));
    }

    private static @Nullable String cleaned(@Nullable String text) {
        String clean = text == null ? "" : ViewerText.cleaned(text).strip();
        return clean.isEmpty() ? null : clean;
    }
}
