package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// An entry of the ledger of a viewer's credits.
///
/// @param type `grant` or `revoke`
/// @param amount how many credits; positive
/// @param note why, as who did it says; null if nothing was said
/// @param actor who did it, as events name actors; null for the service
/// @param platform the platform of the account that it landed on
/// @param userId that account's id
/// @param createdAt when
public record CreditEntry(
        String type,
        long amount,
        @Nullable String note,
        @Nullable Map<String, @Nullable Object> actor,
        Platform platform,
        String userId,
        Instant createdAt) {

    /// An entry of credits that were given.
    static final String GRANT = "grant";

    /// An entry of credits that were taken back.
    static final String REVOKE = "revoke";

    private static final Attribute<String> ACTOR_JSON = Attribute.text("actor_json");

    /// The entry as a row. Its actor is kept as text, because its fields can be null.
    Row row(Key key) {
        return SCHEMA.row(key, this).with(ACTOR_JSON, actor == null ? null : Json.writeText(actor));
    }

    /// The entry that a row holds.
    static CreditEntry of(Row row) {
        String actor = row.find(ACTOR_JSON);
        return SCHEMA.of(row, actor == null ? Map.of() : Map.of("actor", Json.asObject(Json.read(actor))));
    }

    /// Its shape in JSON and in the table.
    public static final Schema<CreditEntry> SCHEMA =
            Schema.of("CreditEntry", "Credits that a viewer was granted, or that were revoked.", s -> {
                var type = s.oneOf("type", CreditEntry::type, List.of(GRANT, REVOKE))
                        .doc("Whether they were granted or revoked.");
                var amount = s.integer("amount", CreditEntry::amount)
                        .doc("How many; positive.")
                        .example(2);
                var note =
                        s.text("note", CreditEntry::note).orNull().doc("Why.").example("Won the quiz");
                var actor = s.json("actor", CreditEntry::actor, "Actor")
                        .orNull()
                        .notStored()
                        .doc("Who did it, as in events; null for the service.");
                var platform = s.choice("platform", CreditEntry::platform, Platform.ALL)
                        .doc("The platform of the account that got or lost them.");
                var userId = s.text("platform_user_id", CreditEntry::userId)
                        .doc("That account's id.")
                        .example("48213377");
                var createdAt = s.time("created_at", CreditEntry::createdAt)
                        .doc("When.")
                        .example("2026-09-12T18:20:31.123Z");
                return in -> new CreditEntry(
                        type.of(in),
                        amount.of(in),
                        note.of(in),
                        actor.of(in),
                        platform.of(in),
                        userId.of(in),
                        createdAt.of(in));
            });
}
