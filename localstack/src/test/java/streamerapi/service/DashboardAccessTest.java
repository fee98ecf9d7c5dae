package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Secret;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds who gets through to the dashboard: sessions, roles, CSRF tokens (contract "Dashboard").
@NullMarked
class DashboardAccessTest {

    private static final Service SERVICE = Service.shared();
    private static final Account ACCOUNT = SERVICE.newAccount();
    private static final Map<Role, ApiClient> USERS = users();

    private final ApiClient nobody = new ApiClient(SERVICE.stack().authUrl(), null);

    static Stream<Operation> operations() {
        return OpenApiDocument.load().operations().stream()
                .filter(operation -> operation.role() != null)
                .filter(operation -> !operation.id().equals("signOut"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void nobodyGetsInWithoutASession(Operation operation) {
        List<ApiClient> strangers = List.of(
                nobody,
                ACCOUNT.api(),
                nobody.with("Cookie", "session="),
                nobody.with("Cookie", "session=nonsense"),
                nobody.with("Cookie", "session=" + strange(ACCOUNT.apiKey())),
                nobody.with("Cookie", "session=" + strange(secret(Secret.Kind.SESSION))));
        for (ApiClient stranger : strangers) {
            Answer refused =
                    send(stranger.with("X-CSRF-Token", "any"), operation).refuses(401, "missing_session");
            assertThat(refused.header("WWW-Authenticate")).isEqualTo("Cookie");
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aChangeNeedsTheCsrfTokenOfItsOwnSession(Operation operation) {
        ApiClient owner = client(Role.OWNER);
        String another = "Yx3n0cI5n0Uu6sS9l0Zr7b3m8w1q2e4r5t6y7u8i9o0";
        for (String token : List.of("", "x", another)) {
            Answer answer = send(owner.with("X-CSRF-Token", token), operation);
            if (operation.method().equals("GET")) {
                assertThat(answer.status()).isNotIn(401, 403);
            } else {
                answer.refuses(403, "invalid_csrf_token");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aRoleDoesWhatItReaches(Operation operation) {
        Role needed = Role.of(Objects.requireNonNull(operation.role())).orElseThrow();
        for (Role role : Role.values()) {
            Answer answer = send(client(role), operation);
            if (role.includes(needed)) {
                assertThat(answer.status()).as(role + ": " + answer.text()).isNotIn(401, 403);
            } else {
                assertThat(answer.refuses(403, "missing_role").at("required_role"))
                        .isEqualTo(needed.label());
            }
        }
    }

    @Test
    void aModeratorReachesTheShowAndNothingElse() {
        assertThat(operations().filter(operation -> "moderator".equals(operation.role())))
                .extracting(Operation::path)
                .allMatch(path -> path.startsWith("/dashboard/api/tts/")
                        || path.startsWith("/dashboard/api/media")
                        || path.startsWith("/dashboard/api/tipping")
                        || path.startsWith("/dashboard/api/held-tips")
                        || path.startsWith("/dashboard/api/counters")
                        || path.startsWith("/dashboard/api/removed-tips")
                        || path.startsWith("/dashboard/api/viewers")
                        || path.startsWith("/dashboard/api/channel-points")
                        || path.startsWith("/dashboard/api/session")
                        || path.startsWith("/dashboard/api/overlays/timer")
                        || List.of("/dashboard/api/manual-tips", "/dashboard/api/account", "/dashboard/api/password")
                                .contains(path));
    }

    @Test
    void aSessionOpensTheDashboardOfItsAccountAlone() {
        Account other = SERVICE.newAccount();
        String tip = other.tip("Ada");
        client(Role.OWNER).post("/dashboard/api/tts/" + tip + "/start").refuses(404, "not_found");
        assertThat(client(Role.OWNER)
                        .get("/dashboard/api/tts/queue")
                        .expect(200)
                        .each("items", "order_id"))
                .doesNotContain(tip);
    }

    @Test
    void aSessionIsNoBearerCredential() {
        String cookie = SERVICE.newAccount()
                .dashboard()
                .get("/dashboard/api/session")
                .expect(200)
                .text();
        assertThat(cookie).doesNotContain("ses_");
        new ApiClient(SERVICE.stack().authUrl(), secret(Secret.Kind.SESSION))
                .get("/me")
                .refuses(401, "invalid_api_key");
    }

    @Test
    void aSessionHasItsOwnLimit() {
        try (Service limited = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.05"))) {
            ApiClient owner = limited.newAccount().dashboard();
            for (int left = 5; left >= 0; left--) {
                Answer answer = owner.get("/dashboard/api/session").expect(200);
                assertThat(answer.header("RateLimit-Remaining")).isEqualTo(Integer.toString(left));
            }
            owner.get("/dashboard/api/session").refuses(429, "rate_limited");
            limited.clock().advance(Duration.ofMinutes(1));
            owner.get("/dashboard/api/session").expect(200);
        }
    }

    private static ApiClient client(Role role) {
        return Objects.requireNonNull(USERS.get(role));
    }

    /// One user of each role, of an account of their own, so that what one does is nothing to the others.
    private static Map<Role, ApiClient> users() {
        Map<Role, ApiClient> users = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            users.put(role, SERVICE.newAccount().dashboard(role));
        }
        return users;
    }

    private static Answer send(ApiClient client, Operation operation) {
        return client.send(operation.method(), operation.path().replaceAll("\\{[^}]+}", "u_nobody"), null);
    }

    private static String secret(Secret.Kind kind) {
        return Secret.make(kind, ACCOUNT.tenantId()).text();
    }

    private static String strange(String secret) {
        return "u_00000000000000000000000000." + secret;
    }
}
