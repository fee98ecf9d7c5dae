package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.settings.Settings;
import streamerapi.settings.TipPageSettings;
import streamerapi.settings.TipPageSlug;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The setting `tip_page`, and the slug that one account of the installation has.
@NullMarked
class TipPageSettingsTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();
    private final Account other = service.newAccount();

    @Test
    void everyFieldIsKept() {
        Map<String, Object> sent = new LinkedHashMap<>(Map.of(
                "enabled",
                true,
                "slug",
                slug("a"),
                "title",
                "Buy me a coffee",
                "text",
                "Every tip is read aloud.\nThank you!",
                "presets",
                List.of(new BigDecimal("2.5"), 7),
                "min_amount",
                new BigDecimal("0.5"),
                "max_amount",
                99,
                "media",
                true,
                "sign_in",
                false));
        sent.putAll(Map.of(
                "picture_url",
                "https://cdn.example.com:8443/nova.png?v=2",
                "color",
                "#e0218a",
                "show_goal",
                true,
                "show_tips",
                true));
        Answer changed = owner.patch(SETTINGS, Map.of("tip_page", sent)).expect(200);

        assertThat(owner.get(SETTINGS).expect(200).json()).isEqualTo(changed.json());
        assertThat(settings())
                .isEqualTo(new TipPageSettings(
                        true,
                        slug("a"),
                        "Buy me a coffee",
                        "Every tip is read aloud.\nThank you!",
                        List.of(new BigDecimal("2.5"), BigDecimal.valueOf(7)),
                        new BigDecimal("0.5"),
                        BigDecimal.valueOf(99),
                        true,
                        false,
                        "https://cdn.example.com:8443/nova.png?v=2",
                        "#e0218a",
                        true,
                        true));
        assertThat(changed.at("settings.tip_page.presets")).asString().isEqualTo("[2.5, 7]");
    }

    @Test
    void anEnabledPageHasASlug() {
        change(Map.of("enabled", true)).names("tip_page.slug");
        change(Map.of("enabled", true, "slug", slug("a"))).expect(200);
        owner.send("PATCH", SETTINGS, "{\"tip_page\": {\"slug\": null}}".getBytes(StandardCharsets.UTF_8))
                .names("tip_page.slug");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ab", "-abc", "abc-", "Abc", "a_c", "a c", "äbc", "a2345678901234567890123456789012345678901"})
    void aSlugOfAnotherFormIsRefused(String slug) {
        owner.withoutValidation()
                .patch(SETTINGS, Map.of("tip_page", Map.of("slug", slug)))
                .names("tip_page.slug");
    }

    @ParameterizedTest
    @CsvSource({
        "{\"presets\": [1;2;3;4;5;6;7]}, tip_page.presets",
        "{\"presets\": [\"5\"]}, tip_page.presets",
        "{\"presets\": [1.234]}, tip_page.presets",
        "{\"presets\": [-1]}, tip_page.presets",
        "{\"min_amount\": -1}, tip_page.min_amount",
        "{\"max_amount\": 1000001}, tip_page.max_amount",
        "{\"min_amount\": 0; \"max_amount\": 0}, tip_page.max_amount",
        "{\"min_amount\": 11; \"max_amount\": 10}, tip_page.max_amount",
        "{\"title\": \"\"}, tip_page.title",
        "{\"color\": \"red\"}, tip_page.color",
        "{\"color\": \"#E0218A\"}, tip_page.color",
        "{\"picture_url\": \"http://example.com/a.png\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://u@example.com/a.png\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://a.example b.example/\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://a.example/;script-src *\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://a.example/100%.png\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://a.example/a%2.png\"}, tip_page.picture_url",
        "{\"picture_url\": \"https://a.example/a.png#b#c\"}, tip_page.picture_url"
    })
    void aValueOutOfItsBoundsIsRefused(String page, String field) {
        owner.withoutValidation()
                .send(
                        "PATCH",
                        SETTINGS,
                        ("{\"tip_page\": " + page.replace(';', ',') + "}").getBytes(StandardCharsets.UTF_8))
                .names(field);
    }

    @Test
    void aTitleOrATextTooLongIsRefused() {
        change(Map.of("title", "x".repeat(80), "text", "x".repeat(500))).expect(200);
        owner.withoutValidation()
                .patch(SETTINGS, Map.of("tip_page", Map.of("title", "x".repeat(81))))
                .names("tip_page.title");
        owner.withoutValidation()
                .patch(SETTINGS, Map.of("tip_page", Map.of("text", "x".repeat(501))))
                .names("tip_page.text");
    }

    /// `/tip/colours/qr.svg` would be no QR code, and a page at `/tip/sign-in` would pass for the service's.
    @ParameterizedTest
    @ValueSource(strings = {"sign-in", "colours"})
    void aSlugOfTheServicesOwnAddressesIsTaken(String own) {
        change(Map.of("slug", own)).refuses(409, "name_taken").names("tip_page.slug");
    }

    @Test
    void aSlugIsOfOneAccountUntilItIsGivenUp() {
        change(Map.of("slug", slug("a"))).expect(200);
        ApiClient ofOther = other.dashboard();
        Map<String, Object> wanted = Map.of("tip_page", Map.of("slug", slug("a")));
        ofOther.patch(SETTINGS, wanted).refuses(409, "name_taken").names("tip_page.slug");
        change(Map.of("slug", slug("a"), "title", "Mine")).expect(200);

        change(Map.of("slug", slug("b"))).expect(200);
        ofOther.patch(SETTINGS, wanted).expect(200);
        change(Map.of("slug", slug("a"))).refuses(409, "name_taken");
        assertThat(settings().slug()).isEqualTo(slug("b"));

        owner.send("PATCH", SETTINGS, "{\"tip_page\": {\"slug\": null}}".getBytes(StandardCharsets.UTF_8))
                .expect(200);
        assertThat(TipPageSlug.find(account.table(), slug("b"))).isNull();
        assertThat(Objects.requireNonNull(TipPageSlug.find(account.table(), slug("a")))
                        .tenantId())
                .isEqualTo(other.tenantId());
    }

    @Test
    void theSlugIsFreeOnceItsAccountIsDeleted() {
        change(Map.of("slug", slug("a"))).expect(200);
        String name =
                String.valueOf(owner.get("/dashboard/api/account").expect(200).at("account.name"));
        owner.post("/dashboard/api/account/delete", Map.of("name", name, "current_password", account.password()))
                .expect(200);
        other.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("slug", slug("a"))))
                .expect(200);
    }

    @Test
    void thePageIsSeenBeforeItIsThere() {
        change(Map.of("title", "Soon <here>", "color", "#e0218a")).expect(200);
        Answer preview = DashboardVisitor.owner(account)
                .open("/dashboard/tip-page/preview")
                .expect(200);
        assertThat(preview.text())
                .contains("This is a preview", "Soon &lt;here&gt;", "/tip/colours/e0218a", "name=\"amount\"")
                .contains("<button type=\"submit\" disabled>Continue to payment</button>");
        assertThat(preview.header("Content-Security-Policy"))
                .contains("form-action 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(DashboardVisitor.stranger(service)
                        .open("/dashboard/tip-page/preview")
                        .expect(303)
                        .header("Location"))
                .startsWith("/dashboard/sign-in");
    }

    @Test
    void theAddressCanBeCopiedAndTakenAwayAsACode() {
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.open("/dashboard/tip-page").expect(200).text())
                .contains("Viewers can tip on this page")
                .doesNotContain("class=\"qr\"");
        change(Map.of("enabled", true, "slug", slug("a"))).expect(200);
        assertThat(visitor.open("/dashboard/tip-page").expect(200).text())
                .contains(service.stack().authUrl() + "/tip/" + slug("a"))
                .contains("<img class=\"qr\" src=\"data:image/png;base64,iVBOR")
                .contains("download=\"tip-page.png\"", "download=\"tip-page.svg\"");
    }

    private String slug(String end) {
        return account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + end;
    }

    private Answer change(Map<String, Object> page) {
        return owner.patch(SETTINGS, Map.of("tip_page", page));
    }

    private TipPageSettings settings() {
        return Settings.read(account.table(), account.tenantId()).tipPage();
    }
}
