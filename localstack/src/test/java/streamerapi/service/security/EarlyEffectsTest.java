package streamerapi.service.security;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestInvocation;
import streamerapi.service.TestReceiver;
import streamerapi.service.crash.CallInterceptor;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

/// A handler that writes, or asks another service, before it is known whether its caller may is named.
@NullMarked
class EarlyEffectsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aHandlerThatWritesBeforeAuthorizationIsNamed() throws IOException {
        assertThat(effects("invalid_api_key", forgedKey(), "/early", "/late"))
                .isNotEmpty()
                .allMatch(effect -> effect.startsWith("POST /early: "));
    }

    @Test
    void aHandlerThatAsksAnotherServiceBeforeAuthorizationIsNamed() throws IOException {
        assertThat(effects("missing_scope", account.newKey(Set.of(Scope.TTS_READ)), "/asks-early", "/asks-late"))
                .singleElement(as(InstanceOfAssertFactories.STRING))
                .startsWith("POST /asks-early: another service was asked: ");
    }

    private List<String> effects(String code, String key, String... paths) throws IOException {
        try (TestReceiver others = TestReceiver.open().saying("{}")) {
            Environment network = new Environment(
                    service.stack().functions().settings("CountersFunction").variables(), service.clock());
            Planted function = new Planted(
                    new Environment(
                            network.variables(),
                            service.clock(),
                            () -> new CallInterceptor(network.http().get())),
                    account.tenantId(),
                    URI.create(others.url()));
            EarlyEffects effects = new EarlyEffects(others);
            List<String> named = new ArrayList<>();
            for (String path : paths) {
                CallInterceptor.watch(effects);
                try {
                    assertThat(function.answer(path, key)).contains(code);
                } finally {
                    CallInterceptor.watch(null);
                }
                named.addAll(effects.of("POST " + path));
            }
            return named;
        }
    }

    private String forgedKey() {
        return Secret.make(Secret.Kind.API_KEY, account.tenantId()).text();
    }

    /// Endpoints that write by themselves or call another service: one beside authentication, one after it.
    private static final class Planted extends HttpFunction {

        private static final Answer<Boolean> DONE = Answer.success();

        Planted(Environment environment, String tenantId, URI other) {
            super(
                    environment,
                    services -> Endpoint.rest(List.of(
                            planted("/early").speculative().handles(call -> writing(services.table(), tenantId)),
                            planted("/late").handles(call -> writing(services.table(), tenantId)),
                            planted("/asks-early").speculative().handles(call -> asking(other)),
                            planted("/asks-late").handles(call -> asking(other)))));
        }

        private static Outcome<Boolean> asking(URI other) {
            try {
                return Outcome.of(
                        JsonCall.get(other).send(Duration.ofSeconds(5)).isSuccess());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Endpoint.Draft<Void, Boolean> planted(String path) {
            return Endpoint.post(path, "plant", "Writes")
                    .scope(Scope.COUNTERS_MANAGE)
                    .answers(DONE);
        }

        private static Outcome<Boolean> writing(Table table, String tenantId) {
            table.write(
                    List.of(Write.put(Row.of(Keys.counter(tenantId, "planted")).with(Attribute.any("value"), 1))));
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
