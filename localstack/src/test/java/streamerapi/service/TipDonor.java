package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A donor who pays on an account's tip page, at a processor that the local stack plays, and looks at what becomes of
/// it: a browser's requests, and nothing else.
@NullMarked
final class TipDonor {

    private static final Pattern STATE = Pattern.compile("data-state=\"([a-z]+)\"");
    private static final Map<String, String> LABELS = Map.of("stripe", "card_processor", "paypal", "wallet_processor");

    private final String provider;
    private final WebClient web;
    private final String slug;
    private final String request = UUID.randomUUID().toString();
    private String checkout = "";

    /// @param provider `stripe` or `paypal`
    TipDonor(Account account, String slug, String provider) {
        this.slug = slug;
        this.provider = provider;
        this.web = new WebClient(account.service().stack().authUrl());
    }

    /// Connects a processor that the local stack plays. Stripe lets an account have 16 endpoints; the accounts of other
    /// tests have some, and their checks make more at any time.
    static void connect(Account account, String provider) {
        await().untilAsserted(() -> {
            if (provider.equals("stripe")) {
                new WebClient(account.service().stack().authUrl())
                        .postJson("/stand-ins/stripe/control/subscriptions", Map.of("status", ""))
                        .expect(200);
            }
            account.dashboard()
                    .withoutValidation()
                    .send(
                            "PUT",
                            "/dashboard/api/connections/" + provider,
                            Json.write(account.service().stack().processors().credentials(provider)))
                    .expect(200);
        });
    }

    /// Sends the form.
    Answer sends(Map<String, String> fields) {
        Map<String, String> form = new LinkedHashMap<>(Map.of("name", "Ada", "message", "Hi", "amount", "5"));
        form.put("request", request);
        form.put("processor", Objects.requireNonNull(LABELS.get(provider)));
        form.putAll(fields);
        return web.postForm("/tip/" + slug, form);
    }

    /// Comes to the processor's page.
    TipDonor begins(Map<String, String> fields) {
        URI address =
                URI.create(Objects.requireNonNull(sends(fields).expect(303).header("Location")));
        checkout = address.getRawPath() + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
        return this;
    }

    /// The text of the processor's page.
    String checkoutPage() {
        return web.get(checkout).expect(200).text();
    }

    /// Presses a button of the processor's page: `pay`, `decline` or `hold`.
    TipDonor decides(String decision) {
        assertThat(web.postForm(checkout, Map.of("decision", decision)).status())
                .isLessThan(400);
        return this;
    }

    TipDonor pays(Map<String, String> fields) {
        return begins(fields).decides("pay");
    }

    /// The address of the page that says what became of it.
    String statusPath() {
        return "/tip/" + slug + "/status/" + Sha256.base64Url("status page of " + request);
    }

    Answer looks() {
        return web.get(statusPath());
    }

    String state() {
        Matcher state = STATE.matcher(looks().expect(200).text());
        assertThat(state.find()).isTrue();
        return state.group(1);
    }

    /// The page once it says a state.
    String becomes(String state) {
        await().untilAsserted(() -> assertThat(state()).isEqualTo(state));
        return looks().text();
    }

    /// Has something happen at the processor.
    Answer control(String what, Map<String, ?> order) {
        return web.postJson("/stand-ins/" + provider + "/control/" + what, order);
    }
}
