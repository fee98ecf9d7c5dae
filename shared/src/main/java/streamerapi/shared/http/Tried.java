package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// The result of a piece of work: its value, or the exception that it threw, kept until its reader is known to be
/// allowed.
record Tried<T extends @Nullable Object>(
        @Nullable T value, @Nullable RuntimeException thrown) {

    static <T extends @Nullable Object> Tried<T> of(Supplier<? extends T> work) {
        try {
            return new Tried<T>(work.get(), null);
        } catch (RuntimeException e) {
            return new Tried<T>(null, e);
        }
    }

    /// The value; what was thrown is thrown here.
    @SuppressWarnings("NullAway") // a value is null here only where T allows it
    T get() {
        if (thrown != null) {
            throw thrown;
        }
        return value;
    }

    /// This the first time, the work every time after.
    Supplier<T> once(Supplier<T> again) {
        AtomicReference<@Nullable Tried<T>> first = new AtomicReference<>(this);
        return () -> {
            Tried<T> kept = first.getAndSet(null);
            return kept == null ? again.get() : kept.get();
        };
    }
}
