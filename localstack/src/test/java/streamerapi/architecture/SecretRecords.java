package streamerapi.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.jspecify.annotations.Nullable;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Records that hold secrets, by the names of their components, and the secrets that they show as text.
final class SecretRecords {

    private static final Pattern NAME = Pattern.compile("(?i).*(secret|token|verifier).*|access|refresh|code|text|hex");

    private static final Map<Class<?>, Object> VALUES = Map.of(
            Set.class, Set.of(), Instant.class, Instant.EPOCH, URI.class, URI.create("https://example.com/paid"));

    private SecretRecords() {}

    /// The records whose text is not the one that each record has.
    static Set<Class<?>> withTextOfTheirOwn(JavaClasses classes) {
        return classes.stream()
                .filter(JavaClass::isRecord)
                .<Class<?>>map(JavaClass::reflect)
                .filter(record -> Arrays.stream(record.getRecordComponents()).anyMatch(SecretRecords::isSecret))
                .filter(record -> !text(record)
                        .startsWith(record.getSimpleName() + "[" + record.getRecordComponents()[0].getName() + "="))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The names of the secrets that a record shows.
    static List<String> shownBy(Class<?> record) {
        String text = text(record);
        return Arrays.stream(record.getRecordComponents())
                .filter(component -> isSecret(component) && text.contains(mark(component)))
                .map(RecordComponent::getName)
                .toList();
    }

    private static boolean isSecret(RecordComponent component) {
        return (component.getType() == String.class || component.getType() == List.class)
                && NAME.matcher(component.getName()).matches();
    }

    private static String mark(RecordComponent component) {
        return "mark-of-" + component.getName();
    }

    private static String text(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor
                    .newInstance(
                            Arrays.stream(components).map(SecretRecords::value).toArray())
                    .toString();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getName(), e);
        }
    }

    private static @Nullable Object value(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == String.class) {
            return mark(component);
        }
        if (type == List.class) {
            return List.of(mark(component));
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : VALUES.get(type);
    }
}
