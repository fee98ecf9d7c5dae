package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Map;

/// In which chats the bot is on: the setting `bot`. It is on in both unless the account says otherwise.
public record BotSettings(boolean alpha, boolean beta) {

    /// Whether it is on in a platform's chat.
    ///
    /// @param platform `alpha` or `beta`
    public boolean isEnabled(String platform) {
        return platform.equals("alpha") ? alpha : beta;
    }

    static BotSettings of(Row stored) {
        return new BotSettings(
                !stored.has("alpha") || stored.flag("alpha"), !stored.has("beta") || stored.flag("beta"));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("alpha", alpha);
        json.put("beta", beta);
        return json;
    }
}
