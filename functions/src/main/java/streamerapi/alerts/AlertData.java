package streamerapi.alerts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// The `data` of an alert (contract "Ingest"): the fields of the event that it becomes, and `user_id`. Which of them a
/// type needs, the type says.
///
/// @param userId who caused it; null if that is not known
/// @param isAnonymous whether the giver asked to stay unnamed
record AlertData(
        @Nullable String userId,
        @Nullable String userName,
        @Nullable String userLogin,
        @Nullable String message,
        @Nullable Long tier,
        @Nullable Long months,
        @Nullable String subMessage,
        @Nullable Long total,
        List<String> giftRecipients,
        @Nullable Long bits,
        @Nullable Long viewers,
        @Nullable Long amount,
        @Nullable String giftName,
        @Nullable String note,
        boolean isAnonymous) {

    private static final int MAX_NAME_CHARS = 64;
    private static final int MAX_TEXT_CHARS = 500;
    private static final int MAX_RECIPIENTS = 1_000;
    private static final long MAX_COUNT = 1_000_000_000;

    static final Schema<AlertData> SCHEMA = Schema.of("AlertMessage", "A platform alert.", s -> {
        var userId = s.text("user_id", AlertData::userId).max(MAX_NAME_CHARS).orNull();
        var userName =
                s.text("user_name", AlertData::userName).max(MAX_NAME_CHARS).orNull();
        var userLogin =
                s.text("user_login", AlertData::userLogin).max(MAX_NAME_CHARS).orNull();
        var message = s.text("message", AlertData::message).max(MAX_TEXT_CHARS).orNull();
        var tier = s.integer("tier", AlertData::tier).between(1, 3).orNull();
        var months =
                s.integer("months", AlertData::months).between(1, MAX_COUNT).orNull();
        var subMessage =
                s.text("sub_message", AlertData::subMessage).max(MAX_TEXT_CHARS).orNull();
        var total = s.integer("total", AlertData::total).between(1, MAX_COUNT).orNull();
        var recipients = s.texts("gift_recipients", AlertData::giftRecipients, MAX_NAME_CHARS)
                .max(MAX_RECIPIENTS)
                .orElse(List.of());
        var bits = s.integer("bits", AlertData::bits).between(1, MAX_COUNT).orNull();
        var viewers =
                s.integer("viewers", AlertData::viewers).between(0, MAX_COUNT).orNull();
        var amount =
                s.integer("amount", AlertData::amount).between(1, MAX_COUNT).orNull();
        var giftName =
                s.text("gift_name", AlertData::giftName).max(MAX_NAME_CHARS).orNull();
        var note = s.text("note", AlertData::note).max(MAX_TEXT_CHARS).orNull();
        var anonymous = s.flag("is_anonymous", AlertData::isAnonymous).orElse(false);
        return in -> new AlertData(
                userId.of(in),
                userName.of(in),
                userLogin.of(in),
                message.of(in),
                tier.of(in),
                months.of(in),
                subMessage.of(in),
                total.of(in),
                recipients.of(in),
                bits.of(in),
                viewers.of(in),
                amount.of(in),
                giftName.of(in),
                note.of(in),
                anonymous.of(in));
    });

    /// The value of a field that a type needs.
    ///
    /// @throws Problem `bad_request` with `field` if it was not sent
    static <V> V needed(String field, @Nullable V value) {
        if (value == null) {
            throw Problem.badField("data." + field, "data." + field + " is required");
        }
        return value;
    }
}
