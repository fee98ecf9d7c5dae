package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The page that tells a donor what became of a payment, in each of its states, and what happens to it if the streamer
/// changes something meanwhile.
@NullMarked
class TipStatesTest {

    private static final String SETTINGS = "/dashboard/api/settings";
    private static final String HELD = "/dashboard/api/held-tips";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();
    private final String slug = account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');

    @BeforeEach
    void aPageIsThere() {
        settings(Map.of("tip_page", Map.of("enabled", true, "slug", slug)));
        TipDonor.connect(account, "stripe");
        TipDonor.connect(account, "paypal");
    }

    @AfterEach
    void theWebhooksAreGone() {
        owner.withoutValidation().delete("/dashboard/api/connections/stripe");
        owner.withoutValidation().delete("/dashboard/api/connections/paypal");
    }

    private void settings(Map<String, Object> changes) {
        owner.patch(SETTINGS, changes).expect(200);
    }

    private TipDonor donor(String provider) {
        return new TipDonor(account, slug, provider);
    }

    private String order() {
        return String.valueOf(account.api().get("/tts/queue").expect(200).at("items.0.order_id"));
    }

    private void decide(String decision) {
        Object order = owner.get(HELD).expect(200).at("tips.0.order_id");
        owner.post(HELD + "/" + order + "/" + decision).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aTipGoesFromTheCheckoutToTheStream(String provider) {
        TipDonor donor = donor(provider).begins(Map.of());
        assertThat(donor.becomes("pending"))
                .contains("Waiting for the payment", "http-equiv=\"refresh\"", "This is a test");
        donor.decides("pay");
        assertThat(donor.becomes("queued")).contains("Thank you!", "5.00 EUR");
        account.api().post("/tts/" + order() + "/start").expect(200);
        assertThat(donor.becomes("playing")).contains("on stream now");
        account.api().post("/tts/" + playing() + "/finish").expect(200);
        assertThat(donor.becomes("played")).contains("was shown on stream").doesNotContain("http-equiv");
    }

    private Object playing() {
        return Objects.requireNonNull(
                account.api().get("/tts/queue").expect(200).at("current_order_id"));
    }

    @Test
    void aTipBelowTheLeastAmountThatIsSpokenIsNotSaidToBeReadAloud() {
        settings(Map.of("tts", Map.of("min_amount", 10)));
        TipDonor small = donor("stripe").pays(Map.of("amount", "9.99"));
        assertThat(small.becomes("queued"))
                .contains("will be shown when its turn comes")
                .doesNotContain("read aloud");
        String order = order();
        account.api().post("/tts/" + order + "/start").expect(200);
        assertThat(small.becomes("playing")).doesNotContain("read aloud");
        account.api().post("/tts/" + order + "/finish").expect(200);
        assertThat(small.becomes("played")).contains("was shown").doesNotContain("read aloud");
        assertThat(donor("stripe").pays(Map.of("amount", "10")).becomes("queued"))
                .contains("will be read aloud when its turn comes");
    }

    @Test
    void aTipThatIsTakenOutOfTheQueueIsRemoved() {
        TipDonor donor = donor("stripe").pays(Map.of());
        donor.becomes("queued");
        account.api().delete("/tts/" + order()).expect(200);
        assertThat(donor.becomes("removed")).contains("will not be read aloud");
    }

    @Test
    void aTipThatIsPutBackIsWhereItsReplayIs() {
        TipDonor donor = donor("stripe").pays(Map.of());
        donor.becomes("queued");
        for (int i = 0; i < 2; i++) {
            String removed = order();
            account.api().delete("/tts/" + removed).expect(200);
            donor.becomes("removed");
            account.dashboard()
                    .post("/dashboard/api/removed-tips/" + removed + "/replay")
                    .expect(200);
            donor.becomes("queued");
        }
        account.api().post("/tts/" + order() + "/start").expect(200);
        donor.becomes("playing");
        account.api().post("/tts/" + order() + "/finish").expect(200);
        assertThat(donor.becomes("played")).contains("was read aloud");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aTipThatWaitsIsHeldAndThenApprovedOrReleased(String provider) {
        settings(Map.of("review", Map.of("hold_all", true)));
        TipDonor approved = donor(provider).pays(Map.of());
        assertThat(approved.becomes("held")).contains("You were not charged");
        decide("approve");
        approved.becomes("queued");
        TipDonor refused = donor(provider).pays(Map.of());
        refused.becomes("held");
        decide("reject");
        assertThat(refused.becomes("released")).contains("You were not charged");
        assertThat(refused.looks().text()).doesNotContain("Refunded");
    }

    @ParameterizedTest
    @CsvSource({
        "stripe, hold, filter, true",
        "paypal, hold, filter, true",
        "stripe, error, ai_unavailable, false",
        "paypal, error, ai_unavailable, false"
    })
    void aTipThatModerationHoldsBeforeItIsPaidSaysWhyItWaits(
            String provider, String answer, String reason, boolean byModeration) {
        settings(Map.of(
                "moderation", Map.of("url", service.stack().authUrl() + "/connectors/moderation", "enabled", true)));
        new WebClient(service.stack().authUrl())
                .postJson(
                        "/connectors/control",
                        Map.of("tenant_id", account.tenantId(), "action", "moderation", "answer", answer))
                .expect(200);
        donor(provider).pays(Map.of()).becomes("held");
        assertThat(owner.get(HELD).expect(200).at("tips.0.reason")).isEqualTo(reason);
        assertThat(account.events()).anyMatch(event -> event.contains("\"reason\":\"" + reason + "\""));
        assertThat(owner.page("/dashboard/review", null).text())
                .contains(
                        byModeration
                                ? "Held because the moderation service wants a person to look at it."
                                : "Held because the moderation service did not answer.");
    }

    /// The streamer can charge a part of it.
    @Test
    void aHoldThatIsChargedWhileItsTipWaitsIsNotSaidToBeFree() {
        settings(Map.of("review", Map.of("hold_all", true)));
        TipDonor donor = donor("stripe").pays(Map.of());
        assertThat(donor.becomes("held")).contains("You were not charged", "5.00 EUR");
        Map<String, Object> captured = Map.of("status", "succeeded", "amount_received", 350);
        donor.control("emit", Map.of("type", "payment_intent.succeeded", "event", captured))
                .expect(202);
        await().untilAsserted(() -> assertThat(donor.becomes("held"))
                .contains("Your payment has arrived", "3.50 EUR")
                .doesNotContain("You were not charged", "5.00 EUR"));
    }

    /// The processor can have charged the donor before it answers.
    @Test
    void aTipWhoseHoldIsBeingChargedIsNotSaidToBeFree() {
        settings(Map.of("review", Map.of("hold_all", true)));
        TipDonor donor = donor("stripe").pays(Map.of());
        donor.becomes("held");
        String order = String.valueOf(owner.get(HELD).expect(200).at("tips.0.order_id"));
        Row tip = Objects.requireNonNull(account.table().get(Keys.queued(account.tenantId(), Keys.TIP, order)));
        String capture = "/v1/payment_intents/" + tip.get(Attribute.text("payment_id")) + "/capture";
        donor.control("answer", Map.of("path", capture, "status", 500)).expect(200);
        assertThat(owner.post(HELD + "/" + order + "/approve").expect(202).at("decision"))
                .isEqualTo("capturing");
        assertThat(donor.becomes("held"))
                .contains("let your tip in", "is being charged")
                .doesNotContain("You were not charged", "reviews your tip", "until they decide");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aHoldThatEndsIsExpired(String provider) {
        settings(Map.of("review", Map.of("hold_all", true)));
        donor(provider).begins(Map.of("message", "Left at the checkout"));
        TipDonor donor = donor(provider).pays(Map.of());
        donor.becomes("held");
        donor.control("expire", Map.of()).expect(202);
        assertThat(donor.becomes("expired")).contains("You were not charged", "Try again");
    }

    @Test
    void aDonorWhoLeavesPayPalsPageHasPaidNothingUntilThePaymentIsApproved() {
        TipDonor donor = donor("paypal").begins(Map.of());
        donor.becomes("pending");
        service.clock().advance(Duration.ofMinutes(56));
        assertThat(donor.becomes("expired")).contains("You were not charged").doesNotContain("http-equiv");
        donor.decides("pay");
        assertThat(donor.becomes("queued")).contains("Your payment has arrived");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aFormThatIsSentAgainAfterThePaymentLeadsToItsStatusPage(String provider) {
        TipDonor donor = donor(provider).pays(Map.of());
        donor.becomes("queued");
        assertThat(donor.sends(Map.of()).expect(303).header("Location"))
                .isEqualTo(service.stack().authUrl() + donor.statusPath());
        assertThat(donor.sends(Map.of("amount", "6")).expect(303).header("Location"))
                .contains("/stand-ins/" + provider + "/");
    }

    /// A tab that is kept open, or restored, has the form of the month before.
    @Test
    void aFormThatIsSentAgainAfterItsStatusPageIsGoneBeginsAnotherOne() {
        TipDonor donor = donor("stripe").pays(Map.of());
        donor.becomes("queued");
        service.clock().advance(Duration.ofDays(31));
        donor.looks().expect(404);
        assertThat(donor.sends(Map.of()).expect(303).header("Location")).contains("/stand-ins/stripe/");
    }

    @Test
    void aFormWhoseCheckoutHasEndedBeginsAnotherOne() {
        TipDonor donor = donor("stripe").begins(Map.of());
        donor.control("expire", Map.of()).expect(202);
        donor.becomes("expired");
        donor.begins(Map.of());
        assertThat(donor.checkoutPage()).contains("5.00");
        donor.decides("pay");
        await().untilAsserted(() -> assertThat(account.api().get("/tts/queue").each("items", "name"))
                .containsExactly("Ada"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aFormThatIsSentAgainAfterItsCheckoutsTimeBeginsAnotherOne(String provider) {
        TipDonor donor = donor(provider);
        String first = donor.sends(Map.of()).expect(303).header("Location");
        service.clock().advance(Duration.ofMinutes(56));
        assertThat(donor.sends(Map.of()).expect(303).header("Location")).isNotEqualTo(first);
    }

    @Test
    void aCheckoutThatEndsIsExpired() {
        TipDonor donor = donor("stripe").begins(Map.of());
        donor.control("expire", Map.of()).expect(202);
        assertThat(donor.becomes("expired")).contains("Nothing was paid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void aPaymentThatDoesNotSettleHasFailed(String provider) {
        TipDonor donor = donor(provider).begins(Map.of()).decides("hold");
        donor.becomes("pending");
        donor.control("settle", Map.of("succeeded", false)).expect(202);
        assertThat(donor.becomes("failed")).contains("The payment failed", "Try again");
    }

    @ParameterizedTest
    @CsvSource({"stripe, 200", "paypal, 2.00"})
    void aRefundIsToldInPartAndWhole(String provider, String part) {
        TipDonor donor = donor(provider).pays(Map.of());
        donor.becomes("queued");
        donor.control("refund", Map.of("amount", provider.equals("stripe") ? Integer.valueOf(part) : part))
                .expect(202);
        await().untilAsserted(() -> assertThat(donor.looks().text()).contains("Refunded", "2.00 EUR"));
        assertThat(donor.state()).isEqualTo("queued");
        donor.control("refund", Map.of()).expect(202);
        assertThat(donor.becomes("refunded")).contains("Your tip was refunded").doesNotContain("Refunded");
    }

    @Test
    void aFilterThatWasChangedBeforeTheMoneyReleasesAHold() {
        settings(Map.of("review", Map.of("hold_all", true)));
        TipDonor donor = donor("stripe").begins(Map.of("message", "A spoiler"));
        settings(Map.of("filter", Map.of("block", List.of("spoiler"))));
        donor.decides("pay");
        assertThat(donor.becomes("released")).contains("You were not charged").doesNotContain("spoiler");
        assertThat(account.rows("KEPTWARNING#")).isEmpty();
        assertThat(owner.get(HELD).expect(200).each("tips", "order_id")).isEmpty();
        assertThat(account.eventTypes()).contains("tip.blocked").doesNotContain("tip.created");
    }

    @Test
    void aFilterThatWasChangedBeforeTheMoneyKeepsAChargedTipOut() {
        TipDonor donor = donor("stripe").begins(Map.of("message", "A spoiler"));
        settings(Map.of("filter", Map.of("block", List.of("spoiler"))));
        donor.decides("pay");
        assertThat(donor.becomes("rejected"))
                .contains("not accepted for the stream after your payment had arrived")
                .doesNotContain("spoiler");
        assertThat(account.eventTypes()).contains("tip.blocked").doesNotContain("tip.created");
        String told = "A donor was charged 5 EUR for a tip that the filter kept out.";
        await().untilAsserted(() ->
                assertThat(owner.page("/dashboard/home", null).text()).contains(told));
    }

    @Test
    void aPageThatWasClosedOrSwitchedOffMeanwhileTakesThePayment() {
        TipDonor donor = donor("paypal").begins(Map.of());
        account.api().post("/tipping/close").expect(200);
        settings(Map.of("tip_page", Map.of("enabled", false)));
        donor.decides("pay");
        assertThat(donor.becomes("queued")).doesNotContain("Back to the tip page");
    }

    @Test
    void anotherSlugLeavesADonorsPageWhereItIs() {
        TipDonor donor = donor("stripe").begins(Map.of());
        settings(Map.of("tip_page", Map.of("slug", slug + "-new")));
        assertThat(donor.becomes("pending")).contains("href=\"/tip/" + slug + "-new\"");
        donor.decides("pay");
        donor.becomes("queued");

        WebClient web = new WebClient(service.stack().authUrl());
        String path = donor.statusPath();
        web.get(path.replace(slug, slug + "-new")).expect(404);
        web.get(path + "x").expect(404);
        Account other = service.newAccount();
        other.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", slug, "title", "Quite another")))
                .expect(200);
        assertThat(donor.looks().expect(200).text())
                .contains("data-state=\"queued\"", "href=\"/tip/" + slug + "-new\"")
                .doesNotContain("Quite another");
        settings(Map.of("tip_page", Map.of("slug", slug + "-third")));
        assertThat(donor.state()).isEqualTo("queued");
        web.get("/tip/" + slug + "-new").expect(404);
    }

    @ParameterizedTest
    @CsvSource({
        "JPY, stripe, 500.5, 500, 500 JPY",
        "JPY, paypal, 500.5, 500, 500 JPY",
        "HUF, paypal, 999.5, 999, 999 HUF",
        "HUF, stripe, '', 999.5, 999.50 HUF",
        "ISK, stripe, 700.5, 700, 700 ISK",
        "UGX, stripe, 900.5, 900, 900 UGX",
        "MGA, stripe, 900.2, 900, 900 MGA"
    })
    void aCurrencyWithoutDecimalsIsPaidWhole(
            String currency, String provider, String refused, String taken, String shown) {
        settings(Map.of("currency", currency));
        if (!refused.isEmpty()) {
            assertThat(donor(provider)
                            .sends(Map.of("amount", refused))
                            .expect(422)
                            .text())
                    .contains("Enter a whole amount: " + currency);
        }
        TipDonor donor = donor(provider).begins(Map.of("amount", taken));
        assertThat(donor.checkoutPage()).contains(shown.replaceAll("\\.50? .*| .*", ""));
        donor.decides("pay");
        donor.becomes("queued");
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.amount")).hasToString(taken);
        assertThat(queue.at("items.0.currency")).isEqualTo(currency);
    }
}
