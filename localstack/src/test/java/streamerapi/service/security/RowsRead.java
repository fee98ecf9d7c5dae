package streamerapi.service.security;

import streamerapi.service.Service;
import streamerapi.service.crash.CallInterceptor;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// How many calls a stack makes, and how many rows they read.
final class RowsRead implements CallInterceptor.Watcher {

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger rows = new AtomicInteger();

    /// Starts a service whose calls are counted.
    Service startService() {
        return Service.start(Service.options()
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withListener(new WatchedRequests(this)));
    }

    void reset() {
        calls.set(0);
        rows.set(0);
    }

    int count() {
        return rows.get();
    }

    int calls() {
        return calls.get();
    }

    @Override
    public int before(String operation) {
        calls.incrementAndGet();
        return 0;
    }

    @Override
    public void after(int number) {}

    @Override
    public void read(int more) {
        rows.addAndGet(more);
    }
}
