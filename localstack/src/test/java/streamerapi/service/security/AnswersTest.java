package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the headers that all answers carry: browsers guess no type and use no plain HTTP, nothing of the dashboard is
/// stored on the way, and no error shows how the service is made.
@NullMarked
class AnswersTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @TestFactory
    Stream<DynamicTest> everyAnswerHasTheHeadersThatProtectIt() {
        ApiClient key = account.api().withoutValidation();
        ApiClient session = account.dashboard().withoutValidation();
        return OpenApiDocument.load().operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .map(operation -> DynamicTest.dynamicTest(operation.path(), () -> {
                    ApiClient caller = operation.role() == null ? key : session;
                    Answer answer = caller.get(operation.path().replaceAll("\\{[^}]+}", "nothing"));
                    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
                    assertThat(answer.header("Strict-Transport-Security")).startsWith("max-age=");
                    if (operation.role() != null) {
                        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
                    }
                }));
    }

    @Test
    void aBrokenBodyIsRefusedWithoutAWordOfTheParser() {
        List<String> telling = new ArrayList<>();
        List<String> bodies = new ArrayList<>(Oddities.BROKEN);
        bodies.add("{\"name\":" + "9".repeat(2_000) + "}");
        bodies.add("{\"" + "n".repeat(60_000) + "\":1}");
        for (String body : bodies) {
            Answer answer =
                    account.api().withoutValidation().send("POST", "/tips", body.getBytes(StandardCharsets.UTF_8));
            String said = Objects.toString(answer.at("error"));
            if (answer.status() != 400
                    || said.matches("(?is).*(exception|jackson|stream|constraint|token\\.|\\(\\)|java).*")) {
                telling.add(body.substring(0, Math.min(40, body.length())) + " -> " + answer.status() + " " + said);
            }
        }
        assertThat(telling).isEmpty();
    }
}
