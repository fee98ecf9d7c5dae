package streamerapi.localstack.platforms;

import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInPage;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The pages of a stand-in: the one on which a streamer lets an app act for them, and the app's own settings.
final class AuthorizePage {

    private AuthorizePage() {}

    /// The question whether an app may act for the streamer.
    ///
    /// @param platform its name, as people write it
    /// @param fields   what is sent on with the decision
    /// @param streamer the name that is filled in
    static StandInAnswer question(String platform, Map<String, String> fields, List<String> scopes, String streamer) {
        String hidden = StandInPage.hidden(fields);
        String list = scopes.stream()
                .map(scope -> "<li><code>" + StandInPage.escaped(scope) + "</code></li>")
                .collect(Collectors.joining("\n"));
        return StandInPage.of(200, "Connect to " + platform + "?", """
                <p>This is the local stack's stand-in for %1$s. Nothing here reaches the real one.</p>
                <p>The app asks for:</p>
                <ul>
                %2$s
                </ul>
                <form method="post">
                %3$s
                <label for="login">Your name on %1$s</label>
                <input id="login" name="login" value="%4$s" pattern="[A-Za-z0-9_]{1,25}" autocomplete="off">
                <button name="decision" value="approve">Authorize</button>
                <button name="decision" value="deny">Cancel</button>
                </form>
                """.formatted(
                        StandInPage.escaped(platform), list, hidden, StandInPage.escaped(streamer)));
    }

    /// An app's settings, as a developer sees them.
    static StandInAnswer app(String platform, StandInApp app, boolean addresses) {
        String form = addresses
                ? """
                <form method="post">
                <input type="hidden" name="client_id" value="%s">
                <label for="webhook_url">Webhook URL (empty: the stand-in finds it)</label>
                <input id="webhook_url" name="webhook_url" value="%s" autocomplete="off">
                <label for="redirect_url">Redirect URL (empty: any of https or localhost)</label>
                <input id="redirect_url" name="redirect_url" value="%s" autocomplete="off">
                <button>Save</button>
                </form>
                """.formatted(
                                StandInPage.escaped(app.clientId()),
                                StandInPage.escaped(app.webhook()),
                                StandInPage.escaped(app.redirect()))
                : "";
        return StandInPage.of(200, "Your app on " + platform, """
                <p>This is the local stack's stand-in for %s. Nothing here reaches the real one.</p>
                <dl>
                <dt>Client ID</dt><dd><code id="client_id">%s</code></dd>
                <dt>Client secret</dt><dd><code id="client_secret">%s</code></dd>
                </dl>
                %s
                """.formatted(
                        StandInPage.escaped(platform),
                        StandInPage.escaped(app.clientId()),
                        StandInPage.escaped(app.clientSecret()),
                        form));
    }

    /// An address with parameters added, in this order.
    static String with(String address, Map<String, String> parameters) {
        String added = new LinkedHashMap<>(parameters)
                .entrySet().stream()
                        .map(parameter -> parameter.getKey() + "="
                                + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        return address + (address.contains("?") ? "&" : "?") + added;
    }
}
