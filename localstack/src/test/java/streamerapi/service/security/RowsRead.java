package streamerapi.service.security;

import streamerapi.service.Service;
import streamerapi.service.crash.CallInterceptor;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The number of rows that the calls of a stack read.
final class RowsRead implements CallInterceptor.Watcher {

    private final AtomicInteger rows = new AtomicInteger();

    /// Starts a service whose calls are counted.
    Service startService() {
        return Service.start(Service.options()
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withListener(new WatchedRequests(this)));
    }

    void reset() {
        rows.set(0);
    }

    int count() {
        return rows.get();
    }

    @Override
    public int before(String operation) {
        return 0;
    }

    @Override
    public void after(int number) {}

    @Override
    public void read(int more) {
        rows.addAndGet(more);
    }
}
