package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestInvocation;
import streamerapi.service.crash.CallInterceptor;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A handler that writes before it is known whether its caller may is named.
@NullMarked
class EarlyEffectsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aHandlerThatWritesBeforeAuthorizationIsNamed() throws IOException {
        Planted function = new Planted(
                new Environment(
                        service.stack().functions().settings("CountersFunction").variables(), service.clock()),
                account.tenantId());
        EarlyEffects effects = new EarlyEffects();
        List<String> named = new ArrayList<>();
        for (String path : List.of("/early", "/late")) {
            CallInterceptor.watch(effects);
            try {
                assertThat(function.answer(path, forgedKey())).contains("invalid_api_key");
            } finally {
                CallInterceptor.watch(null);
            }
            named.addAll(effects.of("POST " + path));
        }

        assertThat(named).isNotEmpty().allMatch(effect -> effect.startsWith("POST /early: "));
    }

    private String forgedKey() {
        return Secret.make(Secret.Kind.API_KEY, account.tenantId()).text();
    }

    /// Two endpoints that write by themselves: one beside authentication, one after it.
    private static final class Planted extends HttpFunction {

        private static final Answer<Boolean> DONE = Answer.success();

        Planted(Environment environment, String tenantId) {
            super(
                    environment,
                    services -> Endpoint.rest(List.of(
                            planted("/early").speculative().handles(call -> writing(services.table(), tenantId)),
                            planted("/late").handles(call -> writing(services.table(), tenantId)))));
        }

        private static Endpoint.Draft<Void, Boolean> planted(String path) {
            return Endpoint.post(path, "plant", "Writes")
                    .scope(Scope.COUNTERS_MANAGE)
                    .answers(DONE);
        }

        private static Outcome<Boolean> writing(Table table, String tenantId) {
            table.write(
                    List.of(Write.put(Row.of(Keys.counter(tenantId, "planted")).with("value", 1))));
            return Outcome.of(true);
        }

        String answer(String path, String credential) throws IOException {
            byte[] event = Json.write(Map.of(
                    "rawPath",
                    "/v1" + path,
                    "headers",
                    Map.of("authorization", "Bearer " + credential),
                    "requestContext",
                    Map.of(
                            "requestId",
                            "planted",
                            "http",
                            Map.of("method", "POST", "path", "/v1" + path, "sourceIp", "203.0.113.9"))));
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            handleRequest(new ByteArrayInputStream(event), output, new TestInvocation("CountersFunction"));
            return output.toString(StandardCharsets.UTF_8);
        }
    }
}
