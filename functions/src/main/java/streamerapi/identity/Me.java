package streamerapi.identity;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

import java.util.List;

/// The caller's identity (spec "Identity").
///
/// @param oauth null for an API key
record Me(Tenant tenant, Credential key, @Nullable OAuth oauth) {
    private static final Attribute<String> CURRENCY = Attribute.text("currency");
    private static final Attribute<String> NAME = Attribute.text("name");

    static final Schema<Me> SCHEMA = Schema.shown("Me", "The account behind a credential, and what it may do.", s -> {
        s.object("tenant", Me::tenant, Tenant.SCHEMA).doc("The streamer's account.");
        s.object("key", Me::key, Credential.SCHEMA)
                .doc("The API key; for an OAuth access token the authorization's id, the app's name and the scopes"
                        + " granted.");
        s.oneOf("credential", me -> me.oauth == null ? null : "oauth", List.of("oauth"))
                .orAbsent()
                .doc("Present for OAuth access tokens only.");
        s.object("oauth", Me::oauth, OAuth.SCHEMA).orAbsent().doc("Present for OAuth access tokens only.");
    });

    /// The account.
    record Tenant(String id, String name, String currency) {
        static final Schema<Tenant> SCHEMA = Schema.shown("MeTenant", "A streamer's account.", s -> {
            s.text("id", Tenant::id).component("TenantId").example("ten_0k3v7q9x2m4aa");
            s.text("name", Tenant::name).example("NovaFox");
            s.text("currency", Tenant::currency)
                    .component("Currency")
                    .doc("Of tips that name none.")
                    .example("USD");
        });
    }

    /// The credential, and what it may do.
    record Credential(String id, String name, List<String> scopes) {
        static final Schema<Credential> SCHEMA = Schema.shown("MeKey", "A credential, and what it may do.", s -> {
            s.text("id", Credential::id).component("CredentialId").example("ak_01k4zf2m7xxwph4zf3fea2qapg");
            s.text("name", Credential::name).example("Deck");
            s.labels("scopes", Credential::scopes, "Scope", Scope::known).example(List.of("tts:read", "tts:control"));
        });
    }

    /// The app that an access token was given to.
    record OAuth(String clientId, String authorizationId) {
        static final Schema<OAuth> SCHEMA = Schema.shown("MeOauth", "The app of an access token.", s -> {
            s.text("client_id", OAuth::clientId).component("ClientId");
            s.text("authorization_id", OAuth::authorizationId).component("AuthorizationId");
        });
    }

    /// @param account its row
    static Me of(Row account, Caller caller) {
        List<String> scopes = Scope.all().stream()
                .filter(caller.scopes()::contains)
                .map(Scope::label)
                .toList();
        String clientId = caller.clientId();
        return new Me(
                new Tenant(caller.tenantId(), account.get(NAME), account.get(CURRENCY)),
                new Credential(caller.id(), caller.name(), scopes),
                clientId == null ? null : new OAuth(clientId, caller.id()));
    }
}
