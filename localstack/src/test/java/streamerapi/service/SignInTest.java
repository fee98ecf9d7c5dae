package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.accounts.SignIn;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Signing in and out, and what becomes of wrong passwords (contract "OAuth and sign-in").
@NullMarked
class SignInTest {

    private static final String SIGN_IN = "/dashboard/api/sign-in";
    private static final SignIn.From FROM = from("192.0.2.7");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient nobody = new ApiClient(service.stack().authUrl(), null);
    private final TestClock clock = new TestClock();
    private final RateLimiter limiter = new RateLimiter(account.table(), clock, BigDecimal.ONE);
    private final Sessions sessions = new Sessions(account.table(), limiter, clock);
    private final Credentials credentials = new Credentials(account.table(), limiter, new Ids(clock), clock);
    private final SignIn signIn = new SignIn(account.table(), sessions, credentials, clock);

    @Test
    void theRightPasswordBeginsASession() {
        Answer answer =
                nobody.post(SIGN_IN, login(account.email(), account.password())).expect(200);

        assertThat(answer.at("user.email")).isEqualTo(account.email());
        assertThat(answer.at("user.role")).isEqualTo("owner");
        assertThat(answer.header("Set-Cookie"))
                .matches("session=u_\\w{26}\\.ses_[\\w-]{43}\\w{6}; Max-Age=2592000; Path=/; HttpOnly; Secure;"
                        + " SameSite=Lax, known_browser=[\\w-]{43}; Max-Age=15552000; Path=/; HttpOnly; Secure;"
                        + " SameSite=Lax");
        Answer session = nobody.with("Cookie", "theme=dark; " + cookie(answer))
                .get("/dashboard/api/session")
                .expect(200);
        assertThat(session.json()).isEqualTo(answer.json());
    }

    @Test
    void anEmailIsReadInAnyCaseAndWithSpaceAround() {
        String email = " " + account.email().toUpperCase(Locale.ROOT) + " ";
        nobody.post(SIGN_IN, login(email, account.password())).expect(200);
    }

    @Test
    void aWrongPasswordAndAnUnknownEmailAreAnsweredAlike() {
        Answer wrong = nobody.post(SIGN_IN, login(account.email(), "wrong")).refuses(401, "invalid_login");
        Answer unknown = nobody.post(SIGN_IN, login("nobody-" + account.email(), "wrong"))
                .refuses(401, "invalid_login");

        assertThat(unknown.json()).isEqualTo(wrong.json());
        assertThat(unknown.headers().keySet()).isEqualTo(wrong.headers().keySet());
        assertThat(wrong.header("Set-Cookie")).isNull();
        assertThat(wrong.header("WWW-Authenticate")).isEqualTo("Cookie");
    }

    @Test
    void aWrongPasswordAndAnUnknownEmailMakeTheSameCalls() {
        assertThat(calls(account.email(), "wrong"))
                .isEqualTo(calls("nobody-" + account.email(), "wrong"))
                .containsExactly("BatchGetItem", "GetItem", "UpdateItem");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"email\": \"a@example.com\"}", "{\"password\": \"x\"}", "{\"email\": 1}"})
    void whatIsNoLoginIsRefused(String body) {
        nobody.send("POST", SIGN_IN, body.getBytes(StandardCharsets.UTF_8)).refuses(400, "bad_request");
    }

    @Test
    void signingOutEndsTheSessionAndTakesTheCookieAway() {
        ApiClient owner = account.dashboard();
        ApiClient elsewhere = account.dashboard();
        Answer answer = owner.post("/dashboard/api/sign-out").expect(200);

        assertThat(answer.header("Set-Cookie")).startsWith("session=; Max-Age=0; Path=/;");
        owner.get("/dashboard/api/session").refuses(401, "missing_session");
        owner.post("/dashboard/api/sign-out").refuses(401, "missing_session");
        elsewhere.get("/dashboard/api/session").expect(200);
    }

    @Test
    void signingOutNeedsTheCsrfToken() {
        ApiClient owner = account.dashboard();
        owner.with("X-CSRF-Token", "another").post("/dashboard/api/sign-out").refuses(403, "invalid_csrf_token");
        owner.get("/dashboard/api/session").expect(200);
    }

    @Test
    void aSessionLastsThirtyDays() {
        String cookie = value(signIn.signIn(account.email(), account.password(), FROM));
        clock.advance(Duration.ofDays(30).minusMinutes(1));
        assertThat(sessions.of(cookie)).isNotNull();
        clock.advance(Duration.ofMinutes(2));
        assertThat(sessions.of(cookie)).isNull();
    }

    @Test
    void theTableHoldsNeitherPasswordNorCookieNorCsrfToken() {
        ApiClient owner = account.dashboard();
        String self = "/dashboard/api/team/"
                + owner.get("/dashboard/api/session").expect(200).at("user.id");
        String password = "a quiet otter sings";
        owner.patch(self, Map.of("password", password, "current_password", account.password()))
                .expect(200);
        SignIn.Signed signed = signIn.signIn(account.email(), password, FROM);
        Session session = signed.session();
        List<Row> rows = Stream.of("USER#", "SESSION#")
                .flatMap(kind -> account.rows(kind).stream())
                .toList();
        assertThat(rows).as("the user, the session that ended, and this one").hasSize(3);
        String secret = value(signed).substring(value(signed).indexOf('.') + 1);
        assertThat(rows.toString())
                .contains(session.userId())
                .contains("$argon2id$v=19$m=19456,t=2,p=1$")
                .doesNotContain(password, secret, session.csrfToken());
        assertThat(session.toString()).doesNotContain(session.csrfToken());
    }

    @Test
    void fiveWrongPasswordsLockTheEmailForTheirNetworkUntilTheOldestIsForgotten() {
        for (String email : List.of(account.email(), "nobody-" + account.email())) {
            for (int i = 0; i < 5; i++) {
                assertThat(refusal(email, "wrong").code()).isEqualTo(ErrorCode.INVALID_LOGIN);
                clock.advance(Duration.ofMinutes(1));
            }
            Problem locked = refusal(email, account.password());
            assertThat(locked.code()).isEqualTo(ErrorCode.RATE_LIMITED);
            assertThat(Objects.requireNonNull(locked.reached()).left())
                    .isBetween(Duration.ofMinutes(9), Duration.ofSeconds(601));
            clock.advance(Duration.ofMinutes(9));
            assertThat(refusal(email, account.password()).code()).isEqualTo(ErrorCode.RATE_LIMITED);
            clock.advance(Duration.ofMinutes(1));
            assertThat(refusal(email, "wrong").code()).isEqualTo(ErrorCode.INVALID_LOGIN);
            assertThat(refusal(email, account.password()).code()).isEqualTo(ErrorCode.RATE_LIMITED);
            clock.advance(Duration.ofMinutes(2));
        }
        signIn.signIn(account.email(), account.password(), FROM);
    }

    @Test
    void aStrangerLocksNoOtherNetworkOut() {
        for (int i = 0; i < 5; i++) {
            assertThat(refusal(account.email(), "wrong", from("198.51.100." + i))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_LOGIN);
        }
        assertThat(refusal(account.email(), account.password(), from("198.51.100.200"))
                        .code())
                .isEqualTo(ErrorCode.RATE_LIMITED);
        signIn.signIn(account.email(), account.password(), FROM);
        assertThat(refusal(account.email(), account.password(), from("198.51.100.200"))
                        .code())
                .as("a right password forgets those of its own network alone")
                .isEqualTo(ErrorCode.RATE_LIMITED);
    }

    @Test
    void fiftyWrongPasswordsOfAllNetworksLockTheEmail() {
        for (int network = 0; network < 10; network++) {
            for (int i = 0; i < 5; i++) {
                assertThat(refusal(account.email(), "wrong", from("2001:db8:0:" + network + "::" + i))
                                .code())
                        .isEqualTo(ErrorCode.INVALID_LOGIN);
            }
        }
        assertThat(refusal(account.email(), account.password()).code()).isEqualTo(ErrorCode.RATE_LIMITED);
        clock.advance(Duration.ofMinutes(16));
        signIn.signIn(account.email(), account.password(), FROM);
    }

    @Test
    void aBrowserThatSignedInBeforeIsCountedByItself() {
        SignIn.From known = knownAfter(signIn.signIn(account.email(), account.password(), FROM));
        for (int network = 0; network < 10; network++) {
            for (int i = 0; i < 5; i++) {
                refusal(account.email(), "wrong", from("203.0." + network + ".1"));
            }
        }
        assertThat(refusal(account.email(), account.password()).code()).isEqualTo(ErrorCode.RATE_LIMITED);

        signIn.signIn(account.email(), account.password(), known);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5; i++) {
                assertThat(refusal(account.email(), "wrong", known).code()).isEqualTo(ErrorCode.INVALID_LOGIN);
            }
            assertThat(refusal(account.email(), account.password(), known).code())
                    .isEqualTo(ErrorCode.RATE_LIMITED);
            clock.advance(Duration.ofMinutes(16));
        }
        signIn.signIn(account.email(), account.password(), known);
        clock.advance(Duration.ofDays(181));
        assertThat(refusal(account.email(), "wrong", known).code()).isEqualTo(ErrorCode.INVALID_LOGIN);
    }

    @Test
    void aBrowserIsKnownWithTheEmailThatItSignedInWithAlone() {
        SignIn.From known = knownAfter(signIn.signIn(account.email(), account.password(), FROM));
        Account other = service.newAccount();
        for (int i = 0; i < 5; i++) {
            refusal(other.email(), "wrong");
        }
        assertThat(refusal(other.email(), other.password(), known).code()).isEqualTo(ErrorCode.RATE_LIMITED);
        assertThat(refusal(other.email(), other.password(), new SignIn.From("192.0.2.9", "x".repeat(43), null))
                        .code())
                .isEqualTo(ErrorCode.RATE_LIMITED);
    }

    @Test
    void ofTwentyWrongPasswordsOfAKnownBrowserAtOnceFiveAreLookedAt() {
        SignIn.From known = knownAfter(signIn.signIn(account.email(), account.password(), FROM));
        List<ErrorCode> codes = AtOnce.run(
                20, i -> refusal(account.email(), "wrong " + i, known).code());
        assertThat(Collections.frequency(codes, ErrorCode.INVALID_LOGIN)).isEqualTo(5);
    }

    @Test
    void theKnownBrowsersCookieOutlivesSigningOut() {
        DashboardVisitor owner = DashboardVisitor.signedIn(account.service(), account.email(), account.password());
        String known = Objects.requireNonNull(owner.web().cookie("known_browser"));
        owner.send(owner.open("/dashboard/queue"), "/dashboard/sign-out", Map.of())
                .expect(303);
        assertThat(owner.web().cookie("session")).isNull();
        assertThat(owner.web().cookie("known_browser")).isEqualTo(known);
    }

    @Test
    void aLockedEmailIsToldWhenToComeAgain() {
        for (int i = 0; i < 5; i++) {
            nobody.post(SIGN_IN, login(account.email(), "wrong")).refuses(401, "invalid_login");
        }
        Answer locked =
                nobody.post(SIGN_IN, login(account.email(), account.password())).refuses(429, "rate_limited");
        assertThat(Integer.parseInt(Objects.requireNonNull(locked.header("Retry-After"))))
                .isBetween(800, 901);
        assertThat(locked.headers())
                .containsEntry("ratelimit-limit", "5")
                .containsEntry("ratelimit-remaining", "0")
                .containsEntry("ratelimit-reset", locked.header("Retry-After"))
                .containsEntry("ratelimit-policy", "5;w=900");
        Account other = service.newAccount();
        nobody.post(SIGN_IN, login(other.email(), other.password())).expect(200);
    }

    @Test
    void aRightPasswordForgetsTheWrongOnes() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(refusal(account.email(), "wrong").code()).isEqualTo(ErrorCode.INVALID_LOGIN);
            }
            signIn.signIn(account.email(), account.password(), FROM);
        }
    }

    @Test
    void ofTwentyWrongPasswordsAtOnceFiveAreLookedAt() {
        for (String email : List.of(account.email(), "nobody-" + account.email())) {
            List<ErrorCode> codes =
                    AtOnce.run(20, i -> refusal(email, "wrong " + i).code());
            assertThat(Collections.frequency(codes, ErrorCode.INVALID_LOGIN)).isEqualTo(5);
            assertThat(Collections.frequency(codes, ErrorCode.RATE_LIMITED)).isEqualTo(15);
        }
    }

    @Test
    void whoeverKnowsThePasswordGetsInTenTimesAtOnce() {
        List<String> cookies = AtOnce.run(10, i -> value(signIn.signIn(account.email(), account.password(), FROM)));
        assertThat(cookies)
                .doesNotHaveDuplicates()
                .allSatisfy(cookie -> assertThat(sessions.of(cookie)).isNotNull());
    }

    @Test
    void aSessionOfAnotherUserOrAccountIsNone() {
        SignIn.Signed own = signIn.signIn(account.email(), account.password(), FROM);
        SignIn.Signed other = signIn(service.newAccount());
        String secret = value(own).substring(value(own).indexOf('.'));
        assertThat(sessions.of(other.session().userId() + secret)).isNull();
        Row owner = account.rows(Keys.USER).getFirst();
        Row second = new Row(Keys.user(account.tenantId(), "u_second"), owner.attributes());
        account.table().write(List.of(Write.put(second)));
        assertThat(sessions.of("u_second" + secret))
                .as("another user with the same stamp")
                .isNull();
    }

    private static SignIn.From from(String address) {
        return new SignIn.From(address, null, null);
    }

    private static SignIn.From knownAfter(SignIn.Signed signed) {
        String cookie = signed.cookies().getLast();
        return new SignIn.From("192.0.2.8", cookie.substring("known_browser=".length(), cookie.indexOf(';')), null);
    }

    private SignIn.Signed signIn(Account whose) {
        return signIn.signIn(whose.email(), whose.password(), FROM);
    }

    private Problem refusal(String email, String password) {
        return refusal(email, password, FROM);
    }

    private Problem refusal(String email, String password, SignIn.From from) {
        try {
            signIn.signIn(email, password, from);
        } catch (Problem problem) {
            return problem;
        }
        throw new AssertionError("signed in");
    }

    private List<String> calls(String email, String password) {
        try (CountingTable counting =
                new CountingTable(service.stack().engines().dynamoDbAddress().toString())) {
            Environment environment = new Environment(
                    Map.of(
                            "AWS_REGION", "us-east-1",
                            "AWS_ACCESS_KEY_ID", "local",
                            "AWS_SECRET_ACCESS_KEY", "local",
                            "AWS_ENDPOINT_URL_DYNAMODB", counting.url()),
                    clock);
            Table table = new Table(
                    new Clients(environment).dynamoDb(), service.stack().tableName("Table"));
            try {
                new SignIn(table, sessions, credentials, clock).signIn(email, password, FROM);
                throw new AssertionError("signed in");
            } catch (Problem problem) {
                return counting.operations();
            }
        }
    }

    private static Map<String, String> login(String email, String password) {
        return Map.of("email", email, "password", password);
    }

    private static String cookie(Answer answer) {
        String header = Objects.requireNonNull(answer.header("Set-Cookie"));
        return header.substring(0, header.indexOf(';'));
    }

    private static String value(SignIn.Signed signed) {
        String cookie = signed.cookies().getFirst();
        return cookie.substring("session=".length(), cookie.indexOf(';'));
    }
}
