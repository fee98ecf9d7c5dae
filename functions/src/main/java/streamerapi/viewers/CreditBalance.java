package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

/// A person's credits (spec "CreditBalance").
///
/// @param available what can be spent now: `total` less `used` and what was revoked
/// @param total what was ever granted
/// @param used what was spent
public record CreditBalance(long available, long total, long used) {

    /// Its shape in JSON.
    public static final Schema<CreditBalance> SCHEMA =
            Schema.shown("CreditBalance", "A person's sub-reward credits, across all linked accounts.", s -> {
                s.integer("available", CreditBalance::available)
                        .doc("Spendable now: `total` less `used` and what was revoked.")
                        .example(3);
                s.integer("total", CreditBalance::total).doc("Ever granted.").example(5);
                s.integer("used", CreditBalance::used).doc("Spent.").example(2);
            });

    static final Attribute.Whole AVAILABLE = Attribute.whole("available");
    static final Attribute.Whole GRANTED = Attribute.whole("granted");
    static final Attribute.Whole USED = Attribute.whole("used");

    /// The balance that a person's row holds; 0 without a row.
    static CreditBalance of(@Nullable Row person) {
        return person == null
                ? new CreditBalance(0, 0, 0)
                : new CreditBalance(person.get(AVAILABLE), person.get(GRANTED), person.get(USED));
    }
}
