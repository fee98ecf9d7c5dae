package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Ko-fi: its token, its calls, and the tips that they tell of (contract "Connections", "Receivers").
@NullMarked
class KofiTest {

    private static final String API = "/dashboard/api/connections/kofi";
    private static final String TOKEN = "4f2c1a5e-9b3d-4e0a-8a55-0c6d0b7f9e21";

    private final Account account = Service.shared().newAccount();
    private final Answer connected =
            account.dashboard().send("PUT", API, Json.write(Map.of("verification_token", TOKEN)));

    @Test
    void theTokenConnectsAndIsShownNowhere() {
        assertThat(connected.expect(200).at("connection.status")).isEqualTo("connected");
        assertThat(connected.at("connection.last_event_at")).isNull();
        assertThat(connected.at("connection.mode")).isNull();
        assertThat(connected.text()).doesNotContain(TOKEN);
        assertThat(account.dashboard().get(API).expect(200).text()).doesNotContain(TOKEN);
    }

    @Test
    void untilATipCameThePagesSayWhereTheAddressIsEntered() {
        String asked = "No tip has come from Ko-fi yet. Enter the webhook address in Ko-fi's settings";
        for (String page : List.of("/dashboard/connections", "/dashboard/connections/kofi")) {
            assertThat(account.dashboard().page(page, null).text()).contains(asked);
        }
        send(donation("t-1", "Donation")).expect(200);
        await().until(() -> !tips().isEmpty());
        assertThat(account.dashboard().page("/dashboard/connections", null).text())
                .doesNotContain(asked);
    }

    @Test
    void aTokenHasOneTo255Characters() {
        for (String token : List.of("", " ", "x".repeat(256))) {
            Answer refused = account.dashboard().send("PUT", API, Json.write(Map.of("verification_token", token)));
            assertThat(refused.expect(400).at("field")).isEqualTo("verification_token");
        }
    }

    @Test
    void aTokenIsTheSameWithTheBlanksThatWereCopiedWithIt() {
        account.dashboard()
                .send("PUT", API, Json.write(Map.of("verification_token", " " + TOKEN + "\t")))
                .expect(200);
        send(donation("t-1", "Commission")).expect(200);
    }

    /// Ko-fi has the streamer's money already, and takes no calls.
    @Test
    void aRejectedTipIsListedAmongTheChargesThatWereKeptOut() {
        ApiClient owner = account.dashboard();
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        send(donation("t-1", "Donation")).expect(200);
        await().until(() ->
                !owner.get("/dashboard/api/held-tips").each("tips", "order_id").isEmpty());
        Object orderId = owner.get("/dashboard/api/held-tips").at("tips.0.order_id");
        owner.post("/dashboard/api/held-tips/" + orderId + "/reject").expect(200);

        Answer report = owner.get("/dashboard/api/money").expect(200);
        assertThat(report.each("kept_out", "name")).containsExactly("Jo Example");
        assertThat(report.at("kept_out.0.payment_id")).isNull();
        assertThat(owner.page("/dashboard/money", null).text())
                .contains("Ko-fi: refund it on the processor's own pages")
                .doesNotContain("/refund\"");
        assertThat(owner.page("/dashboard/home", null).text())
                .contains("A tip was rejected whose donor was charged 3 EUR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Donation", "Subscription"})
    void whatIsPaidIsAPaidTip(String type) {
        send(donation("t-1", type)).expect(200);
        await().until(() -> !tips().isEmpty());
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.source")).isEqualTo("kofi");
        assertThat(queue.at("items.0.name")).isEqualTo("Jo Example");
        assertThat(String.valueOf(queue.at("items.0.amount"))).isEqualTo("3");
        assertThat(queue.at("items.0.currency")).isEqualTo("EUR");
        assertThat(queue.at("items.0.message")).isEqualTo("Good luck!");
        assertThat(queue.at("items.0.is_paid")).isEqualTo(true);
        assertThat(queue.at("items.0.external_source")).isNull();
        assertThat(queue.at("items.0.external_ref")).isNull();
        assertThat(account.dashboard().get(API).at("connection.last_event_at")).isNotNull();
    }

    @Test
    void aMessageThatIsNotPublicIsNotRead() {
        Map<String, @Nullable Object> secret = donation("t-1", "Donation");
        secret.put("is_public", false);
        send(secret).expect(200);
        await().until(() -> !tips().isEmpty());
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.name")).isEqualTo("Anonymous");
        assertThat(queue.at("items.0.message")).isNull();
        assertThat(account.events()).noneMatch(event -> event.contains("Good luck") || event.contains("Jo Example"));
    }

    @Test
    void anEmptyMessageIsNone() {
        Map<String, @Nullable Object> silent = donation("t-1", "Donation");
        silent.put("message", "");
        send(silent).expect(200);
        await().until(() -> !tips().isEmpty());
        assertThat(account.api().get("/tts/queue").at("items.0.message")).isNull();
    }

    @Test
    void aTransactionIsTakenOnceHoweverOftenItIsTold() {
        Map<String, @Nullable Object> first = donation("t-1", "Donation");
        AtOnce.run(8, i -> send(first).expect(200));
        Map<String, @Nullable Object> again = donation("t-1", "Donation");
        again.put("message_id", "another");
        send(again).expect(200);
        send(donation("t-2", "Donation")).expect(200);
        await().until(() -> tips().size() == 2);
        HooksTest.settled(account.service());
        assertThat(tips()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Commission", "Shop Order", "Something New"})
    void whatIsNoTipIsAnsweredAndNothing(String type) {
        send(donation("t-1", type)).expect(200);
        HooksTest.settled(account.service());
        assertThat(tips()).isEmpty();
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aWordThatIsBlockedKeepsTheTipOut() {
        account.dashboard()
                .send(
                        "PATCH",
                        "/dashboard/api/settings",
                        Json.write(Map.of("filter", Map.of("replace", List.of(), "block", List.of("luck")))))
                .expect(200);
        send(donation("t-1", "Donation")).expect(200);
        await().until(() -> account.eventTypes().contains("tip.blocked"));
        assertThat(tips()).isEmpty();
        Answer money = account.dashboard().get("/dashboard/api/money").expect(200);
        assertThat(money.each("totals", "source")).as("the money came").containsExactly("kofi");
        assertThat(String.valueOf(money.at("totals.0.captured"))).isEqualTo("3");
        assertThat(account.dashboard().page("/dashboard/home", null).text())
                .contains("A donor was charged 3.00 EUR for a tip that the filter kept out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4f2c1a5e-9b3d-4e0a-8a55-0c6d0b7f9e2", "4F2C1A5E-9B3D-4E0A-8A55-0C6D0B7F9E21"})
    void anotherTokenIsRefused(String token) {
        Map<String, @Nullable Object> forged = donation("t-1", "Donation");
        forged.put("verification_token", token);
        assertThat(send(forged).expect(401).at("code")).isEqualTo("invalid_signature");
        forged.remove("verification_token");
        send(forged).expect(401);
        forged.put("verification_token", 7);
        send(forged).expect(401);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,415",
        "text/plain,415",
        "multipart/form-data,415",
        "application/x-www-form-urlencoded; charset=utf-8,200"
    })
    void onlyAFormIsTaken(String type, int status) {
        Answer answer = post(type, form(donation("t-1", "Commission"))).expect(status);
        if (status == 415) {
            assertThat(answer.at("error")).isEqualTo("The body must be application/x-www-form-urlencoded");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "other=1", "data=", "data=%7B", "data=%5B%5D", "data=%zz", "data=null"})
    void dataThatIsMissingOrUnreadableIsABadRequest(String form) {
        Answer refused = post("application/x-www-form-urlencoded", form).expect(400);
        assertThat(refused.at("code")).isEqualTo("bad_request");
        assertThat(refused.at("field")).isEqualTo("data");
    }

    @ParameterizedTest
    @CsvSource({
        "amount,three",
        "amount,1e999999999",
        "amount,1.001",
        "currency,XYZ",
        "currency,XXX",
        "kofi_transaction_id,",
        "type,"
    })
    void aFieldThatCannotBeReadIsABadRequest(String field, @Nullable String value) {
        Map<String, @Nullable Object> broken = donation("t-1", "Donation");
        broken.put(field, value);
        assertThat(send(broken).expect(400).at("field")).isEqualTo("data." + field);
    }

    @Test
    void aDisconnectedReceiverIsNotThere() {
        String address = address();
        account.dashboard().delete(API).expect(200);
        caller("application/x-www-form-urlencoded")
                .beside("POST", address, form(donation("t-1", "Donation")).getBytes(StandardCharsets.UTF_8))
                .expect(404);
    }

    @Test
    void aTransactionIsRememberedFor90Days() {
        try (Service own = Service.start(Map.of())) {
            Account other = own.newAccount();
            String address = URI.create(String.valueOf(other.dashboard()
                            .send("PUT", API, Json.write(Map.of("verification_token", TOKEN)))
                            .expect(200)
                            .at("connection.webhook_url")))
                    .getPath();
            ApiClient kofi = new ApiClient(own.stack().authUrl(), null)
                    .with("Content-Type", "application/x-www-form-urlencoded");
            byte[] form = form(donation("t-1", "Donation")).getBytes(StandardCharsets.UTF_8);
            kofi.beside("POST", address, form).expect(200);
            await().until(() -> other.eventTypes().contains("tip.created"));
            own.clock().advance(Duration.ofDays(89));
            kofi.beside("POST", address, form).expect(200);
            HooksTest.settled(own);
            assertThat(other.eventTypes().stream().filter("tip.created"::equals))
                    .hasSize(1);
        }
    }

    private List<String> tips() {
        return account.api().get("/tts/queue").expect(200).each("items", "order_id");
    }

    private Answer send(Map<String, @Nullable Object> data) {
        return post("application/x-www-form-urlencoded", form(data));
    }

    private Answer post(String type, String form) {
        return caller(type).beside("POST", address(), form.getBytes(StandardCharsets.UTF_8));
    }

    private ApiClient caller(String type) {
        return new ApiClient(account.service().stack().authUrl(), null).with("Content-Type", type);
    }

    private String address() {
        return URI.create(String.valueOf(connected.at("connection.webhook_url")))
                .getPath();
    }

    private static String form(Map<String, @Nullable Object> data) {
        return "data=" + URLEncoder.encode(Json.writeText(data), StandardCharsets.UTF_8);
    }

    private static Map<String, @Nullable Object> donation(String transaction, String type) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("verification_token", TOKEN);
        data.put("message_id", "3a1fac0c-f960-4506-a60e-824979a74e74");
        data.put("timestamp", "2026-09-12T18:20:31Z");
        data.put("type", type);
        data.put("is_public", true);
        data.put("from_name", "Jo Example");
        data.put("message", "Good luck!");
        data.put("amount", "3.00");
        data.put("url", "https://ko-fi.com/Home/CoffeeShop?txid=0a1fac0c");
        data.put("email", "jo.example@example.com");
        data.put("currency", "EUR");
        data.put("is_subscription_payment", type.equals("Subscription"));
        data.put("kofi_transaction_id", transaction);
        return data;
    }
}
