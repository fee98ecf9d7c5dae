package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;

/// The points that a step passes: before and after each call to the table, and to the processor. At one of them the
/// process can die, or another step be taken.
final class Points implements Runnable {

    private int passed;
    private int counted;
    private int dyingAt = -1;
    private int interruptedAt = -1;
    private @Nullable Runnable interruption;
    private boolean isElsewhere;

    /// Counts the points of the next step.
    void countAgain() {
        counted = 0;
    }

    /// How many points were passed since the last [#countAgain].
    int counted() {
        return counted;
    }

    /// Has the process die at a point of the next step.
    void dieAt(int point) {
        clear();
        dyingAt = point;
    }

    /// Has something else happen at a point of this step.
    void interrupt(int point, Runnable other) {
        interruptedAt = point;
        interruption = other;
    }

    void clear() {
        passed = 0;
        dyingAt = -1;
        interruptedAt = -1;
        interruption = null;
    }

    /// Does something in another process: its points are not this one's.
    void elsewhere(Runnable other) {
        boolean before = isElsewhere;
        isElsewhere = true;
        try {
            other.run();
        } catch (streamerapi.shared.problems.Problem refusal) {
            // The other process is told so.
        } finally {
            isElsewhere = before;
        }
    }

    @Override
    public void run() {
        if (isElsewhere) {
            return;
        }
        int point = passed++;
        counted++;
        if (point == dyingAt) {
            throw new Death();
        }
        Runnable other = interruption;
        if (point == interruptedAt && other != null) {
            interruption = null;
            elsewhere(other);
        }
    }
}
