package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.counts.Scenario;
import streamerapi.service.counts.Scenarios;
import streamerapi.shared.http.Api;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The function of every endpoint that changes something dies, at every write that it makes; the caller sends the
/// request again.
///
/// The requests are those whose cost is counted ([Scenarios]), so an endpoint with a cost has a crash case as well.
/// The operations of [CrashOperation] die in [RequestCrashTest] instead, beside a webhook endpoint and a socket.
@NullMarked
class EndpointCrashTest {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /// Longer than a request that calls another service keeps others from calling it meanwhile.
    private static final Duration CLAIM = Duration.ofSeconds(10);

    private final CrashStack stack = CrashStack.shared();

    static List<Scenario> scenarios() {
        Set<String> elsewhere = operations();
        return Scenarios.all().stream()
                .filter(scenario -> changesSomething(scenario.operation()))
                .filter(scenario -> !elsewhere.contains(scenario.operation()))
                .toList();
    }

    @Test
    void everyEndpointThatChangesSomethingHasACrashCase() {
        Template template = Template.read(Service.root().resolve("template.yaml"));

        assertThat(withoutCase(HttpFunctions.of(template).values())).isEmpty();
    }

    /// The endpoints that change something and have no crash case.
    static Set<String> withoutCase(Collection<Api> apis) {
        Set<String> cases = Stream.concat(scenarios().stream().map(Scenario::operation), operations().stream())
                .collect(Collectors.toSet());
        return HttpFunctions.operations(apis).stream()
                .filter(EndpointCrashTest::changesSomething)
                .filter(operation -> !cases.contains(operation))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aRequestThatDiesAtAWriteIsWholeOrUndoneAndCanBeSentAgain(Scenario scenario) {
        Map<String, Long> once = new HashMap<>();
        stack.everyCrash(scenario.what(), crash -> {
            Account account = stack.service().newAccount();
            Function<ApiClient, Answer> request = scenario.prepare().apply(account);
            Map<String, Long> before = events(account);
            ApiClient caller = dying(account, crash);

            Answer answer = request.apply(caller);
            if (!crash.happened()) {
                assertThat(answer.status()).as(answer.text()).isBetween(200, 399);
                once.putAll(since(before, account));
            } else {
                assertThat(answer.status()).isEqualTo(500);
                assertThat(since(before, account)).isIn(Map.of(), once);
                Consistency.check(account);
                stack.service().clock().advance(CLAIM);
                answer = request.apply(caller);
            }

            assertThat(answer.status()).as(answer.text()).isBetween(200, 499);
            if (crash.happened()) {
                awaitEffects(() -> since(before, account).keySet().containsAll(once.keySet()));
            }
            happenedOnceOrTwice(since(before, account), once);
            Consistency.check(account);
        });
    }

    /// Waits for the events of an effect whose process died: the queue carries it out when its lease is over.
    private void awaitEffects(Callable<Boolean> happened) {
        Stage.await().pollInterval(Duration.ofMillis(100)).until(() -> {
            boolean isOver = happened.call();
            if (!isOver) {
                stack.service().clock().advance(Duration.ofSeconds(1));
            }
            return isOver;
        });
    }

    private ApiClient dying(Account account, Crash crash) {
        String mark = "Crash/" + UUID.randomUUID();
        stack.killer().arm(crash, List.of(mark));
        return account.api().with("User-Agent", mark).withoutValidation();
    }

    /// Either all events of the request, or those of two requests if the second one is a second wish.
    private static void happenedOnceOrTwice(Map<String, Long> events, Map<String, Long> once) {
        assertThat(events.keySet()).isEqualTo(once.keySet());
        once.forEach((type, count) -> assertThat(events.get(type)).as(type).isBetween(count, 2 * count));
    }

    /// The account's events by type. Warnings come of deliveries, at a time of their own.
    private static Map<String, Long> events(Account account) {
        return account.eventTypes().stream()
                .filter(type -> !type.equals("warning"))
                .collect(Collectors.groupingBy(type -> type, Collectors.counting()));
    }

    private static Map<String, Long> since(Map<String, Long> before, Account account) {
        Map<String, Long> now = events(account);
        before.forEach((type, count) -> now.merge(type, -count, Long::sum));
        now.values().removeIf(count -> count == 0);
        return now;
    }

    private static Set<String> operations() {
        return CrashOperation.all().stream()
                .map(operation -> operation.name().replaceFirst(",.*", ""))
                .collect(Collectors.toSet());
    }

    private static boolean changesSomething(String operation) {
        return !SAFE.contains(operation.substring(0, operation.indexOf(' ')));
    }
}
