package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/// An API key, without its secret.
///
/// @param id `ak_…`
/// @param name what the streamer calls it
/// @param scopes what it may do, by their labels
/// @param createdAt when it was made
/// @param lastUsedAt when a request last carried it, known to the hour; null for never
public record ApiKey(
        String id,
        String name,
        List<String> scopes,
        Instant createdAt,
        @Nullable Instant lastUsedAt) {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");

    private static final int MAX_NAME = 64;

    /// Its shape in JSON.
    public static final Schema<ApiKey> SCHEMA = Schema.shown("ApiKey", "An API key, without its secret.", s -> {
        s.text("id", ApiKey::id).component("ApiKeyId").example("ak_01k4zf2m7xxwph4zf3fea2qapg");
        s.text("name", ApiKey::name).example("Deck");
        s.labels("scopes", ApiKey::scopes, "Scope", Scope::known).example(List.of("tts:read", "tts:control"));
        s.time("created_at", ApiKey::createdAt).example("2026-09-01T09:00:00.000Z");
        s.time("last_used_at", ApiKey::lastUsedAt)
                .live()
                .orNull()
                .doc("When the key was last used, to the hour; null if it was never used.");
    });

    /// The fields of a key that the streamer chooses.
    public record Chosen(String name, List<String> scopes) {

        /// Their shape in bodies.
        public static final Schema<Chosen> SCHEMA =
                Schema.of("ApiKey", "A key's name, and the scopes that it has.", s -> {
                    var name = s.text("name", Chosen::name)
                            .between(1, MAX_NAME)
                            .doc("Your note; events that the key causes carry it.")
                            .example("Deck");
                    var scopes = s.labels("scopes", Chosen::scopes, "Scope", Scope::known)
                            .doc("The rights of the key. A key without scopes can call only the endpoints that need no"
                                    + " scope.")
                            .example(List.of("tts:read", "tts:control"));
                    return in -> new Chosen(name.of(in), scopes.of(in));
                });

        /// A key's name and scopes.
        public static Chosen of(String name, Set<Scope> scopes) {
            return new Chosen(
                    name, Scope.known(scopes.stream().map(Scope::label).toList()));
        }
    }

    /// Noted of a credential by [streamerapi.shared.auth.Credentials].
    static final Attribute<Instant> LAST_USED = Attribute.time("last_used_at");

    /// @param row the key's row among the account's
    /// @param credential the row under the hash of its secret, if that is still there
    static ApiKey of(Row row, @Nullable Row credential) {
        return new ApiKey(
                id(row),
                row.get(NAME),
                row.get(SCOPES),
                row.get(CREATED_AT),
                credential == null ? null : credential.find(LAST_USED));
    }

    static String id(Row row) {
        return row.key().sort().substring(Keys.API_KEY.length());
    }
}
