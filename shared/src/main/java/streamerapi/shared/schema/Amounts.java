package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A list of at most `max` amounts of money. A form sends each as a line, or as a field of its own.
record Amounts(ScalarType.Decimal element, int max) implements Type<List<BigDecimal>> {

    @Override
    public @Nullable List<BigDecimal> read(Body body, String name) {
        List<Body> elements = body.elementsOrNull(name, 0, max);
        return elements == null
                ? null
                : elements.stream()
                        .map(one -> Objects.requireNonNull(element.read(one, Body.ELEMENT)))
                        .toList();
    }

    @Override
    public List<BigDecimal> loaded(Object stored) {
        return ((List<?>) stored).stream().map(element::loaded).toList();
    }

    @Override
    public Map<String, Object> described() {
        return Type.description("type", "array", "items", element.described(), "maxItems", max);
    }

    @Override
    public Object sample() {
        return List.of();
    }
}
