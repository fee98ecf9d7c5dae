package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// Fields of a body that no schema has: they are ignored, and warned of.
@NullMarked
class UnknownFieldsTest {

    private static final String ASTRAL = "😀";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aFieldThatNobodyReadsIsIgnoredAndWarnedOfOnceAnHour() {
        String body = "{\"name\":\"Ada\",\"ammount\":5}";
        api.postText("/tips", body).expect(201);
        api.postText("/tips", body).expect(201);

        List<Map<String, @Nullable Object>> warnings = happenings.all("warning");
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst().get("actor")).isNull();
        assertThat(Json.asObject(warnings.getFirst().get("data")))
                .containsEntry("code", "unknown_field")
                .containsEntry("field", "ammount")
                .containsEntry("endpoint", "POST /tips");

        api.postText("/tips", "{\"name\":\"Ada\",\"nmae\":5}").expect(201);
        assertThat(happenings.all("warning")).hasSize(2);
        account.api(streamerapi.shared.auth.Scope.TIPS_CREATE)
                .post("/tips", Map.of("name", "Ada", "ammount", 5))
                .expect(201);
        assertThat(happenings.all("warning")).hasSize(3);

        service.clock().advance(Duration.ofMinutes(59));
        api.postText("/tips", body).expect(201);
        assertThat(happenings.all("warning")).hasSize(3);
        service.clock().advance(Duration.ofMinutes(2));
        api.postText("/tips", body).expect(201);
        assertThat(happenings.all("warning")).hasSize(4);
    }

    @Test
    void aCredentialCausesAtMostTenWarningsOfUnknownFieldsAnHour() {
        ApiClient poor = account.api(new streamerapi.shared.auth.Scope[0]);
        for (int i = 0; i < 6; i++) {
            poor.post("/realtime/token", Map.of("a" + i, 1, "b" + i, 1, "c" + i, 1))
                    .expect(200);
        }
        assertThat(happenings.all("warning")).hasSize(10);
        api.postText("/tips", "{\"name\":\"Ada\",\"ammount\":5}").expect(201);
        assertThat(happenings.all("warning")).hasSize(11);

        service.clock().advance(Duration.ofMinutes(61));
        poor.post("/realtime/token", Map.of("a", 1)).expect(200);
        assertThat(happenings.all("warning")).hasSize(12);
    }

    @Test
    void ofManyUnknownFieldsAtOnceOneWarningComes() {
        AtOnce.run(
                8, i -> api.post("/tips", Map.of("name", "Ada", "ammount", 5)).expect(201));

        assertThat(happenings.all("warning")).hasSize(1);
        assertThat(happenings.all("tip.created")).hasSize(8);
    }

    /// Browsers find the name beside a password there; no program sent it.
    @Test
    void noProgramIsWarnedOfAFieldThatAPagesFormHasForTheBrowser() {
        String page = "/dashboard/account";
        DashboardVisitor.owner(account)
                .use(
                        page,
                        page + "/password",
                        Map.of(
                                "username",
                                account.email(),
                                "current_password",
                                account.password(),
                                "password",
                                "four-green-herons"))
                .expect(200);

        assertThat(happenings.all("warning")).isEmpty();
    }

    static Stream<Arguments> strangeNames() {
        return Stream.of(
                arguments("a".repeat(63) + ASTRAL),
                arguments(ASTRAL.repeat(400)),
                arguments("x".repeat(5_000)),
                arguments(""),
                arguments("\\u0000"),
                arguments("#"));
    }

    @ParameterizedTest
    @MethodSource("strangeNames")
    void anUnknownFieldOfAnyNameDoesNoHarm(String field) {
        api.postText("/tips", "{\"name\":\"Ada\",\"" + field + "\":5}").expect(201);

        assertThat(happenings.all("warning")).hasSize(1);
        assertThat(happenings.all("tip.created")).hasSize(1);
    }

    @Test
    void aFieldNamedByHalfACharacterIsNoJson() throws FunctionError {
        String body = "{\"name\":\"Ada\",\"\\ud83d\":5}";
        GatewayEvent event = new GatewayEvent(
                "POST",
                "/v1/tips",
                account.apiKey(),
                "192.0.2.1",
                Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8)));

        Map<String, @Nullable Object> answer = Json.readObject(service.stack().invoke("TipsFunction", event.json()));

        assertThat(answer).containsEntry("statusCode", new BigDecimal(400));
        assertThat(account.events()).isEmpty();
    }
}
