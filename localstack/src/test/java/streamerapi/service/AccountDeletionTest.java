package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Deletion of a whole account, by its owner.
@NullMarked
class AccountDeletionTest {

    private static final String PATH = "/dashboard/api/account/delete";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Account other = service.newAccount();

    @Test
    void noRowOfTheAccountIsLeftAndOthersKeepTheirs() throws FunctionError {
        live(account);
        live(other);
        TestApp app = TestApp.confidential(account, Scope.TTS_READ);
        TestApp.Tokens ofOther = app.connect(other);
        TestApp.confidential(other, Scope.TTS_READ).connect(account);
        app.api(ofOther.access()).get("/tts/queue").expect(200);
        List<String> before = rows(other);

        delete(account, account.dashboard()).expect(200);
        app.api(ofOther.access()).get("/tts/queue").refuses(401, "invalid_token");
        awaitTheEnd();

        assertThat(rows(account)).isEmpty();
        assertThat(rows(other))
                .containsAll(before.stream()
                        .filter(row -> row.startsWith("A#") || row.startsWith("EVENTS#") || row.startsWith("LOGIN#"))
                        .filter(row -> !row.contains("SESSION#") && !row.contains(Keys.AUTHORIZATION))
                        .toList());
        assertThat(other.api().get("/tts/history").expect(200).each("tips", "name"))
                .containsExactly("Grace");
        other.dashboard(other.email(), other.password())
                .get("/dashboard/api/team")
                .expect(200);
    }

    @Test
    void whatItsAppsWereAllowedElsewhereEndsWithIt() {
        TestApp app = TestApp.confidential(account, Scope.TTS_READ, Scope.WEBHOOKS_MANAGE);
        String token = app.connect(other).access();
        app.api(token)
                .post("/webhook-endpoints", Map.of("url", "https://example.com/hooks"))
                .expect(201);
        try (TestSocket socket = TestSocket.signIn(service, token)) {
            socket.next("ready");

            delete(account, account.dashboard()).expect(200);

            await().until(socket::isClosed);
        }
        await().untilAsserted(
                        () -> assertThat(other.api().get("/webhook-endpoints").each("endpoints", "id"))
                                .isEmpty());
        assertThat(other.ownRows(Keys.AUTHORIZATION)).isEmpty();
        for (int own = 0; own < 20; own++) {
            other.api()
                    .post("/webhook-endpoints", Map.of("url", "https://example.com/hooks"))
                    .expect(201);
        }
    }

    @Test
    void itsPicturesGoFromTheBucketAndThoseOfOthersStay() throws FunctionError {
        String own = TestUpload.added(account.dashboard(), "cat.png");
        String ofOther = TestUpload.added(other.dashboard(), "dog.png");
        TestUpload pending = TestUpload.begin(account.dashboard(), "cat.png", "image/png", TestUpload.PNG.length);
        assertThat(pending.send(TestUpload.PNG).statusCode()).isEqualTo(201);
        assertThat(TestUpload.shown(service, own)).isEqualTo(200);

        delete(account, account.dashboard()).expect(200);
        awaitTheEnd();

        assertThat(TestUpload.shown(service, own)).isEqualTo(404);
        assertThat(TestUpload.shown(service, ofOther)).isEqualTo(200);
        assertThat(rows(account)).isEmpty();
    }

    @Test
    void nothingOpensItFromTheAnswerOn() {
        Account.Member moderator = account.newUser(Role.MODERATOR);
        ApiClient ofModerator = moderator.dashboard(account);
        ApiClient owner = account.dashboard();
        TestConnector card = account.connector("card_processor");
        String token =
                TestApp.confidential(other, Scope.TTS_READ).connect(account).access();
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");

            Answer deleted = delete(account, owner).expect(200);

            assertThat(deleted.header("Set-Cookie")).startsWith("session=;").contains("Max-Age=0");
            owner.get("/dashboard/api/session").refuses(401, "missing_session");
            ofModerator.get("/dashboard/api/session").refuses(401, "missing_session");
            account.api().get("/me").refuses(401, "invalid_api_key");
            card.sendAs("m1", "payment.captured", Map.of("payment_id", "p1", "amount", 5))
                    .refuses(401, "invalid_signature");
            new ApiClient(service.stack().authUrl(), token).get("/me").refuses(401, "invalid_token");
            await().until(socket::isClosed);
        }
        ApiClient stranger = new ApiClient(service.stack().authUrl(), null);
        Map<String, String> login = Map.of("email", account.email(), "password", account.password());
        stranger.post("/dashboard/api/sign-in", login).refuses(401, "invalid_login");
    }

    /// More than a transaction removes. The stream, by which the rest would go, stands still.
    @Test
    void noneOfManyKeysOpensItFromTheAnswerOn() throws InterruptedException {
        List<String> keys = IntStream.range(0, 99)
                .mapToObj(i -> account.newKey(Set.of(Scope.TTS_READ)))
                .toList();
        ApiClient owner = account.dashboard();
        service.stack().streams().pause();
        try {
            delete(account, owner).expect(200);

            for (String key : keys) {
                new ApiClient(service.stack().authUrl(), key).get("/me").refuses(401, "invalid_api_key");
            }
        } finally {
            service.stack().streams().resume();
        }
    }

    @Test
    void theOwnerAloneDeletesItWithNameAndPassword() {
        ApiClient owner = account.dashboard();
        String name = name(account);

        account.dashboard(Role.SUPER_ADMIN)
                .post(PATH, Map.of("name", name, "current_password", account.password()))
                .refuses(403, "missing_role");
        owner.post(PATH, Map.of("name", name + "x", "current_password", account.password()))
                .refuses(400, "bad_request")
                .names("name");
        owner.post(PATH, Map.of("name", name, "current_password", "three-blue-otters"))
                .refuses(400, "bad_request")
                .names("current_password");
        owner.get("/dashboard/api/session").expect(200);
    }

    @Test
    void theAddressesOfItsPeopleAreFreeAfterwards() throws FunctionError {
        Account.Member moderator = account.newUser(Role.MODERATOR);
        delete(account, account.dashboard()).expect(200);
        awaitTheEnd();

        other.dashboard()
                .post(
                        "/dashboard/api/team",
                        Map.of("email", moderator.email(), "password", "four-green-herons-77", "role", "moderator"))
                .expect(201);
    }

    /// A request that began before the end can write after it.
    @Test
    void theAddressOfAUserWhoWasLetInMeanwhileIsFreeAfterwards() throws FunctionError {
        delete(account, account.dashboard()).expect(200);
        String late = lateUser();
        awaitTheEnd();

        other.dashboard()
                .post("/dashboard/api/team/invitations", Map.of("email", late, "role", "moderator"))
                .expect(201);
    }

    @Test
    void itIsFreeToo_ifTheUsersHadBeenRemovedBefore() throws FunctionError {
        delete(account, account.dashboard()).expect(200);
        Row note = notes().getFirst();
        await().until(() -> account.rows("A").size() == 1);
        String late = lateUser();
        for (int part = 30; part >= 0; part--) {
            followUp(Map.of(
                    "erasure",
                    Map.of("tenant_id", account.tenantId(), "id", note.key().sort(), "part", part)));
        }

        other.dashboard()
                .post("/dashboard/api/team/invitations", Map.of("email", late, "role", "moderator"))
                .expect(201);
    }

    /// Writes what a request writes that lets a user in.
    ///
    /// @return the email
    private String lateUser() {
        String email = "late." + account.email();
        Row login = Row.of(Keys.login(email))
                .with(Attribute.text("tenant_id"), account.tenantId())
                .with(Attribute.text("user_id"), "u_late");
        Row user = Row.of(Keys.user(account.tenantId(), "u_late")).with(Attribute.text("email"), email);
        account.table().write(List.of(Write.put(login), Write.put(user)));
        return email;
    }

    @Test
    void thePageAsksForNameAndPasswordAndLeadsToSigningIn() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = "/dashboard/account/delete";

        Answer refused = owner.use(page, page, Map.of("name", "Somebody", "current_password", account.password()));
        assertThat(refused.expect(400).text()).contains("name is not the channel", "value=\"Somebody\"");

        Answer done = owner.use(page, page, Map.of("name", name(account), "current_password", account.password()));
        assertThat(done.expect(200).text()).contains("The account is deleted.", "Sign in");
        assertThat(owner.open("/dashboard/account").status()).isEqualTo(303);
    }

    @Test
    void platformsAndProcessorsAreLeft() {
        PlatformBrowser twitch = new PlatformBrowser(account, "twitch").connected("leaving");
        StripeShop shop = new StripeShop(account).connected();
        String hook = hook(shop);
        assertThat(shop.read("/v1/webhook_endpoints/" + hook)).containsEntry("id", hook);
        int before = twitch.calls().size();

        assertThat(delete(account, twitch.browser()).expect(200).at("revoked")).isEqualTo(true);

        assertThat(twitch.calls().stream().skip(before))
                .contains("DELETE /helix/eventsub/subscriptions", "POST /oauth2/revoke");
        assertThat(shop.read("/v1/webhook_endpoints/" + hook)).containsKey("error");
        assertThat(account.rows("CONNECTION#")).isEmpty();
    }

    /// The tips are never decided after that: their donors' money would stay on hold for days.
    @Test
    void paymentsOnHoldAreReleasedBeforeTheProcessorIsLeft() {
        StripeShop shop = new StripeShop(account).connected();
        TestConnector wallet = account.connector("wallet_processor");
        StartedCheckout held = shop.paid("20", true);
        StartedCheckout charged = shop.paid("10", false);
        wallet.send("payment.held", Map.of("payment_id", "p1", "name", "Grace", "amount", 7));
        wallet.send("payment.held", Map.of("payment_id", "p2", "name", "Linus", "amount", 7));
        await().untilAsserted(() -> {
            assertThat(shop.state(held)).isEqualTo("held");
            assertThat(shop.state(charged)).isEqualTo("queued");
        });
        String intent = "/v1/payment_intents/" + shop.checkout(held).paymentId();
        String other = "/v1/payment_intents/" + shop.checkout(charged).paymentId();

        Answer deleted = delete(account, account.dashboard()).expect(200);

        assertThat(deleted.at("released")).isEqualTo(true);
        assertThat(deleted.at("revoked")).isEqualTo(true);
        assertThat(shop.read(intent)).containsEntry("status", "canceled");
        assertThat(shop.read(other)).containsEntry("status", "succeeded");
        assertThat(wallet.calls())
                .extracting(call -> call.get("action") + " " + call.get("data"))
                .containsExactlyInAnyOrder("payment.release {payment_id=p1}", "payment.release {payment_id=p2}");
    }

    @Test
    void anAccountIsDeletedThoughAPaymentOnHoldIsNotReleased() {
        TestConnector wallet = account.connector("wallet_processor");
        wallet.send("payment.held", Map.of("payment_id", "p1", "name", "Grace", "amount", 7));
        wallet.answers("not_sent");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = "/dashboard/account/delete";

        Answer done = owner.use(page, page, Map.of("name", name(account), "current_password", account.password()));

        assertThat(done.expect(200).text()).contains("The account is deleted. A payment on hold could not be released");
        account.api().get("/me").refuses(401, "invalid_api_key");
    }

    @Test
    void anAccountIsDeletedThoughItsProcessorDoesNotAnswer() {
        StripeShop shop = new StripeShop(account).connected();
        shop.control("answer", "path", "/v1/webhook_endpoints/" + hook(shop), "status", 500)
                .expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = "/dashboard/account/delete";

        Answer done = owner.use(page, page, Map.of("name", name(account), "current_password", account.password()));

        assertThat(done.expect(200).text())
                .contains("The account is deleted.", "remove the application or the webhook in your account there");
        assertThat(account.rows("CONNECTION#")).isEmpty();
    }

    @Test
    void thePageSaysWhatIsDisconnectedAndWhatToDecideFirst() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = "/dashboard/account/delete";
        assertThat(owner.open(page).expect(200).text()).doesNotContain("Disconnected with it", "wait for review");

        StripeShop shop = new StripeShop(account).connected();
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "Ada")).expect(202);
        assertThat(owner.open(page).expect(200).text())
                .contains("Disconnected with it: Stripe.")
                .contains("Tips wait for review: 1.", "href=\"/dashboard/review\"");

        shop.disconnect().expect(200);
        assertThat(owner.open(page).expect(200).text()).doesNotContain("Disconnected with it");
    }

    /// The id of the shop's webhook at Stripe.
    private String hook(StripeShop shop) {
        List<?> hooks = (List<?>)
                Objects.requireNonNull(shop.read("/v1/webhook_endpoints").get("data"));
        Object address = shop.get().at("connection.webhook_url");
        return hooks.stream()
                .map(Json::asObject)
                .filter(hook -> Objects.equals(hook.get("url"), address))
                .map(hook -> String.valueOf(hook.get("id")))
                .findFirst()
                .orElseThrow();
    }

    private static Answer delete(Account of, ApiClient owner) {
        return owner.post(PATH, Map.of("name", name(of), "current_password", of.password()));
    }

    private static String name(Account of) {
        return String.valueOf(
                of.dashboard().get("/dashboard/api/account").expect(200).at("account.name"));
    }

    /// Leaves rows of most kinds.
    private static void live(Account of) {
        ApiClient api = of.api();
        TestConnector alpha = of.connector("alpha");
        alpha.send("viewer.signed_in", Map.of("platform_user_id", "7", "login", "grace", "display_name", "Grace"));
        alpha.send("follow", Map.of("user_id", "7", "user_name", "Grace", "user_login", "grace"));
        of.connector("card_processor")
                .send("payment.captured", Map.of("payment_id", "p1", "name", "Grace", "amount", 10));
        String tip = String.valueOf(api.with("Idempotency-Key", "k1")
                .post("/tips", Map.of("name", "Grace", "amount", new BigDecimal("2.50"), "paid", true))
                .expect(201)
                .at("tip.order_id"));
        api.post("/tts/" + tip + "/start").expect(200);
        api.post("/tts/" + tip + "/finish").expect(200);
        api.send("PUT", "/counters/wins", Json.write(Map.of("value", 1))).expect(201);
        of.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("tts")))
                .expect(201);
        api.post("/webhook-endpoints", Map.of("url", "https://example.com/hooks"))
                .expect(201);
        api.post("/commands", Map.of("name", "hi", "response", "Hello")).expect(201);
        of.dashboard()
                .post("/dashboard/api/api-keys", Map.of("name", "Deck", "scopes", List.of("tts:read")))
                .expect(201);
        String slug = of.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');
        of.dashboard()
                .patch("/dashboard/api/settings", Map.of("tip_page", Map.of("slug", slug)))
                .expect(200);
        of.dashboard(of.email(), of.password()).get("/dashboard/api/session").expect(200);
        of.dashboard(Role.MODERATOR);
        of.events();
    }

    /// Waits for the first round, and has the second one begin before its time.
    private void awaitTheEnd() throws FunctionError {
        Row note = notes().getFirst();
        await().until(() -> account.rows("A").size() == 1
                && account.rows("T").isEmpty()
                && account.events().isEmpty());
        Map<String, Object> second =
                Map.of("tenant_id", account.tenantId(), "id", note.key().sort(), "round", 1, "part", 0);
        followUp(Map.of("erasure", second));
        followUp(Map.of("erasure", second));
        await().until(() -> notes().isEmpty());
        assertThat(account.table().get(Keys.listed(account.tenantId()))).isNull();
    }

    private List<Row> notes() {
        return account.table().query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"));
    }

    /// Has the function handle a message of its queue now.
    private void followUp(Map<String, Object> message) throws FunctionError {
        Map<String, Object> record = Map.of("messageId", "one", "body", Json.writeText(message));
        byte[] answer = service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(record))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }

    /// The rows of the whole table that name the account or its owner's address.
    private List<String> rows(Account of) {
        String login = Keys.login(of.email()).partition();
        return service
                .stack()
                .engines()
                .dynamoDb()
                .scanPaginator(
                        r -> r.tableName(service.stack().tableName("Table")).consistentRead(true))
                .items()
                .stream()
                .filter(row -> row.toString().contains(of.tenantId())
                        || text(row, "pk").equals(login))
                .map(row -> text(row, "pk") + " " + text(row, "sk"))
                .toList();
    }

    private static String text(Map<String, AttributeValue> row, String attribute) {
        @Nullable AttributeValue value = row.get(attribute);
        return value == null ? "" : value.s();
    }
}
