package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import streamerapi.service.crash.CallInterceptor;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The calls to AWS that requests cause although their credential is made up.
@NullMarked
final class EarlyEffects implements CallInterceptor.Watcher {

    /// Reads, and the count of the address that a request comes from.
    private static final Set<String> ALLOWED = Set.of("GetItem", "BatchGetItem", "Query", "UpdateItem");

    private final Queue<String> calls = new ConcurrentLinkedQueue<>();

    @Override
    public int before(String operation) {
        calls.add(operation);
        return 0;
    }

    @Override
    public void after(int number) {}

    /// What is wrong with the calls since the last time, each as `POST /tips: TransactWriteItems`.
    ///
    /// @param endpoint the one that was called
    List<String> of(String endpoint) {
        List<String> seen = List.copyOf(calls);
        calls.clear();
        return named(endpoint, seen);
    }

    /// What is wrong with some calls.
    static List<String> named(String endpoint, List<String> calls) {
        return calls.stream()
                .filter(call -> !ALLOWED.contains(call))
                .map(call -> endpoint + ": " + call)
                .toList();
    }
}
