package streamerapi.shared.labels;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;

/// An enumeration's constant with a separate name in JSON and in the table, for example `per_user` for `PER_USER`.
public interface Labelled {

    /// The constant's name in Java.
    String name();

    /// The name in JSON and in the table: that in Java, in lower case, unless the enumeration says another.
    default String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The names of several constants.
    static List<String> labels(List<? extends Labelled> constants) {
        return constants.stream().map(Labelled::label).toList();
    }

    /// The constant with this name, or null if there is none.
    static <E extends Labelled> @Nullable E find(List<E> constants, @Nullable Object label) {
        for (E constant : constants) {
            if (constant.label().equals(label)) {
                return constant;
            }
        }
        return null;
    }
}
