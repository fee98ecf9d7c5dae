package streamerapi.service.security;

import streamerapi.service.crash.CallInterceptor;

import java.util.concurrent.atomic.AtomicInteger;

/// The number of rows that the calls of a stack read.
final class RowsRead implements CallInterceptor.Watcher {

    private final AtomicInteger rows = new AtomicInteger();

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
