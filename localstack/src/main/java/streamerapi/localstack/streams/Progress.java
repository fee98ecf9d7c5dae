package streamerapi.localstack.streams;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The records of a shard that have been read and not yet worked on. The shard's checkpoint is the last record before
/// the first open one; the lanes finish in any order.
final class Progress {
    private static final int MAX_OPEN = 5000;

    private final String shard;
    private final Checkpoints checkpoints;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closed = lock.newCondition();
    private final ArrayDeque<String> read = new ArrayDeque<>();
    private final Set<String> done = new HashSet<>();

    Progress(String shard, Checkpoints checkpoints) {
        this.shard = shard;
        this.checkpoints = checkpoints;
    }

    /// Notes that a record was read; waits while too many are open.
    void open(String sequenceNumber) throws InterruptedException {
        lock.lock();
        try {
            while (read.size() >= MAX_OPEN) {
                closed.await();
            }
            read.add(sequenceNumber);
        } finally {
            lock.unlock();
        }
    }

    /// Notes that records need no more work.
    void close(Collection<String> sequenceNumbers) {
        lock.lock();
        try {
            done.addAll(sequenceNumbers);
            String last = "";
            while (!read.isEmpty() && done.remove(read.peek())) {
                last = read.remove();
            }
            if (!last.isEmpty()) {
                checkpoints.advance(shard, last);
                closed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether records have been read and need work.
    boolean isOpen() {
        lock.lock();
        try {
            return !read.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    void awaitAllClosed() throws InterruptedException {
        lock.lock();
        try {
            while (!read.isEmpty()) {
                closed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
