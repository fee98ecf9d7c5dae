package streamerapi.localstack.openapi;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Strict JSON: decimals are exact, a repeated field name is an error, and so is anything after the value.
final class StrictJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private StrictJson() {}

    /// @throws tools.jackson.core.JacksonException when the bytes are not one JSON value
    static JsonNode parse(byte[] json) {
        return MAPPER.readTree(json);
    }
}
