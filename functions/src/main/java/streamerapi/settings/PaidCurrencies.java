package streamerapi.settings;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.AttributeFamily;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Optional;

/// The currencies in which an account was paid and that are not its own. Tips in a currency without a rate
/// ([ExchangeRate]) are never added to the account's, so a page that shows what came in shows a sum for each of these
/// beside it.
///
/// Each is an attribute of the account's own row, written with the first tip in that currency: a tip reads that row in
/// any case.
public final class PaidCurrencies {

    private static final AttributeFamily<Attribute.Flag> PAID_IN = new AttributeFamily<>("paid_in_", Attribute::flag);

    private PaidCurrencies() {}

    /// The currencies, in alphabetical order.
    ///
    /// @param account the row of `Keys.profile`
    public static List<String> of(Row account) {
        return PAID_IN.in(account).keySet().stream()
                .filter(currency -> !currency.equals(account.get(Settings.CURRENCY)))
                .sorted()
                .toList();
    }

    /// Notes a currency in which a tip was paid; empty if it is the account's own or was noted before.
    ///
    /// @param account as of [#of]
    public static Optional<Write> noting(Row account, String currency) {
        return currency.equals(account.get(Settings.CURRENCY)) || account.has(PAID_IN.of(currency))
                ? Optional.empty()
                : Optional.of(noted(Write.update(account.key()), currency));
    }

    /// Notes the currency that was the account's own until now, with the change to another.
    static Write noted(Write change, String currency) {
        return change.set(PAID_IN.of(currency), true);
    }
}
