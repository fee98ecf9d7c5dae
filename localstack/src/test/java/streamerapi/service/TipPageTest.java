package streamerapi.service;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The tip page: the form, what becomes of it, and each answer that refuses one. Stripe is the local stack's.
@NullMarked
class TipPageTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();
    private final ApiClient donor = new ApiClient(service.stack().authUrl(), null);
    private final String slug = account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');

    @BeforeEach
    void aPageIsThere() {
        page(Map.of("enabled", true, "slug", slug));
        TipDonor.connect(account, "stripe");
    }

    /// The stand-in keeps 16 webhook endpoints, as Stripe does.
    @AfterEach
    void itsWebhookIsGone() {
        owner.withoutValidation().delete("/dashboard/api/connections/stripe");
    }

    @Test
    void theFormHasItsFieldsTitleAndCurrency() {
        page(Map.of("title", "Coffee for <Nova>", "text", "Read aloud.\nThanks!", "media", true));
        String page = open().expect(200).text();
        assertThat(page)
                .contains("Coffee for &lt;Nova&gt;", "Read aloud.", "Amount in EUR", "3.00 EUR", "25.00 EUR")
                .contains("From <bdi dir=\"ltr\">1.00 EUR</bdi> to <bdi dir=\"ltr\">1,000.00 EUR</bdi>")
                .contains("name=\"name\"", "name=\"amount\"", "name=\"preset\"", "name=\"message\"")
                .contains("name=\"media_url\"", "width=device-width", "test mode")
                .contains("action=\"/tip/" + slug + "\"")
                .doesNotContain("name=\"processor\"", "style=", "onclick", "http://", "https://");
        assertThat(request(page)).hasSizeGreaterThanOrEqualTo(22).isNotEqualTo(request(open().text()));
        assertThat(open().header("Set-Cookie")).isNull();
    }

    @Test
    void theFormSaysFromWhichAmountOnAMessageIsReadAloud() {
        String always = "Read aloud on stream. The streamer may review it first.";
        assertThat(open().text()).contains(always);
        owner.patch(SETTINGS, Map.of("tts", Map.of("min_amount", 5))).expect(200);
        assertThat(open().text())
                .contains("Shown on stream, and read aloud from 5.00 EUR on. The streamer may review it first.")
                .doesNotContain(always);
        page(Map.of("min_amount", 5));
        assertThat(open().text()).as("every tip is spoken").contains(always);
    }

    @Test
    void everyAnswerIsGuarded() {
        String file = found(open().text(), "href=\"(/tip/[^\"]+css)\"");
        String checkout =
                Objects.requireNonNull(send(Map.of("preset", "5")).expect(303).header("Location"));
        assertThat(checkout).contains("/stand-ins/stripe/");
        for (Answer answer : List.of(
                open(),
                donor.page(file, null),
                send(Map.of("preset", "5")),
                send(Map.of("amount", "x")),
                donor.page("/tip/" + slug + "/status/none", null),
                donor.page("/tip/nowhere-at-all", null),
                donor.page("/tip/a/b/c/d", null),
                donor.page("/tip", null),
                donor.page("/tip/" + slug + "/", null),
                donor.beside("DELETE", "/tip/" + slug, null),
                donor.beside("POST", "/tip/" + slug, Json.write(Map.of("amount", 5))))) {
            assertThat(answer.header("Cache-Control")).as(answer.text()).isEqualTo("no-store");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Set-Cookie")).isNull();
            assertThat(answer.header("Content-Security-Policy"))
                    .startsWith("default-src 'none'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe", "*");
        }
        assertThat(open().header("Content-Security-Policy"))
                .contains("form-action 'self' https: " + service.stack().authUrl() + ";");
        assertThat(donor.beside("DELETE", "/tip/" + slug, null).status()).isEqualTo(405);
        assertThat(donor.beside("POST", "/tip/" + slug, Json.write(Map.of("amount", 5)))
                        .status())
                .isEqualTo(415);
    }

    @Test
    void thePageAndItsFilesAreLight() {
        String page = open().text();
        int bytes = page.length()
                + donor.page(found(page, "href=\"(/tip/[^\"]+css)\""), null)
                        .text()
                        .length()
                + donor.page(found(page, "src=\"(/tip/[^\"]+js)\""), null)
                        .text()
                        .length();
        assertThat(bytes).isLessThan(30_000);
    }

    @Test
    void anUnknownSlugAndADisabledPageAreAlike() {
        String unknown = donor.page("/tip/nowhere-at-all", null).expect(404).text();
        page(Map.of("enabled", false));
        assertThat(open().expect(404).text()).isEqualTo(unknown);
        assertThat(send(Map.of("preset", "5")).expect(404).text()).isEqualTo(unknown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/qr.svg", "/sign-in/twitch", "/status/token"})
    void whatCannotBeASlugIsUnknown(String below) {
        for (String name : List.of("a".repeat(3_000), "No.Slug", "-")) {
            donor.page("/tip/" + name + below, null).expect(404);
        }
    }

    @Test
    void withTippingClosedThePageSaysSo() {
        account.api().post("/tipping/close").expect(200);
        assertThat(open().expect(200).text())
                .contains("is not taking tips right now")
                .doesNotContain("<form");
        assertThat(send(Map.of("preset", "5")).expect(409).text())
                .contains("is not taking tips right now")
                .doesNotContain("<form");
    }

    @Test
    void capitalLettersAndASlashAtTheEndLeadToThePage() {
        for (String written : List.of(slug + "/", slug.toUpperCase(Locale.ROOT), slug.toUpperCase(Locale.ROOT) + "/")) {
            assertThat(donor.page("/tip/" + written, null).expect(303).header("Location"))
                    .isEqualTo("/tip/" + slug);
        }
        donor.page("/tip/" + slug + "//", null).expect(404);
        donor.page("/tip/No%0D%0Aslug/", null).expect(404);
        donor.page("/tip/No%0D%0Aslug", null).expect(404);
        donor.page("/tip/-A-", null).expect(404);
    }

    @Test
    void withoutAProcessorThePageSaysSo() {
        owner.withoutValidation().delete("/dashboard/api/connections/stripe").expect(200);
        assertThat(open().expect(200).text())
                .contains("has not connected a way to pay")
                .doesNotContain("<form");
        assertThat(send(Map.of("preset", "5")).expect(409).text()).contains("has not connected a way to pay");
    }

    @Test
    void aCurrencyOfThreeDecimalsIsNotOffered() {
        owner.patch(SETTINGS, Map.of("currency", "KWD")).expect(200);
        assertThat(open().expect(200).text())
                .contains("has not connected a way to pay")
                .doesNotContain("<form");
    }

    @Test
    void aWholeCurrencyHasWholeAmounts() {
        page(Map.of("presets", List.of(500, new BigDecimal("2.5"), 5000), "min_amount", 100));
        owner.patch(SETTINGS, Map.of("currency", "JPY")).expect(200);
        assertThat(open().expect(200).text()).contains("500 JPY").doesNotContain("2.5", "5,000 JPY");
        assertThat(send(Map.of("amount", "500.5")).expect(422).text()).contains("Enter a whole amount");
        send(Map.of("amount", "500")).expect(303);
    }

    @ParameterizedTest
    @CsvSource({
        "five, This is not an amount",
        "1e3, This is not an amount",
        "-5, This is not an amount",
        "0.99, The smallest amount is 1.00 EUR",
        "0, The smallest amount is",
        "1000.01, The largest amount is",
        "5.001, at most 2 decimals",
        "'1,000', at most 2 decimals",
        "'', 'Choose an amount, or enter your own'"
    })
    void anAmountThatCannotBePaidIsRefusedWithWhatWasEntered(String amount, String why) {
        String page = send(Map.of("amount", amount, "name", "A \"<b>\"", "message", "Hi\r\n</textarea>&"))
                .expect(422)
                .text();
        assertThat(page)
                .contains(
                        why,
                        "id=\"amount-error\"",
                        "aria-invalid=\"true\"",
                        "aria-describedby=\"amount-hint amount-error\"")
                .contains("value=\"A &#34;&lt;b>&#34;\"", "Hi\n&lt;/textarea&gt;&amp;</textarea>")
                .containsPattern("id=\"amount\"[^>]* autofocus");
    }

    @Test
    void anAmountIsTakenAsDonorsOfOtherCountriesTypeIt() {
        page(Map.of("max_amount", 10_000));
        assertThat(checkoutOf(send(Map.of("amount", "1.234,50")).expect(303).header("Location")))
                .contains("1234.50");
        assertThat(checkoutOf(send(Map.of("amount", "５０")).expect(303).header("Location")))
                .contains("50");
        owner.patch(SETTINGS, Map.of("currency", "JPY")).expect(200);
        assertThat(checkoutOf(send(Map.of("amount", "1,000")).expect(303).header("Location")))
                .contains("1000");
    }

    @Test
    void anOwnAmountCountsBeforeAPreset() {
        String address =
                send(Map.of("amount", "7,50", "preset", "25")).expect(303).header("Location");
        assertThat(checkoutOf(address)).contains("7.50");
    }

    @Test
    void aNameOrAMessageThatIsTooLongIsRefused() {
        assertThat(send(Map.of("preset", "5", "name", "é".repeat(65)))
                        .expect(422)
                        .text())
                .contains("The name has 65 characters, at most 64 are taken");
        assertThat(send(Map.of("preset", "5", "message", "\uD83D\uDE00".repeat(501)))
                        .expect(422)
                        .text())
                .contains("The message has 501 characters, at most 500 are taken");
        assertThat(send(Map.of("preset", "5", "message", "a\u0007b"))
                        .expect(422)
                        .text())
                .contains("a character that cannot be shown");
        send(Map.of("preset", "5", "name", "é".repeat(64), "message", "\uD83D\uDE00".repeat(500)))
                .expect(303);
    }

    @Test
    void aVideoThatCannotBePlayedIsRefused() {
        page(Map.of("media", true));
        assertThat(send(Map.of("preset", "5", "media_url", "https://example.com/x"))
                        .expect(422)
                        .text())
                .contains("id=\"media_url-error\"", "value=\"https://example.com/x\"");
        assertThat(send(Map.of("preset", "5", "media_url", "https://youtu.be/" + "x".repeat(2_040)))
                        .expect(422)
                        .text())
                .contains("The link is too long.");
        send(Map.of("preset", "5", "media_url", StandInVideoSites.PLAYABLE)).expect(303);
    }

    @Test
    void aVideoSiteThatDoesNotAnswerChargesNothing() {
        try (Service service =
                Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "VIDEO_SITES_URL", "http://127.0.0.1:9/"))) {
            Account account = service.newAccount();
            account.dashboard()
                    .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", "silent", "media", true)))
                    .expect(200);
            TipDonor.connect(account, "stripe");

            Answer answer = new ApiClient(service.stack().authUrl(), null)
                    .page("/tip/silent", form(Map.of("amount", "5", "media_url", StandInVideoSites.PLAYABLE)))
                    .expect(503);

            assertThat(answer.text()).contains("The video site did not answer.", StandInVideoSites.PLAYABLE);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(account.rows("CHECKOUT")).isEmpty();
        }
    }

    @Test
    void theFilterKeepsATipOutBeforeItIsPaid() {
        owner.patch(SETTINGS, Map.of("filter", Map.of("block", List.of("spoiler"))))
                .expect(200);
        String page = send(Map.of("preset", "5", "message", "S.p.o.i.l.e.r ahead"))
                .expect(422)
                .text();
        assertThat(page)
                .contains("filter does not let this name or message through", "S.p.o.i.l.e.r ahead")
                .doesNotContain("spoiler");
        assertThat(account.rows("CHECKOUT")).isEmpty();
        assertThat(account.eventTypes()).doesNotContain("tip.blocked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter", "review", "moderation", "none"})
    void aTipThatWillWaitIsHeldAndNotCharged(String how) {
        switch (how) {
            case "filter" ->
                owner.patch(SETTINGS, Map.of("filter", Map.of("replace", List.of("heck"), "on_match", "hold")))
                        .expect(200);
            case "review" ->
                owner.patch(SETTINGS, Map.of("review", Map.of("hold_all", true)))
                        .expect(200);
            case "moderation" -> {
                owner.patch(
                                SETTINGS,
                                Map.of(
                                        "moderation",
                                        Map.of(
                                                "url",
                                                service.stack().authUrl() + "/nothing-answers-here",
                                                "enabled",
                                                true)))
                        .expect(200);
            }
            default -> {}
        }
        send(Map.of("preset", "5", "message", "What the heck")).expect(303);
        assertThat(account.rows().stream()
                        .map(Object::toString)
                        .filter(row -> row.contains("held_for="))
                        .toList())
                .hasSize(how.equals("none") ? 0 : 1);
    }

    /// The page was left open while the streamer chose another currency.
    @Test
    void anAmountOfTheFormerCurrencyIsNotTakenForOneOfTheNewOne() {
        page(Map.of("max_amount", 10_000));
        owner.patch(SETTINGS, Map.of("currency", "JPY")).expect(200);
        String open = found(open().text(), "name=\"currency\" value=\"([A-Z]{3})\"");
        owner.patch(SETTINGS, Map.of("currency", "USD")).expect(200);
        String page =
                send(Map.of("amount", "500", "currency", open)).expect(422).text();
        assertThat(page)
                .contains(
                        "id=\"amount-error\"",
                        "now takes USD, not JPY",
                        "value=\"500\"",
                        "name=\"currency\" value=\"USD\"");
        assertThat(checkoutOf(send(Map.of("amount", "500", "currency", "USD"))
                        .expect(303)
                        .header("Location")))
                .contains("500.00");
    }

    /// The page was left open while the streamer stopped taking videos.
    @Test
    void aVideoThatIsTakenNoMoreIsNotDroppedInSilence() {
        page(Map.of("media", true));
        Map<String, String> form = Map.of("preset", "5", "media_url", StandInVideoSites.PLAYABLE);
        send(form).expect(303);
        page(Map.of("media", false));
        assertThat(send(form).expect(422).text())
                .contains("id=\"media_url-error\"", "Videos are not taken here any more")
                .doesNotContain("name=\"media_url\"");
        send(Map.of("preset", "5", "media_url", " ")).expect(303);
    }

    @Test
    void theSameRequestGetsTheSameCheckout() {
        String request = request(open().text());
        String first =
                send(Map.of("preset", "5", "request", request)).expect(303).header("Location");
        assertThat(send(Map.of("preset", "5", "request", request)).expect(303).header("Location"))
                .isEqualTo(first);
        assertThat(send(Map.of("preset", "5")).expect(303).header("Location")).isNotEqualTo(first);
    }

    @Test
    void aFormThatIsChangedAfterTheBackButtonGetsACheckoutOfItsOwn() {
        String request = request(open().text());
        String five =
                send(Map.of("amount", "5", "request", request)).expect(303).header("Location");
        String twelve =
                send(Map.of("amount", "12", "request", request)).expect(303).header("Location");
        assertThat(twelve).isNotEqualTo(five);
        assertThat(checkoutPage(twelve)).contains("12.00");
        assertThat(checkoutPage(five)).contains("5.00");
        assertThat(send(Map.of("amount", "12.00", "request", request)).header("Location"))
                .isEqualTo(twelve);
        assertThat(send(Map.of("amount", "5", "request", request)).header("Location"))
                .isEqualTo(five);
    }

    private String checkoutPage(@Nullable String address) {
        return donor.page(URI.create(Objects.requireNonNull(address)).getRawPath(), null)
                .expect(200)
                .text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"hang\": true}", "{\"drop\": true}", "{\"status\": 500}", "{\"status\": 429}"})
    void aProcessorThatDoesNotAnswerKeepsTheForm(String how) {
        Map<String, Object> order = new LinkedHashMap<>(Json.readObject(how.getBytes(StandardCharsets.UTF_8)));
        order.put("path", "/v1/checkout/sessions");
        WebClient control = new WebClient(service.stack().authUrl());
        control.postJson("/stand-ins/stripe/control/answer", order).expect(200);
        String request = request(open().text());
        Map<String, String> form = Map.of("amount", "7.50", "message", "Keep </textarea>", "request", request);
        Answer refused = send(form).expect(503);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.text())
                .contains("The payment processor did not answer. Nothing was charged")
                .contains("value=\"Ada\"", "value=\"7.50\"", "Keep &lt;/textarea&gt;</textarea>")
                .contains("name=\"request\" value=\"" + request + "\"");
        await().untilAsserted(() -> assertThat(send(form).status()).isEqualTo(303));
        assertThat(send(form).expect(303).header("Location")).contains("/stand-ins/stripe/");
    }

    @Test
    void aProcessorThatForbidsTheCheckoutHasNothingAgainstTheAmount() {
        refuseCheckout(403);
        Answer refused = send(Map.of("amount", "7.50")).expect(503);
        assertThat(refused.text())
                .contains("Payments cannot be taken here right now. Nothing was charged", "value=\"7.50\"")
                .doesNotContain("does not accept this amount");
        send(Map.of("amount", "7.50")).expect(303);
    }

    @Test
    void aProcessorThatDoesNotTakeTheStreamersKeyEndsTheConnectionAndTheStreamerIsTold() {
        refuseCheckout(401);
        assertThat(send(Map.of("amount", "7.50")).expect(503).text())
                .contains("Payments cannot be taken here right now. Nothing was charged");
        assertThat(connection()).isEqualTo("disconnected invalid_credentials");
        assertThat(account.events())
                .as("the warning")
                .filteredOn(event -> event.contains("connection_degraded"))
                .hasSize(1);
        send(Map.of("amount", "7.50")).expect(409);
    }

    @Test
    void anAmountThatTheProcessorRefusesIsTheDonorsToChange() {
        page(Map.of("min_amount", new BigDecimal("0.1")));
        assertThat(send(Map.of("amount", "0.20")).expect(422).text())
                .contains("The payment processor does not accept this amount. Try another one.", "value=\"0.20\"");
        assertThat(connection()).isEqualTo("connected null");
        send(Map.of("amount", "5")).expect(303);
    }

    @Test
    void anAccountThatMayNotTakePaymentsIsTheStreamersTroubleAndNotTheAmounts() {
        for (int donors = 0; donors < 2; donors++) {
            refuseCheckout(400);
            assertThat(send(Map.of("amount", "7.50")).expect(503).text())
                    .contains("Payments cannot be taken here right now. Nothing was charged", "value=\"7.50\"")
                    .doesNotContain("does not accept this amount");
        }
        assertThat(connection()).isEqualTo("degraded payments_refused");
        assertThat(account.events())
                .as("the warning")
                .filteredOn(event -> event.contains("connection_degraded"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("payments_refused");
        assertThat(DashboardVisitor.signedIn(service, account.email(), account.password())
                        .open("/dashboard/home")
                        .expect(200)
                        .text())
                .contains("Stripe refused a donor's payment: your account there may not take payments.");

        owner.withoutValidation()
                .post("/dashboard/api/connections/stripe/check", Map.of())
                .expect(200);
        assertThat(connection()).isEqualTo("connected null");
        send(Map.of("amount", "7.50")).expect(303);
    }

    private String connection() {
        Answer connection = owner.withoutValidation().get("/dashboard/api/connections/stripe");
        return connection.at("connection.status") + " " + connection.at("connection.reason");
    }

    private void refuseCheckout(int status) {
        new WebClient(service.stack().authUrl())
                .postJson("/stand-ins/stripe/control/answer", Map.of("path", "/v1/checkout/sessions", "status", status))
                .expect(200);
    }

    @Test
    void withBothProcessorsSilentTheFormIsKeptToo() {
        owner.withoutValidation()
                .send(
                        "PUT",
                        "/dashboard/api/connections/paypal",
                        Json.write(service.stack().processors().credentials("paypal")))
                .expect(200);
        WebClient control = new WebClient(service.stack().authUrl());
        Map.of("stripe", "/v1/checkout/sessions", "paypal", "/v2/checkout/orders")
                .forEach((provider, path) -> control.postJson(
                                "/stand-ins/" + provider + "/control/answer", Map.of("path", path, "status", 503))
                        .expect(200));
        for (String processor : List.of("card_processor", "wallet_processor")) {
            assertThat(send(Map.of("preset", "5", "processor", processor))
                            .expect(503)
                            .text())
                    .contains("value=\"" + processor + "\" checked", "value=\"5\" checked");
        }
        owner.withoutValidation().delete("/dashboard/api/connections/paypal");
    }

    @Test
    void aProcessorThatMovesRealMoneyIsNotSaidToMoveNone() {
        owner.withoutValidation()
                .send(
                        "PUT",
                        "/dashboard/api/connections/paypal",
                        Json.write(service.stack().processors().credentials("paypal")))
                .expect(200);
        String all = "This page is in test mode: no real money is moved.";
        String each = " (test mode: no real money is moved)";
        assertThat(open().text()).contains(all).doesNotContain(each);

        account.table()
                .update(Write.update(ConnectionKeys.connection(account.tenantId(), "stripe"))
                        .set(Attribute.flag("webhook_is_test"), false));
        assertThat(open().text()).contains("PayPal" + each).doesNotContain(all, "Card" + each);
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/tip-page")
                        .expect(200)
                        .text())
                .contains("Open the page")
                .doesNotContain("moves no real money");
        owner.withoutValidation().delete("/dashboard/api/connections/paypal");
    }

    @Test
    void aWayToPayThatIsNotThereIsRefused() {
        assertThat(send(Map.of("preset", "5", "processor", "wallet_processor"))
                        .expect(422)
                        .text())
                .contains("This way to pay is no longer available");
        send(Map.of("preset", "5", "processor", "card_processor")).expect(303);
    }

    @Test
    void aNetworkSendsTenFormsAMinute() {
        try (Service strict = Service.start(Map.of("RATE_LIMIT_FACTOR", "1"))) {
            Account account = strict.newAccount();
            account.dashboard()
                    .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", "strict")))
                    .expect(200);
            TipDonor.connect(account, "stripe");
            ApiClient donor = new ApiClient(strict.stack().authUrl(), null);
            for (int i = 0; i < 10; i++) {
                donor.page("/tip/strict", "amount=x").expect(422);
            }
            Answer refused = donor.page("/tip/strict", "amount=5&message=kept").expect(429);
            assertThat(refused.text()).contains("Try again in", "kept</textarea>");
            assertThat(Integer.parseInt(Objects.requireNonNull(refused.header("Retry-After"))))
                    .isBetween(1, 60);
            assertThat(refused.headers())
                    .containsEntry("ratelimit-limit", "10")
                    .containsEntry("ratelimit-remaining", "0")
                    .containsEntry("ratelimit-reset", refused.header("Retry-After"))
                    .containsEntry("ratelimit-policy", "10;w=60");
            donor.page("/tip/strict", null).expect(200);
            strict.clock().advance(Duration.ofSeconds(61));
            donor.page("/tip/strict", "amount=x").expect(422);
        }
    }

    @Test
    void aFormOfAnotherSiteIsRefusedAndALinkOfOneIsNot() {
        WebClient browser = new WebClient(service.stack().authUrl());
        Map<String, String> form = Map.of("preset", "5", "request", "chosen-by-another-site");
        for (String site : List.of("cross-site", "same-site")) {
            Map<String, String> headers = Map.of("Sec-Fetch-Site", site, "Origin", "https://evil.example");
            assertThat(browser.postForm("/tip/" + slug, form, headers)
                            .expect(403)
                            .text())
                    .contains("Another site sent this form");
            browser.send("GET", "/tip/" + slug, headers, null).expect(200);
        }
        assertThat(account.rows("CHECKOUT#")).isEmpty();
        for (String site : List.of("same-origin", "none")) {
            browser.postForm("/tip/" + slug, form, Map.of("Sec-Fetch-Site", site, "Origin", "null"))
                    .expect(303);
        }
        assertThat(account.rows("CHECKOUT#")).hasSize(1);
    }

    @Test
    void theStatusPageIsOfItsTokenAndSlugAlone() {
        send(Map.of("preset", "5", "request", "a-request-of-22-letters-or-more"))
                .expect(303);
        String token = Sha256.base64Url("status page of " + "a-request-of-22-letters-or-more");
        String page = donor.page("/tip/" + slug + "/status/" + token, null)
                .expect(200)
                .text();
        assertThat(page).contains("data-state=\"pending\"", "http-equiv=\"refresh\" content=\"5\"", "5.00 EUR", "test");
        assertThat(page.split("data-state", -1)).hasSize(2);
        donor.page("/tip/" + slug + "/status/" + token + "x", null).expect(404);

        Account other = service.newAccount();
        other.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", slug + "x")))
                .expect(200);
        donor.page("/tip/" + slug + "x/status/" + token, null).expect(404);
        page(Map.of("enabled", false));
        donor.page("/tip/" + slug + "/status/" + token, null).expect(200);
    }

    private void page(Map<String, Object> settings) {
        owner.patch(SETTINGS, Map.of("tip_page", settings)).expect(200);
    }

    private Answer open() {
        return donor.page("/tip/" + slug, null);
    }

    private Answer send(Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("name", "Ada", "message", "Hi", "amount", ""));
        all.putAll(fields);
        return donor.page("/tip/" + slug, form(all));
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private String checkoutOf(@Nullable String address) {
        return donor.page(
                        Objects.requireNonNull(address).replace(service.stack().authUrl(), ""), null)
                .expect(200)
                .text();
    }

    private static String request(String page) {
        return found(page, "name=\"request\" value=\"([^\"]+)\"");
    }

    private static String found(String page, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(page);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
