package streamerapi.shared.storage;

/// A write was too late: another process has changed the row, or removed it, and what it decided holds.
public final class Overtaken extends RuntimeException {

    public Overtaken() {
        super("Another process has changed the row", null, false, false);
    }
}
