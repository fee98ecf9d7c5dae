package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import streamerapi.service.TestReceiver;
import streamerapi.service.crash.CallInterceptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The effects of requests that are refused before they are decided: calls to AWS that write or send, and calls to
/// other services.
@NullMarked
final class EarlyEffects implements CallInterceptor.Watcher {

    /// Reads, and the count of the address or credential that a request comes from.
    private static final Set<String> ALLOWED = Set.of("GetItem", "BatchGetItem", "Query", "UpdateItem");

    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final TestReceiver others;
    private int asked;

    /// @param others answers in the place of the other services
    EarlyEffects(TestReceiver others) {
        this.others = others;
    }

    @Override
    public int before(String operation) {
        calls.add(operation);
        return 0;
    }

    @Override
    public void after(int number) {}

    /// The effects since the last time, each as `POST /tips: TransactWriteItems` or `POST /tips: another service`.
    ///
    /// @param endpoint the one that was called
    List<String> of(String endpoint) {
        List<String> seen = List.copyOf(calls);
        calls.clear();
        List<String> effects = new ArrayList<>(named(endpoint, seen));
        int now = others.received().size();
        for (; asked < now; asked++) {
            effects.add(endpoint + ": another service was asked: "
                    + others.received().get(asked).text());
        }
        return effects;
    }

    /// The calls among these that write or send.
    static List<String> named(String endpoint, List<String> calls) {
        return calls.stream()
                .filter(call -> !ALLOWED.contains(call))
                .map(call -> endpoint + ": " + call)
                .toList();
    }
}
