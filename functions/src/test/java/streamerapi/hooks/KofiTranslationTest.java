package streamerapi.hooks;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.kofi.KofiTip;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The tips in Ko-fi's calls.
@NullMarked
class KofiTranslationTest {

    private static final Map<String, @Nullable Object> DONATION = Map.of(
            "kofi_transaction_id", "t-1",
            "is_public", true,
            "from_name", "Jo Example",
            "message", "Good luck!",
            "amount", "3.00",
            "currency", "EUR");

    @ParameterizedTest
    @ValueSource(strings = {"Donation", "Subscription"})
    void moneyThatIsGivenIsATip(String type) {
        assertThat(tip(type, DONATION).fields())
                .isEqualTo(Map.of(
                        "transaction_id", "t-1",
                        "name", "Jo Example",
                        "amount", new BigDecimal("3.00"),
                        "currency", "EUR",
                        "message", "Good luck!"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Commission", "Shop Order", "Something New", "donation", ""})
    void moneyForWaresIsNoneWhateverIsInIt(String type) {
        assertThat(KofiEvents.of(type, new EventFields("data.", DONATION))).isNull();
        assertThat(KofiEvents.of(type, new EventFields("data.", Map.of()))).isNull();
    }

    @Test
    void nameAndMessageOfATipThatIsNotPublicAreNotRead() {
        assertThat(tip("Donation", with("is_public", false))).satisfies(secret -> {
            assertThat(secret.name()).isEqualTo("Anonymous");
            assertThat(secret.message()).isNull();
        });
        assertThat(tip("Donation", with("is_public", "false")).message())
                .as("its text")
                .isNull();
        assertThat(tip("Donation", with("is_public", null)).name())
                .as("only a tip that says so is not public")
                .isEqualTo("Jo Example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \u200B", "\u202E"})
    void aNameThatShowsNothingIsAnonymous(String name) {
        assertThat(tip("Donation", with("from_name", name)).name()).isEqualTo("Anonymous");
    }

    @Test
    void textsAreCut() {
        assertThat(tip("Donation", with("from_name", "n".repeat(65))).name()).isEqualTo("n".repeat(64));
        assertThat(tip("Donation", with("message", "m".repeat(501))).message()).isEqualTo("m".repeat(500));
        assertThat(tip("Donation", with("message", "")).message()).isNull();
        assertThat(tip("Donation", with("message", null)).message()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01", "3", "3.00", "3.0000", "5e1", "100000000", "100000000.00", "00000000000000000003"})
    void anAmountIsExact(String amount) {
        assertThat(tip("Donation", with("amount", amount)).amount()).isEqualTo(new BigDecimal(amount));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.00", "-0.01", "-5"})
    void nothingThatWasPaidIsNoTip(String amount) {
        assertThat(KofiEvents.of("Donation", new EventFields("data.", with("amount", amount))))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "three,                 data.amount must be a number",
        "NaN,                   data.amount must be a number",
        "'3,00',                data.amount must be a number",
        "1.001,                 data.amount must be an amount of money",
        "100000000.01,          data.amount must be an amount of money",
        "1e999999999,           data.amount must be an amount of money",
        "1e-999999999,          data.amount must be an amount of money",
        "000000000000000000003, data.amount must be an amount of money"
    })
    void anyOtherAmountIsRefused(String amount, String message) {
        Problem refused = refused("amount", amount);

        assertThat(refused.body()).containsEntry("field", "data.amount").containsEntry("code", "bad_request");
        assertThat(refused).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"EUR,EUR", "usd,USD", "Jpy,JPY", "kwd,KWD"})
    void aCurrencyIsTakenInEitherCase(String currency, String code) {
        assertThat(tip("Donation", with("currency", currency)).currency()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"XYZ", "EURO", "€", "XXX", "xxx", "XAU", "XAG", "XPT", "XPD", "XDR", "XTS", "XBA"})
    void aCodeThatNoMoneyIsPaidInIsRefused(String currency) {
        Problem refused = refused("currency", currency);

        assertThat(refused.body()).containsEntry("field", "data.currency").containsEntry("code", "bad_request");
        assertThat(refused).hasMessage("data.currency must be an ISO 4217 code, such as USD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kofi_transaction_id", "amount", "currency"})
    void aTipThatLacksAFieldIsRefused(String field) {
        assertThat(refused(field, null).body()).containsEntry("field", "data." + field);
        assertThat(refused(field, " ").body()).containsEntry("field", "data." + field);
        assertThat(refused(field, BigDecimal.ONE).body()).containsEntry("field", "data." + field);
    }

    private static Problem refused(String field, @Nullable Object value) {
        return catchThrowableOfType(
                Problem.class, () -> KofiEvents.of("Donation", new EventFields("data.", with(field, value))));
    }

    private static KofiTip tip(String type, Map<String, @Nullable Object> data) {
        KofiTip tip = KofiEvents.of(type, new EventFields("data.", data));
        assertThat(tip).isNotNull();
        return tip;
    }

    private static Map<String, @Nullable Object> with(String field, @Nullable Object value) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>(DONATION);
        data.put(field, value);
        return data;
    }
}
