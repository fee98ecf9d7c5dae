package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.Apps;
import streamerapi.oauth.Consent;
import streamerapi.oauth.OAuthApp;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A third-party app in a test: how it is registered, and what it sends.
///
/// @param secret its client secret; null for a public app
public record TestApp(Account owner, OAuthApp app, @Nullable String secret) {

    public static final String REDIRECT = "https://app.example.com/callback";
    public static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private static final String TOKEN = "/oauth/token";

    /// A confidential app with these scopes.
    public static TestApp confidential(Account owner, Scope... scopes) {
        return registered(owner, true, scopes);
    }

    /// A public app with these scopes.
    public static TestApp open(Account owner, Scope... scopes) {
        return registered(owner, false, scopes);
    }

    private static TestApp registered(Account owner, boolean confidential, Scope... scopes) {
        OAuthApp.Fields fields = new OAuthApp.Fields(
                "Overlay tools",
                null,
                List.of(REDIRECT),
                Arrays.stream(scopes).map(Scope::label).toList());
        Outcome<Apps.WithSecret> registered = apps(owner)
                .register(
                        owner.tenantId(), new OAuthApp.Registration(fields, confidential ? "confidential" : "public"));
        owner.table().write(registered.writes());
        Apps.WithSecret app = registered.value();
        return new TestApp(
                owner, app.app(), app.secret() == null ? null : app.secret().text());
    }

    private static Apps apps(Account owner) {
        return new Apps(
                owner.table(), new Ids(owner.service().clock()), owner.service().clock());
    }

    /// The app as it is registered now.
    public OAuthApp now() {
        return Objects.requireNonNull(apps(owner).find(app.clientId()));
    }

    /// Changes the app's scopes.
    public void giveItself(Scope... scopes) {
        OAuthApp is = now();
        change(new OAuthApp.Fields(is.name(), is.description(), is.redirectUris(), labels(scopes)));
    }

    /// Changes the addresses that the app sends people back to.
    public void registerAddresses(String... addresses) {
        OAuthApp is = now();
        change(new OAuthApp.Fields(is.name(), is.description(), List.of(addresses), is.scopes()));
    }

    /// The app under another name.
    public TestApp renamed(String name) {
        OAuthApp is = now();
        change(new OAuthApp.Fields(name, is.description(), is.redirectUris(), is.scopes()));
        return new TestApp(owner, now(), secret);
    }

    /// The app with another description.
    public TestApp described(String description) {
        OAuthApp is = now();
        change(new OAuthApp.Fields(is.name(), description, is.redirectUris(), is.scopes()));
        return new TestApp(owner, now(), secret);
    }

    private void change(OAuthApp.Fields to) {
        write(apps(owner).change(now(), to).writes());
    }

    private static List<String> labels(Scope... scopes) {
        return Arrays.stream(scopes).map(Scope::label).toList();
    }

    /// A code for all the app's scopes, with the challenge of [#VERIFIER].
    public String code(Account streamer) {
        return code(streamer, true, challenge(VERIFIER), app.scopes());
    }

    /// A code of a consent, whose streamer needs no browser.
    public String code(Account streamer, boolean redirectSent, @Nullable String challenge, List<String> scopes) {
        Consent consent = new Consent(REDIRECT, redirectSent, scopes, challenge, userOf(streamer), now().revision());
        Consent.NewCode code = consent.newCode(
                streamer.tenantId(), app.clientId(), owner.service().clock().instant());
        write(List.of(code.write()));
        return code.code().text();
    }

    private static String userOf(Account streamer) {
        return streamer.ownRows(Keys.USER).getFirst().key().sort().substring(Keys.USER.length());
    }

    /// Exchanges a code.
    public Answer exchange(String code) {
        return post(
                TOKEN,
                with(Map.of("grant_type", "authorization_code"), "code", code, "redirect_uri", REDIRECT),
                "code_verifier",
                VERIFIER);
    }

    /// Sends a refresh token.
    public Answer refresh(@Nullable Object token) {
        return post(TOKEN, Map.of("grant_type", "refresh_token", "refresh_token", String.valueOf(token)));
    }

    /// Gives a token back.
    public Answer revoke(@Nullable Object token) {
        return post("/oauth/revoke", Map.of("token", String.valueOf(token)));
    }

    /// The tokens that a streamer's consent gives.
    public Tokens connect(Account streamer) {
        return Tokens.of(exchange(code(streamer)).expect(200));
    }

    /// The parameters with which the app sends a streamer's browser to the authorization endpoint.
    public Map<String, String> asking() {
        return with(
                Map.of(),
                "response_type",
                "code",
                "client_id",
                app.clientId(),
                "redirect_uri",
                REDIRECT,
                "scope",
                String.join(" ", app.scopes()),
                "state",
                "a b&c",
                "code_challenge",
                challenge(VERIFIER),
                "code_challenge_method",
                "S256");
    }

    /// Posts a form with the app's credentials in its body.
    public Answer post(String path, Map<String, String> form, String... more) {
        Map<String, String> all = new LinkedHashMap<>(with(form, more));
        all.putIfAbsent("client_id", app.clientId());
        if (secret != null) {
            all.putIfAbsent("client_secret", secret);
        }
        return web().postForm(path, all);
    }

    /// The app's own HTTP client.
    public WebClient web() {
        return new WebClient(owner.service().stack().authUrl());
    }

    /// The header of HTTP Basic.
    public String basic() {
        String pair = WebClient.encode(app.clientId()) + ":" + WebClient.encode(Objects.requireNonNull(secret));
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /// Calls the API with an access token.
    public ApiClient api(String accessToken) {
        return new ApiClient(owner.service().stack().authUrl(), accessToken);
    }

    /// The challenge of a verifier.
    public static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /// A form with more fields.
    public static Map<String, String> with(Map<String, String> form, String... more) {
        Map<String, String> all = new LinkedHashMap<>(form);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private void write(List<Write> writes) {
        owner.table().write(writes);
    }

    /// A pair of tokens.
    public record Tokens(String access, String refresh, String scope) {

        static Tokens of(Answer answer) {
            return new Tokens(
                    String.valueOf(answer.at("access_token")),
                    String.valueOf(answer.at("refresh_token")),
                    String.valueOf(answer.at("scope")));
        }
    }
}
