package streamerapi.shared.schema;

import java.util.Map;

/// The type of one text or whole number, always: no request is asked for it.
record Constant(Object value) implements Type<Object> {

    @Override
    public Object read(Body body, String name) {
        return value;
    }

    @Override
    public Object loaded(Object stored) {
        return value;
    }

    @Override
    public Map<String, Object> described() {
        return Type.description("type", value instanceof String ? "string" : "integer", "const", value);
    }

    @Override
    public Object sample() {
        return value;
    }
}
