package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The moderation service that an account's tips are shown to: the setting `moderation`.
///
/// @param url where it is asked, or null
/// @param timeout how long its answer is waited for, 100 ms to 5 s
/// @param enabled whether it is asked; never without a `url`
/// @param secret what requests to it are signed with, or null for requests without a signature; it is never answered
public record ModerationSettings(
        @Nullable String url,
        Duration timeout,
        boolean enabled,
        @Nullable String secret) {

    public static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(5);
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);

    private static final int MAX_URL = 2_048;
    private static final int MIN_SECRET = 16;
    private static final int MAX_SECRET = 128;
    private static final Pattern SECRET = Pattern.compile("[!-~]+");

    static final ModerationSettings DEFAULT = new ModerationSettings(null, DEFAULT_TIMEOUT, false, null);

    /// Their shape.
    ///
    /// @param address the service's address as it is kept; throws a `bad_request` if it is not acceptable
    static Schema<ModerationSettings> schema(UnaryOperator<String> address) {
        return Schema.of("ModerationSettings", "The moderation service that checks tips.", s -> {
            var url = s.text("url", ModerationSettings::url, address)
                    .between(1, MAX_URL)
                    .uri()
                    .orNull()
                    .doc("The service's public https address.");
            var timeout = s.int32("timeout_ms", moderation -> (int) moderation.timeout.toMillis())
                    .between(MIN_TIMEOUT.toMillis(), MAX_TIMEOUT.toMillis())
                    .orElse((int) DEFAULT_TIMEOUT.toMillis())
                    .doc("How long to wait for an answer, in milliseconds.");
            var enabled = s.flag("enabled", ModerationSettings::enabled)
                    .orElse(false)
                    .doc("Whether tips are sent to it. This needs a `url`.");
            var secret = s.text("secret", ModerationSettings::secret)
                    .between(MIN_SECRET, MAX_SECRET)
                    .matching(
                            SECRET,
                            "have " + MIN_SECRET + " to " + MAX_SECRET + " ASCII characters, none of them a space")
                    .orNull()
                    .notShown()
                    .doc("The secret that signs requests to the moderation service; null for requests without a"
                            + " signature. No answer shows it.");
            return in -> {
                if (enabled.of(in) && url.of(in) == null) {
                    throw in.refused("url", "is required to turn the moderation service on");
                }
                return new ModerationSettings(
                        url.of(in), Duration.ofMillis(timeout.of(in)), enabled.of(in), secret.of(in));
            };
        });
    }

    @Override
    public String toString() {
        return "ModerationSettings[url=" + url + ", timeout=" + timeout + ", enabled=" + enabled + "]";
    }
}
