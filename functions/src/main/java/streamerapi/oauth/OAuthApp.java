package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// An app that streamers can connect, as its owner registered it.
///
/// @param tenantId the account that it is registered in
/// @param redirectUris where streamers can be sent back to, at least one
/// @param scopes the labels of what it may ask for at most
/// @param secretHash of its client secret; null for a public app, which can keep none
/// @param revision counts the times that it gave up a scope: what was authorized under another is dead
public record OAuthApp(
        String clientId,
        String tenantId,
        String name,
        @Nullable String description,
        List<String> redirectUris,
        List<String> scopes,
        @Nullable String secretHash,
        long revision,
        Instant createdAt) {
    static final Attribute<String> CLIENT_ID = Attribute.text("client_id");
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    private static final Attribute<String> DESCRIPTION = Attribute.text("description");
    static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<List<String>> REDIRECT_URIS = Attribute.texts("redirect_uris");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    static final Attribute<String> SECRET = Attribute.text("secret");
    private static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");

    /// Its shape in JSON.
    public static final Schema<OAuthApp> SCHEMA = Schema.shown("OauthApp", "An app that streamers can connect.", s -> {
        s.text("client_id", OAuthApp::clientId).component("ClientId").example("oc_01k4zf2m7x7zdt6qr4vj64cac6");
        s.text("name", OAuthApp::name).example("Deck Remote");
        s.text("description", OAuthApp::description).orNull().example("Controls the queue from a phone.");
        s.texts("redirect_uris", OAuthApp::redirectUris).example(List.of("https://deck.example.com/callback"));
        s.labels("scopes", OAuthApp::scopes, "Scope", Scope::known).example(List.of("tts:read"));
        s.oneOf("type", OAuthApp::type, Fields.TYPES);
        s.time("created_at", OAuthApp::createdAt).example("2026-09-01T09:00:00.000Z");
    });

    /// The fields of an app that its owner chooses.
    ///
    /// @param redirectUris at least one
    /// @param scopes labels, at least one
    public record Fields(String name, @Nullable String description, List<String> redirectUris, List<String> scopes) {

        private static final List<String> TYPES = List.of("confidential", "public");
        private static final int MAX_NAME = 64;
        private static final int MAX_DESCRIPTION = 500;
        private static final int MAX_ADDRESSES = 20;

        /// The schema of a change.
        static Schema<Fields> schema(AppName names) {
            return Schema.of("OauthApp", "The fields of an app that change.", s -> {
                var shared = new Shared<>(s, names, fields -> fields);
                return shared::of;
            });
        }

        /// The fields as a body has them.
        private static final class Shared<T> {
            private final Field<T, String> name;
            private final Field<T, @Nullable String> description;
            private final Field<T, List<String>> redirectUris;
            private final Field<T, List<String>> scopes;

            Shared(Shape<T> s, AppName names, Function<T, Fields> in) {
                this.name = s.text("name", app -> in.apply(app).name, names::checked)
                        .between(1, MAX_NAME)
                        .example("Deck Remote");
                this.description = s.text("description", app -> in.apply(app).description)
                        .between(1, MAX_DESCRIPTION)
                        .orNull()
                        .example("Controls the queue from a phone.");
                this.redirectUris = s.texts(
                                "redirect_uris",
                                app -> in.apply(app).redirectUris,
                                RedirectUri.MAX_CHARS,
                                RedirectUri::checked)
                        .between(1, MAX_ADDRESSES)
                        .example(List.of("https://deck.example.com/callback"));
                this.scopes = s.labels("scopes", app -> in.apply(app).scopes, "Scope", Scope::known)
                        .between(1, Scope.all().size())
                        .example(List.of("tts:read"));
            }

            Fields of(FieldValues in) {
                return new Fields(name.of(in), description.of(in), redirectUris.of(in), scopes.of(in));
            }
        }
    }

    /// The body that registers an app.
    ///
    /// @param type `confidential`, or `public` for one that can keep no secret
    public record Registration(Fields fields, String type) {

        static Schema<Registration> schema(AppName names) {
            return Schema.of("OauthApp", "An app that is to be registered.", s -> {
                var fields = new Fields.Shared<>(s, names, Registration::fields);
                var type = s.oneOf("type", Registration::type, Fields.TYPES);
                return in -> new Registration(fields.of(in), type.of(in));
            });
        }

        boolean isConfidential() {
            return type.equals(Fields.TYPES.getFirst());
        }
    }

    Fields fields() {
        return new Fields(name, description, redirectUris, scopes);
    }

    private String type() {
        return isConfidential() ? "confidential" : "public";
    }

    static OAuthApp of(Row row) {
        return new OAuthApp(
                row.get(CLIENT_ID),
                row.get(TENANT_ID),
                row.get(NAME),
                row.find(DESCRIPTION),
                row.get(REDIRECT_URIS),
                row.get(SCOPES),
                row.find(SECRET),
                row.get(REVISION),
                row.get(CREATED_AT));
    }

    Key key() {
        return Keys.app(Keys.appNumber(clientId));
    }

    Row row() {
        return Row.of(key())
                .with(CLIENT_ID, clientId)
                .with(TENANT_ID, tenantId)
                .with(NAME, name)
                .with(DESCRIPTION, description)
                .with(REDIRECT_URIS, redirectUris)
                .with(SCOPES, scopes)
                .with(SECRET, secretHash)
                .with(REVISION, revision)
                .with(CREATED_AT, createdAt);
    }

    /// Whether it has a secret to prove itself with.
    public boolean isConfidential() {
        return secretHash != null;
    }

    /// The app that a row is, held to the credentials that it sent. It takes the same time for every mistake in them.
    ///
    /// @throws OAuthError `invalid_client`
    static OAuthApp authenticated(@Nullable Row row, ClientCredentials credentials) {
        String sent = credentials.secret() == null
                ? ""
                : Secret.parse(credentials.secret()).map(Secret::hash).orElse("unknown");
        OAuthApp app = row == null ? null : of(row);
        String expected = app == null || app.secretHash == null ? "" : app.secretHash;
        boolean alike = Hmac.isSame(sent, expected);
        if (app == null || !alike || !app.clientId.equals(credentials.clientId())) {
            throw OAuthError.invalidClient();
        }
        return app;
    }
}
