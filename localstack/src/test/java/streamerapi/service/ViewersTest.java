package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Viewers: how they are found, listed, linked, and what credits they have (spec "Viewers").
@NullMarked
class ViewersTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final ApiClient api = account.api();

    private static Map<String, @Nullable Object> profile(String id, String login, String name) {
        Map<String, @Nullable Object> profile = new LinkedHashMap<>();
        profile.put("platform_user_id", id);
        profile.put("login", login);
        profile.put("display_name", name);
        profile.put("profile_image_url", "https://media.example.com/" + id + ".png");
        profile.put("subscriber_tier", 2);
        profile.put("linked_accounts", List.of());
        return profile;
    }

    private static Map<String, @Nullable Object> linked(
            Map<String, @Nullable Object> profile, String platform, String id) {
        profile.put(
                "linked_accounts",
                List.of(Map.of("platform", platform, "platform_user_id", id, "login", "told_" + id)));
        return profile;
    }

    private void signIn(TestConnector platform, String id, String login, String name) {
        platform.send("viewer.signed_in", profile(id, login, name));
        service.clock().advance(Duration.ofMillis(5));
    }

    private Answer viewer(String user) {
        return api.get("/viewers/" + user);
    }

    private Answer grant(String user, Object amount) {
        return api.post("/viewers/" + user + "/credits/grant", Map.of("amount", amount));
    }

    private Answer revoke(String user, Object amount) {
        return api.post("/viewers/" + user + "/credits/revoke", Map.of("amount", amount));
    }

    private long available(String user) {
        return ((BigDecimal) Objects.requireNonNull(viewer(user).expect(200).at("credits.available"))).longValue();
    }

    private static Map<String, BigDecimal> balance(long available, long total, long used) {
        return Map.of(
                "available",
                BigDecimal.valueOf(available),
                "total",
                BigDecimal.valueOf(total),
                "used",
                BigDecimal.valueOf(used));
    }

    @Test
    void whoSignsInIsAViewer() {
        signIn(alpha, "1001", "novafox", "NovaFox");
        Answer answer = viewer("alpha:1001").expect(200);
        assertThat(answer.at("viewer.platform")).isEqualTo("alpha");
        assertThat(answer.at("viewer.platform_user_id")).isEqualTo("1001");
        assertThat(answer.at("viewer.login")).isEqualTo("novafox");
        assertThat(answer.at("viewer.display_name")).isEqualTo("NovaFox");
        assertThat(answer.at("viewer.profile_image_url")).isEqualTo("https://media.example.com/1001.png");
        assertThat(answer.at("viewer.subscriber_tier")).isEqualTo(new BigDecimal(2));
        assertThat(answer.at("viewer.linked_accounts")).isEqualTo(List.of());
        assertThat(answer.at("viewer.first_signed_in_at")).isEqualTo(answer.at("viewer.last_active_at"));
        assertThat(answer.at("credits")).isEqualTo(balance(0, 0, 0));
        assertThat(answer.at("grants")).isEqualTo(List.of());
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aProfileRefreshKeepsTheFirstSignInAndChangesTheRest() {
        signIn(alpha, "1001", "novafox", "NovaFox");
        Object first = viewer("novafox").expect(200).at("viewer.first_signed_in_at");
        service.clock().advance(Duration.ofMinutes(1));
        signIn(alpha, "1001", "novafox2", "Nova");

        Answer after = viewer("alpha:1001").expect(200);
        assertThat(after.at("viewer.first_signed_in_at")).isEqualTo(first);
        assertThat(after.at("viewer.last_active_at")).isNotEqualTo(first);
        assertThat(after.at("viewer.login")).isEqualTo("novafox2");
        viewer("novafox").refuses(404, "viewer_not_signed_in");
        viewer("NovaFox").refuses(404, "viewer_not_signed_in");
        viewer("novafox2").expect(200);
        viewer("nova").expect(200);
    }

    @Test
    void anOlderMessageChangesNothingButTheFirstSignIn() {
        Map<String, @Nullable Object> late = alpha.message("late", "viewer.signed_in", profile("1", "old", "Old"));
        service.clock().advance(Duration.ofSeconds(2));
        signIn(alpha, "1", "new", "New");
        Object last = viewer("alpha:1").expect(200).at("viewer.last_active_at");
        alpha.post(late).expect(202);

        Answer after = viewer("alpha:1").expect(200);
        assertThat(after.at("viewer.login")).isEqualTo("new");
        assertThat(after.at("viewer.last_active_at")).isEqualTo(last);
        assertThat(after.at("viewer.first_signed_in_at"))
                .isEqualTo(Json.asObject(Json.read(Json.write(late))).get("occurred_at"));
    }

    @Test
    void whoNeverSignedInIsNotFound() {
        for (String user : List.of("alpha:7", "7", "nobody", "beta:x", "gamma:1", "alpha:", "a%20b", "%F0%9F%A6%8A")) {
            viewer(user).refuses(404, "viewer_not_signed_in");
            api.get("/viewers/" + user + "/rewards").refuses(404, "viewer_not_signed_in");
            grant(user, 1).refuses(404, "viewer_not_signed_in");
            revoke(user, 1).refuses(404, "viewer_not_signed_in");
        }
        alpha.send("viewer.signed_in", linked(profile("1", "a", "A"), "beta", "2"));
        viewer("beta:2").refuses(404, "viewer_not_signed_in");
        viewer("told_2").refuses(404, "viewer_not_signed_in");
    }

    @Test
    void aBareIdIsTriedOnAlphaThenBetaAndIsAmbiguousIfItSignedInOnBoth() {
        signIn(beta, "55", "mossyowl", "MossyOwl");
        assertThat(viewer("55").expect(200).at("viewer.platform")).isEqualTo("beta");
        signIn(alpha, "55", "pixelheron", "PixelHeron");
        for (Answer answer : List.of(viewer("55"), api.get("/viewers/55/rewards"), grant("55", 1), revoke("55", 1))) {
            answer.refuses(409, "ambiguous_viewer");
        }
        assertThat(viewer("alpha:55").expect(200).at("viewer.login")).isEqualTo("pixelheron");
        assertThat(viewer("beta:55").expect(200).at("viewer.login")).isEqualTo("mossyowl");
    }

    @Test
    void aNameIsMatchedOnBothPlatformsInWhateverCase() {
        signIn(alpha, "1", "quietmaple", "Quiet Maple");
        signIn(beta, "2", "ruddock", "Ruddöck");
        for (String user : List.of("quietmaple", "QUIETMAPLE", "quiet%20maple", "Quiet%20Maple")) {
            assertThat(viewer(user).expect(200).at("viewer.platform_user_id")).isEqualTo("1");
        }
        assertThat(viewer("rudd%C3%96ck").expect(200).at("viewer.platform_user_id"))
                .isEqualTo("2");
    }

    /// Platforms and keyboards compose letters differently, and the sigma at the end of a search can be in the
    /// middle of a name.
    @Test
    void aNameIsMatchedHoweverItsLettersAreComposed() {
        signIn(alpha, "1", "jose", "Jose\u0301");
        signIn(alpha, "2", "odos", "\u039f\u03b4\u03bf\u03c3\u03af\u03b1");
        signIn(alpha, "3", "kana", "\uff76\uff85");
        assertThat(viewer("Jos%C3%A9").expect(200).at("viewer.platform_user_id"))
                .isEqualTo("1");
        assertThat(viewer("JOSE%CC%81").expect(200).at("viewer.platform_user_id"))
                .isEqualTo("1");
        assertThat(viewer("%E3%82%AB%E3%83%8A").expect(200).at("viewer.platform_user_id"))
                .isEqualTo("3");
        assertThat(ids("&q=JOS%C3%89", 2)).containsExactly("1");
        assertThat(ids("&q=%CE%9F%CE%94%CE%9F%CE%A3", 2)).containsExactly("2");
    }

    @Test
    void aNameOfDigitsIsANameIfNobodyHasTheId() {
        signIn(alpha, "1", "12345", "Twelve");
        assertThat(viewer("12345").expect(200).at("viewer.platform_user_id")).isEqualTo("1");
        signIn(beta, "12345", "other", "Other");
        assertThat(viewer("12345").expect(200).at("viewer.platform")).isEqualTo("beta");
    }

    @Test
    void aNameOfTwoPeopleIsAmbiguous() {
        signIn(alpha, "1", "novafox", "NovaFox");
        signIn(beta, "2", "someone", "novafox");
        viewer("NOVAFOX").refuses(409, "ambiguous_viewer");
        grant("novafox", 1).refuses(409, "ambiguous_viewer");
        viewer("someone").expect(200);
    }

    @Test
    void aNameOfOnePersonsAccountsIsTheOneSignedInWithLast() {
        signIn(beta, "2", "novafox", "NovaFox");
        alpha.send("viewer.signed_in", linked(profile("1", "novafox", "NovaFox"), "beta", "2"));
        service.clock().advance(Duration.ofMillis(5));
        assertThat(viewer("novafox").expect(200).at("viewer.platform")).isEqualTo("alpha");
        signIn(beta, "2", "novafox", "NovaFox");
        assertThat(viewer("novafox").expect(200).at("viewer.platform")).isEqualTo("beta");
    }

    @Test
    void linkedAccountsAreToldOfEachOther() {
        alpha.send("viewer.signed_in", linked(profile("1", "a", "A"), "beta", "2"));
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("platform", "beta");
        told.put("platform_user_id", "2");
        told.put("login", "told_2");
        told.put("display_name", null);
        assertThat(viewer("alpha:1").expect(200).at("viewer.linked_accounts")).isEqualTo(List.of(told));

        signIn(beta, "2", "b", "B");
        told.put("login", "b");
        told.put("display_name", "B");
        assertThat(viewer("alpha:1").expect(200).at("viewer.linked_accounts")).isEqualTo(List.of(told));
        assertThat(viewer("beta:2").expect(200).at("viewer.linked_accounts.0.platform_user_id"))
                .isEqualTo("1");
    }

    /// As those of the account that signs in.
    @Test
    void namesOfLinkedAccountsAreWithoutSignsThatReorderText() {
        Map<String, Object> told = Map.of(
                "platform", "beta", "platform_user_id", "2", "login", "a\u202eb\u0001c", "display_name", "\u202e");
        alpha.send("viewer.signed_in", Map.of("platform_user_id", "1", "linked_accounts", List.of(told)));

        Answer viewer = viewer("alpha:1").expect(200);
        assertThat(viewer.at("viewer.linked_accounts.0.login")).isEqualTo("ab c");
        assertThat(viewer.at("viewer.linked_accounts.0.display_name")).isNull();
    }

    @Test
    void howeverManyAccountsAreToldToBeOnePersonsEachSignsIn() {
        for (int i = 1; i <= 60; i++) {
            String id = String.valueOf(i);
            alpha.send("viewer.signed_in", linked(profile(id, "a" + id, "A"), "alpha", String.valueOf(i - 1)));
        }
        assertThat(viewer("alpha:5").expect(200).each("viewer.linked_accounts", "platform_user_id"))
                .hasSize(11);
        assertThat(viewer("alpha:60").expect(200).at("viewer.login")).isEqualTo("a60");
    }

    /// DynamoDB reads 100 rows at once.
    @Test
    void whoIsToldToBeManyPeopleWithManyAccountsSignsIn() {
        for (String person : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "me")) {
            alpha.send("viewer.signed_in", withAccounts(person + "0", person, 1));
        }
        Map<String, Object> all = Map.of(
                "platform_user_id",
                "me0",
                "login",
                "me",
                "linked_accounts",
                Stream.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
                        .map(person -> Map.of("platform", "alpha", "platform_user_id", person + "0"))
                        .toList());
        alpha.send("viewer.signed_in", all);
        Answer me = viewer("alpha:me0").expect(200);
        assertThat(me.at("viewer.login")).isEqualTo("me");
        assertThat(me.each("viewer.linked_accounts", "platform_user_id")).hasSize(10);
    }

    private static Map<String, Object> withAccounts(String id, String person, int first) {
        return Map.of(
                "platform_user_id",
                id,
                "linked_accounts",
                IntStream.range(first, first + 10)
                        .mapToObj(i -> Map.of("platform", "alpha", "platform_user_id", person + i))
                        .toList());
    }

    @Test
    void creditsAreReadAcrossLinkedAccountsAndLandOnTheOneThatIsNamed() {
        signIn(alpha, "1", "a", "A");
        signIn(beta, "2", "b", "B");
        grant("alpha:1", 3).expect(200);
        grant("beta:2", 4).expect(200);
        assertThat(available("alpha:1")).isEqualTo(3);

        alpha.send("viewer.signed_in", linked(profile("1", "a", "A"), "beta", "2"));
        for (String user : List.of("alpha:1", "beta:2")) {
            assertThat(viewer(user).expect(200).at("credits")).isEqualTo(balance(7, 7, 0));
        }
        Answer revoked = revoke("alpha:1", 5).expect(200);
        assertThat(revoked.at("revoked")).isEqualTo(new BigDecimal(5));
        assertThat(revoked.at("credits")).isEqualTo(balance(2, 7, 0));
        assertThat(revoked.at("viewer.platform")).isEqualTo("alpha");
        Answer refused = revoke("beta:2", 3).refuses(400, "insufficient_credits");
        assertThat(refused.at("available")).isEqualTo(new BigDecimal(2));

        for (long more : List.of(1_000_000_000_000L, 9_007_199_254_740_991L)) {
            assertThat(revoke("beta:2", more)
                            .refuses(400, "insufficient_credits")
                            .at("available"))
                    .isEqualTo(new BigDecimal(2));
        }

        Answer ledger = viewer("beta:2").expect(200);
        assertThat(ledger.each("grants", "type")).containsExactly("revoke", "grant", "grant");
        assertThat(ledger.each("grants", "platform")).containsExactly("alpha", "beta", "alpha");
        assertThat(ledger.each("grants", "amount")).containsExactly("5", "4", "3");
    }

    @Test
    void threeAccountsThatTurnOutToBeOnePersonsKeepEveryCredit() {
        for (String id : List.of("1", "2", "3")) {
            signIn(alpha, id, "login" + id, "Name" + id);
            grant("alpha:" + id, 2).expect(200);
        }
        alpha.send("viewer.signed_in", linked(profile("1", "login1", "Name1"), "alpha", "2"));
        beta.send("viewer.signed_in", linked(profile("9", "login9", "Name9"), "alpha", "3"));
        assertThat(available("beta:9")).isEqualTo(2);
        beta.send("viewer.signed_in", linked(profile("9", "login9", "Name9"), "alpha", "1"));
        for (String user : List.of("alpha:1", "alpha:2", "alpha:3", "beta:9")) {
            assertThat(available(user)).as(user).isEqualTo(6);
        }
        assertThat(account.rows("PERSON#")).hasSize(1);
    }

    @Test
    void aGrantIsAnsweredAndWrittenDown() {
        signIn(alpha, "1", "a", "A");
        Answer granted = api.post("/viewers/a/credits/grant", Map.of("amount", 2, "note", "Won the quiz"))
                .expect(200);
        assertThat(granted.at("success")).isEqualTo(true);
        assertThat(granted.at("granted")).isEqualTo(new BigDecimal(2));
        assertThat(granted.at("credits")).isEqualTo(balance(2, 2, 0));
        Answer viewer = viewer("a").expect(200);
        assertThat(viewer.at("grants.0.note")).isEqualTo("Won the quiz");
        assertThat(viewer.at("grants.0.actor")).isEqualTo(new AccountEvents(account).key());
    }

    @Test
    void aWrongAmountIsRefusedAndChangesNothing() {
        signIn(alpha, "1", "a", "A");
        for (Object amount : new Object[] {0, -1, 1_001, new BigDecimal("1.5"), "2", true, List.of()}) {
            assertThat(grant("a", amount).refuses(400, "bad_request").at("field"))
                    .isEqualTo("amount");
        }
        for (Object amount : new Object[] {0, -1, new BigDecimal("1.5"), "2", true}) {
            assertThat(revoke("a", amount).refuses(400, "bad_request").at("field"))
                    .isEqualTo("amount");
        }
        api.post("/viewers/a/credits/revoke", Map.of()).refuses(400, "bad_request");
        assertThat(api.post("/viewers/a/credits/grant", Map.of("amount", 1, "note", "x".repeat(201)))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("note");
        assertThat(viewer("a").expect(200).at("credits")).isEqualTo(balance(0, 0, 0));
    }

    @Test
    void ofFiftyWhoRevokeOneOfTenCreditsExactlyTenDo() {
        signIn(alpha, "1", "a", "A");
        grant("a", 10).expect(200);
        List<Integer> statuses = AtOnce.run(50, i -> revoke("alpha:1", 1).status());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(10);
        assertThat(statuses).filteredOn(status -> status == 400).hasSize(40);
        assertThat(viewer("a").expect(200).at("credits")).isEqualTo(balance(0, 10, 0));
    }

    @Test
    void grantsWhileAccountsBecomeOnePersonsAreNotLost() {
        signIn(alpha, "1", "a", "A");
        signIn(beta, "2", "b", "B");
        AtOnce.run(
                11,
                i -> i == 5
                        ? alpha.send("viewer.signed_in", linked(profile("1", "a", "A"), "beta", "2"))
                        : grant(i % 2 == 0 ? "alpha:1" : "beta:2", 1).expect(200));
        assertThat(available("alpha:1")).isEqualTo(10);
        assertThat(available("beta:2")).isEqualTo(10);
    }

    @Test
    void viewersAreListedTheMostRecentlyActiveFirstPageByPage() {
        for (int i = 0; i < 7; i++) {
            signIn(i % 2 == 0 ? alpha : beta, "u" + i, "login" + i, "Name" + i);
        }
        signIn(alpha, "u0", "login0", "Name0");
        grant("alpha:u0", 3).expect(200);
        assertThat(ids("", 3)).containsExactly("u0", "u6", "u5", "u4", "u3", "u2", "u1");
        assertThat(ids("&platform=beta", 2)).containsExactly("u5", "u3", "u1");
        assertThat(ids("&q=LOGIN3", 2)).containsExactly("u3");
        assertThat(ids("&q=name&platform=alpha", 2)).containsExactly("u0", "u6", "u4", "u2");
        assertThat(ids("&q=ame", 2)).isEmpty();
        assertThat(api.get("/viewers?limit=1").expect(200).at("viewers.0.credits"))
                .isEqualTo(balance(3, 3, 0));
        for (String wrong : List.of("before=xyz", "before=", "limit=0", "limit=101", "platform=gamma")) {
            api.get("/viewers?" + wrong).refuses(400, "bad_request");
        }
    }

    @Test
    void aCursorIsGoodIfItsViewerHasStoodThere() {
        Instant before = service.clock().instant();
        signIn(alpha, "u1", "one", "One");
        signIn(alpha, "u2", "two", "Two");
        Object cursor = api.get("/viewers?limit=1").expect(200).at("next_cursor");
        signIn(alpha, "u2", "two", "Two");
        Answer next = api.get("/viewers?before=" + cursor).expect(200);
        assertThat(next.at("viewers.0.viewer.platform_user_id")).isEqualTo("u1");

        Instant after = service.clock().instant();
        for (String place :
                List.of("V#" + after + "#alpha:nobody", "V#" + before + "#alpha:u2", "V#" + after + "#alpha:u2")) {
            String unknown = Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(UTF_8));
            api.get("/viewers?before=" + unknown).refuses(400, "bad_request").names("before");
        }
    }

    private List<String> ids(String query, int limit) {
        List<String> ids = new ArrayList<>();
        Object cursor = null;
        do {
            Answer page = api.get("/viewers?limit=" + limit + query + (cursor == null ? "" : "&before=" + cursor))
                    .expect(200);
            for (Object listed : (List<?>) Objects.requireNonNull(page.at("viewers"))) {
                ids.add(String.valueOf(
                        Json.asObject(Json.asObject(listed).get("viewer")).get("platform_user_id")));
            }
            cursor = page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(cursor != null);
        } while (cursor != null);
        return ids;
    }

    @Test
    void aFieldOfASignInThatIsWrongIsNamed() {
        Map<String, Object[]> wrong = Map.of(
                "platform_user_id", new Object[] {5, "", "x".repeat(65), "a#b", "a b", true},
                "login", new Object[] {5, "x".repeat(65), List.of()},
                "display_name", new Object[] {5, "x".repeat(65)},
                "profile_image_url", new Object[] {5, "http://x.example.com/", "javascript:alert(1)"},
                "subscriber_tier", new Object[] {-1, 4, "1", new BigDecimal("1.5")},
                "linked_accounts", new Object[] {5, "x", Map.of()});
        wrong.forEach((field, values) -> {
            for (Object value : values) {
                Map<String, @Nullable Object> profile = profile("1", "a", "A");
                profile.put(field, value);
                String id = UUID.randomUUID().toString();
                Answer refused = alpha.sendAs(id, "viewer.signed_in", profile).refuses(400, "bad_request");
                assertThat(String.valueOf(refused.at("field")))
                        .as(field + " " + value)
                        .contains(field);
            }
        });
        assertThat(account.rows("VIEWER")).isEmpty();
        assertThat(account.rows("INGESTED#")).isEmpty();
    }

    @Test
    void twentyDeliveriesOfOneIdAtOnceHaveOneEffect() {
        Map<String, @Nullable Object> message = alpha.message("same", "viewer.signed_in", profile("1", "a", "A"));
        List<Answer> answers = AtOnce.run(20, i -> alpha.post(message).expect(202));
        assertThat(answers)
                .filteredOn(answer -> Boolean.FALSE.equals(answer.at("duplicate")))
                .hasSize(1);
        assertThat(account.rows("INGESTED#")).hasSize(1);
        assertThat(account.rows("VIEWER#")).hasSize(1);
        service.clock().advance(Duration.ofHours(25));
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(true);
    }

    @Test
    void scopesAndRolesDecideWhoMay() {
        signIn(alpha, "1", "a", "A");
        ApiClient reader = account.api(Scope.VIEWERS_READ);
        reader.get("/viewers").expect(200);
        reader.get("/viewers/a").expect(200);
        reader.post("/viewers/a/credits/grant", Map.of("amount", 1)).refuses(403, "missing_scope");
        ApiClient manager = account.api(Scope.VIEWERS_MANAGE);
        manager.get("/viewers").refuses(403, "missing_scope");
        manager.post("/viewers/a/credits/grant", Map.of("amount", 1)).expect(200);
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.get("/dashboard/api/viewers").expect(200);
        moderator
                .post("/dashboard/api/viewers/a/credits/revoke", Map.of("amount", 1))
                .refuses(403, "missing_role");
        account.dashboard()
                .post("/dashboard/api/viewers/a/credits/revoke", Map.of("amount", 1))
                .expect(200);
    }

    @Test
    void anotherAccountsViewersAreNotSeen() {
        signIn(alpha, "1", "a", "A");
        Account other = service.newAccount();
        other.api().get("/viewers/alpha:1").refuses(404, "viewer_not_signed_in");
        assertThat(other.api().get("/viewers").expect(200).at("viewers")).isEqualTo(List.of());
    }
}
