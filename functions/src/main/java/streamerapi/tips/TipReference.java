package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

/// The row of a payment's reference, as a caller named it: two tips never have the same.
final class TipReference {

    private static final Attribute<String> ORDER_ID = Attribute.text("order_id");

    private TipReference() {}

    /// Holds a tip to its reference's being new.
    ///
    /// @param orderId whose the reference is from now on; null if it stays free
    static <T> Outcome<T> once(
            String tenantId, NewTip.@Nullable Reference reference, @Nullable String orderId, Outcome<T> outcome) {
        String id = reference == null ? null : reference.id();
        if (reference == null || id == null) {
            return outcome;
        }
        String source = reference.source();
        Key key = PaymentKeys.reference(tenantId, source == null ? "" : source, id);
        Write write = orderId == null ? Write.check(key) : Write.put(Row.of(key).with(ORDER_ID, orderId));
        return outcome.writing(write.when(Condition.noRow())
                .orElse(earlier -> Problem.of(ErrorCode.DUPLICATE_EXTERNAL_REF)
                        .with("order_id", earlier == null ? null : earlier.get(ORDER_ID))));
    }
}
