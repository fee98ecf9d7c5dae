package streamerapi.shared.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// Reads and writes JSON (RFC 8259) as plain Java values.
///
/// Objects are `Map<String, Object>` in the order of the text, arrays `List<Object>`, numbers [BigDecimal] (never
/// binary floating point: money passes here), and null is null. Written besides: integers, and [Instant] as
/// [Timestamps] has it. A duplicate field, a text after the value or a nesting deeper than 100 is an error.
///
/// A number has at most 100 digits, written out: `1e300000000` is short, and its digits would fill the memory. It is
/// refused where it is read, so no reader has to think of it.
public final class Json {

    /// The most digits of a number, before and after its point, if it is written without an exponent.
    private static final int MAX_DIGITS = 100;

    /// Its buffers are shared between threads: a virtual thread lives for one task, and would make its own each time.
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            // Else an emoji would be written as two escapes, 12 bytes for 4: a long queue would not fit into an answer.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100)
                    .maxNumberLength(MAX_DIGITS + 2)
                    .maxStringLength(12_000_000)
                    .build())
            .build();

    /// Names that a message can repeat as they are.
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private Json() {}

    /// The value that a UTF-8 text holds.
    ///
    /// @throws Malformed if it is not JSON, or has a number of more than 100 digits; it says at which place and why
    public static @Nullable Object read(byte[] text) {
        checkEncoding(text);
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new Malformed("there is more text after the value");
            }
            return value;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /// Holds a text to UTF-8 (RFC 8259, 8.1). The parser by itself would take UTF-16 and UTF-32 too, which have null
    /// bytes, and characters that are spelled with more bytes than they need.
    private static void checkEncoding(byte[] text) {
        boolean isAscii = true;
        for (byte unit : text) {
            if (unit == 0) {
                throw new Malformed("it is not UTF-8, or holds a null byte");
            }
            isAscii &= unit > 0;
        }
        if (isAscii) {
            return;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new Malformed("it is not UTF-8");
        }
    }

    private static Malformed malformed(IOException e) {
        return new Malformed(
                e instanceof JsonParseException parse
                        ? "there is a mistake at line %d, column %d"
                                .formatted(
                                        parse.getLocation().getLineNr(),
                                        parse.getLocation().getColumnNr())
                        : "it is nested too deeply, or holds a name, text or number that is too long");
    }

    /// The value that a text holds.
    public static @Nullable Object read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The object that a UTF-8 text holds.
    ///
    /// @throws Malformed if it is not JSON, or not an object
    public static Map<String, @Nullable Object> readObject(byte[] text) {
        if (read(text) instanceof Map<?, ?> object) {
            return asObject(object);
        }
        throw new Malformed("a JSON object is expected");
    }

    /// The value as UTF-8 bytes, without white space.
    public static byte[] write(@Nullable Object value) {
        return written(generator -> write(generator, value));
    }

    /// JSON that is written piece by piece, where its values need not be made first.
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator generator) throws IOException;
    }

    /// The content as UTF-8 bytes, without white space.
    public static byte[] written(Content content) {
        ByteArrayBuilder out = new ByteArrayBuilder(512);
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            content.writeTo(generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /// A reader of JSON piece by piece, where its values need not be made.
    @FunctionalInterface
    public interface Reading<T extends @Nullable Object> {
        T from(JsonParser parser) throws IOException;
    }

    /// Reads a UTF-8 text by its tokens.
    ///
    /// @throws Malformed if it is not JSON
    public static <T extends @Nullable Object> T read(byte[] text, Reading<T> reading) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return reading.from(parser);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /// The value as text, without white space.
    public static String writeText(@Nullable Object value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    /// The value as text for people: each field on a line of its own.
    public static String writeIndented(@Nullable Object value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.useDefaultPrettyPrinter();
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    /// The text that an object is known to have under a name.
    ///
    /// @throws NullPointerException if it has nothing there
    /// @throws ClassCastException if it has another value there
    public static String text(Map<String, ?> object, String name) {
        return (String) Objects.requireNonNull(object.get(name), name);
    }

    /// A value known to be an object, as one. Objects that [#read] made have text keys.
    @SuppressWarnings("unchecked")
    public static Map<String, @Nullable Object> asObject(@Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            return (Map<String, @Nullable Object>) value;
        }
        throw new Malformed("a JSON object is expected");
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new Malformed("it is empty");
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new Malformed("unexpected " + token);
        };
    }

    private static BigDecimal number(JsonParser parser) throws IOException {
        try {
            return bounded(parser.getDecimalValue());
        } catch (NumberFormatException e) {
            throw new Malformed("a number is out of range");
        }
    }

    private static BigDecimal bounded(BigDecimal number) {
        long scale = number.scale();
        if (Math.max(scale, number.precision() - Math.min(scale, 0)) > MAX_DIGITS) {
            throw new Malformed("a number has more than " + MAX_DIGITS + " digits");
        }
        return number;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            int before = object.size();
            object.put(name, value(parser));
            if (object.size() == before) {
                throw new Malformed(
                        PLAIN_NAME.matcher(name).matches() ? name + " stands twice" : "a field stands twice");
            }
        }
        return object;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.writeString(text);
            case Boolean flag -> generator.writeBoolean(flag);
            case BigDecimal decimal -> generator.writeNumber(decimal);
            case Integer integer -> generator.writeNumber(integer);
            case Long integer -> generator.writeNumber(integer);
            case Instant instant -> generator.writeString(Timestamps.format(instant));
            case Map<?, ?> object -> writeObject(generator, object);
            case Iterable<?> array -> writeArray(generator, array);
            default -> throw new IllegalArgumentException("Not a JSON value: " + value.getClass());
        }
    }

    private static void writeObject(JsonGenerator generator, Map<?, ?> object) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<?, ?> field : object.entrySet()) {
            generator.writeFieldName(String.valueOf(field.getKey()));
            write(generator, field.getValue());
        }
        generator.writeEndObject();
    }

    private static void writeArray(JsonGenerator generator, Iterable<?> array) throws IOException {
        generator.writeStartArray();
        for (Object element : array) {
            write(generator, element);
        }
        generator.writeEndArray();
    }

    /// A text that is not the JSON that was expected; the message says why, for the caller to read.
    public static final class Malformed extends RuntimeException {
        Malformed(String message) {
            super(message);
        }
    }
}
