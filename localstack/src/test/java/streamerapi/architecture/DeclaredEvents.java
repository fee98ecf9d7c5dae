package streamerapi.architecture;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.jspecify.annotations.NullMarked;
import streamerapi.shared.events.EventSchema;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;

/// The event schemas that deployed classes declare, warnings included: constants of type [EventSchema].
@NullMarked
public final class DeclaredEvents {

    private DeclaredEvents() {}

    /// All of them, in no order.
    public static List<EventSchema<?>> all() {
        return Product.classes().stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(EventSchema.class)
                        && field.getModifiers().contains(JavaModifier.STATIC))
                .<EventSchema<?>>map(DeclaredEvents::value)
                .toList();
    }

    private static EventSchema<?> value(JavaField declared) {
        try {
            Field field = declared.reflect();
            field.setAccessible(true);
            return (EventSchema<?>) Objects.requireNonNull(field.get(null));
        } catch (IllegalAccessException e) {
            throw new LinkageError(declared.getFullName(), e);
        }
    }
}
