package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.OAuthTokenTest.oauthError;

/// Refreshes of an app's tokens: the pair that a refresh gives, and the tokens that it has spent.
@NullMarked
class OAuthRefreshTest {

    private static final String TOKEN = "/oauth/token";

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final TestApp app = TestApp.confidential(service.newAccount(), Scope.TTS_READ, Scope.TIPS_CREATE);

    @Test
    void aRefreshGivesANewPair() {
        Tokens first = app.connect(streamer);
        Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
        assertThat(second.scope()).isEqualTo(first.scope());
        assertThat(second.access()).isNotEqualTo(first.access());
        assertThat(second.refresh()).isNotEqualTo(first.refresh());
        app.api(second.access()).get("/me").expect(200);
        app.api(first.access()).get("/me").expect(200);
        Tokens.of(app.refresh(second.refresh()).expect(200));
    }

    @Test
    void noMoreThanThreeAccessTokensAreGoodAtATime() {
        Tokens first = app.connect(streamer);
        Tokens last = first;
        for (int i = 0; i < 3; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
        }
        app.api(first.access()).get("/me").refuses(401, "invalid_token");
        app.api(last.access()).get("/me").expect(200);
        Row row = Objects.requireNonNull(streamer.table()
                .get(Keys.authorization(
                        streamer.tenantId(), Keys.appNumber(app.app().clientId()))));
        assertThat(row.attributes().keySet())
                .filteredOn(name -> name.startsWith("access_"))
                .hasSize(3);
    }

    @Test
    void aRotatedOutRefreshTokenRevokesTheAuthorization() {
        Tokens first = app.connect(streamer);
        Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
        Tokens third = Tokens.of(app.refresh(second.refresh()).expect(200));
        oauthError(app.refresh(first.refresh()), 400, "invalid_grant");
        oauthError(app.refresh(third.refresh()), 400, "invalid_grant");
        app.api(third.access()).get("/me").refuses(401, "invalid_token");
        assertThat(streamer.rows(Keys.AUTHORIZATION)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a code", "a refresh token", "a token given back"})
    void whatWasSpentManyRefreshesAgoStillEndsTheAuthorization(String spent) {
        String code = app.code(streamer);
        Tokens first = Tokens.of(app.exchange(code).expect(200));
        Tokens last = first;
        int size = 0;
        for (int i = 0; i < 15; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
            size = i == 4 ? authorization().toString().length() : size;
        }
        assertThat(authorization().toString()).as("does not grow").hasSizeLessThanOrEqualTo(size);

        switch (spent) {
            case "a code" -> oauthError(app.exchange(code), 400, "invalid_grant");
            case "a refresh token" -> oauthError(app.refresh(first.refresh()), 400, "invalid_grant");
            default -> app.revoke(first.access()).expect(200);
        }

        app.api(last.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(last.refresh()), 400, "invalid_grant");
    }

    /// The row of an authorization as it was written before its tokens had marks.
    @Test
    void anAuthorizationWithoutAKeyGetsOneAndKnowsWhatItSpentBefore() {
        Tokens made = app.connect(streamer);
        AuthorizationName name =
                AuthorizationName.of(Secret.parse(made.access()).orElseThrow());
        Secret older = name.newSecret(Secret.Kind.REFRESH_TOKEN);
        Secret old = name.newSecret(Secret.Kind.REFRESH_TOKEN);
        streamer.table()
                .update(Write.update(name.key())
                        .set(Attribute.any("refresh"), old.hash())
                        .set(Attribute.any("spent"), List.of(older.hash()))
                        .remove(Attribute.any("token_key"))
                        .remove(Attribute.any("code")));

        Tokens last = Tokens.of(app.refresh(old.text()).expect(200));
        for (int i = 0; i < 15; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
        }
        assertThat(authorization().get(Attribute.texts("spent"))).contains(older.hash(), old.hash());
        app.api(last.access()).get("/me").expect(200);
        oauthError(app.refresh(old.text()), 400, "invalid_grant");
        app.api(last.access()).get("/me").refuses(401, "invalid_token");
    }

    private Row authorization() {
        return Objects.requireNonNull(streamer.table()
                .get(Keys.authorization(
                        streamer.tenantId(), Keys.appNumber(app.app().clientId()))));
    }

    @Test
    void ofTwentyRefreshesAtOnceOneWins() {
        Tokens tokens = app.connect(streamer);
        List<Answer> answers = AtOnce.run(20, i -> app.refresh(tokens.refresh()));
        List<Answer> won =
                answers.stream().filter(answer -> answer.status() == 200).toList();
        assertThat(won).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> oauthError(answer, 400, "invalid_grant"));
        oauthError(app.refresh(won.getFirst().at("refresh_token")), 400, "invalid_grant");
    }

    @Test
    void aStrangersRefreshTokenEndsNothing() {
        Tokens tokens = app.connect(streamer);
        Tokens elsewhere = app.connect(service.newAccount());
        oauthError(TestApp.confidential(app.owner(), Scope.TTS_READ).refresh(tokens.refresh()), 400, "invalid_grant");
        oauthError(app.refresh("srt_" + "A".repeat(43) + "000000"), 400, "invalid_grant");
        oauthError(app.refresh(tokens.access()), 400, "invalid_grant");
        String code = app.code(streamer);
        oauthError(app.refresh(code.replace("sac_", "srt_")), 400, "invalid_grant");
        app.api(tokens.access()).get("/me").expect(200);
        app.api(elsewhere.access()).get("/me").expect(200);
        app.refresh(tokens.refresh()).expect(200);
    }

    @Test
    void aRefreshMayAskForFewerScopes() {
        Tokens tokens = app.connect(streamer);
        Tokens fewer = Tokens.of(
                app.post(TOKEN, refreshing(tokens), "scope", "tts:read").expect(200));
        assertThat(fewer.scope()).isEqualTo("tts:read");
        app.api(fewer.access()).post("/tips", Map.of("name", "Ada")).refuses(403, "missing_scope");
        app.api(fewer.access()).get("/tts/queue").expect(200);
        app.api(tokens.access()).post("/tips", Map.of("name", "Ada")).expect(201);
        Tokens all = Tokens.of(app.refresh(fewer.refresh()).expect(200));
        assertThat(all.scope()).isEqualTo("tts:read tips:create");
        app.api(all.access()).post("/tips", Map.of("name", "Ada")).expect(201);
    }

    @Test
    void aRefreshMayNotAskForMoreScopes() {
        Tokens tokens = app.connect(streamer);
        for (String scope : List.of("tts:read counters:manage", "everything", " ")) {
            oauthError(app.post(TOKEN, refreshing(tokens), "scope", scope), 400, "invalid_scope");
        }
        app.refresh(tokens.refresh()).expect(200);
    }

    private static Map<String, String> refreshing(Tokens tokens) {
        return Map.of("grant_type", "refresh_token", "refresh_token", tokens.refresh());
    }
}
