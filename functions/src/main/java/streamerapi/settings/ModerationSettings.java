package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

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

    static ModerationSettings of(Row stored) {
        return new ModerationSettings(
                stored.textOrNull("url"),
                stored.has("timeout_ms") ? Duration.ofMillis(stored.number("timeout_ms")) : DEFAULT_TIMEOUT,
                stored.flag("enabled"),
                stored.textOrNull("secret"));
    }

    /// The settings as they are answered: without the secret.
    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("url", url);
        json.put("timeout_ms", timeout.toMillis());
        json.put("enabled", enabled);
        return json;
    }

    Map<String, @Nullable Object> stored() {
        Map<String, @Nullable Object> stored = json();
        stored.put("secret", secret);
        return stored;
    }

    @Override
    public String toString() {
        return "ModerationSettings[url=" + url + ", timeout=" + timeout + ", enabled=" + enabled + "]";
    }
}
