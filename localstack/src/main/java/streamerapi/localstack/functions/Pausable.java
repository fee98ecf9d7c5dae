package streamerapi.localstack.functions;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A trigger's switch: while it is off, the trigger begins nothing new.
public final class Pausable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean paused;
    private int busy;

    /// Switches off, and waits until what has begun has ended.
    public void pause() throws InterruptedException {
        lock.lock();
        try {
            paused = true;
            while (busy > 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public void resume() {
        lock.lock();
        try {
            paused = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits while it is off.
    public void awaitOn() throws InterruptedException {
        begin();
        end();
    }

    /// Waits while it is off; then what follows counts as begun, until [#end].
    public void begin() throws InterruptedException {
        lock.lock();
        try {
            while (paused) {
                changed.await();
            }
            busy++;
        } finally {
            lock.unlock();
        }
    }

    public void end() {
        lock.lock();
        try {
            busy--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
