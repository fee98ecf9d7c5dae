package streamerapi.shared.schema;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The shape of a record, in a body, an answer and a row.
@NullMarked
class SchemaTest {

    private record Size(long width, long height) {
        static final Schema<Size> SCHEMA = Schema.of("Size", "A size.", s -> {
            var width = s.integer("width", Size::width).between(1, 100);
            var height = s.integer("height", Size::height).between(1, 100).orElse(10L);
            return in -> new Size(width.of(in), height.of(in));
        });
    }

    private record Style(String font, long size, Size box) {
        static final Schema<Style> SCHEMA = Schema.of("Style", "A style.", s -> {
            s.sparse();
            var font = s.text("font", Style::font).orElse("sans");
            var size = s.integer("size", Style::size).orElse(12L);
            var box = s.group("box", Style::box, Size.SCHEMA).orElse(new Size(1, 2));
            return in -> new Style(font.of(in), size.of(in), box.of(in));
        });
    }

    private record Thing(
            String id,
            String name,
            @Nullable BigDecimal price,
            boolean isOpen,
            List<String> tags,
            @Nullable Size size,
            String pin) {

        static final Schema<Thing> SCHEMA = Schema.of("Thing", "A thing.", s -> {
            var id = s.text("id", Thing::id).readOnly();
            var name = s.text("name", Thing::name).between(1, 5);
            var price = s.money("price", Thing::price).orNull();
            var open = s.flag("is_open", Thing::isOpen).orElse(false);
            var tags = s.texts("tags", Thing::tags, 3).between(0, 2).orElse(List.of());
            var size = s.group("size", Thing::size, Size.SCHEMA).orNull();
            var pin = s.text("pin", Thing::pin).between(0, 4).orElse("").notShown();
            return in ->
                    new Thing(id.of(in), name.of(in), price.of(in), open.of(in), tags.of(in), size.of(in), pin.of(in));
        });
    }

    private static final Key KEY = new Key("A#ten_1", "THING#t1");

    @Test
    void aBodyIsReadWithTheDefaultsOfWhatItLacks() {
        assertThat(read(Map.of("name", "Ada"))).isEqualTo(new Thing("t1", "Ada", null, false, List.of(), null, ""));
        assertThat(read(Map.of("name", "Ada", "size", Map.of("width", new BigDecimal(7))))
                        .size())
                .isEqualTo(new Size(7, 10));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                    | name
                    {"name": ""}                          | name
                    {"name": "Augusta"}                   | name
                    {"name": 5}                           | name
                    {"name": null}                        | name
                    {"name": "Ada", "price": "5"}         | price
                    {"name": "Ada", "price": 1.005}       | price
                    {"name": "Ada", "is_open": "true"}    | is_open
                    {"name": "Ada", "tags": "a"}          | tags
                    {"name": "Ada", "tags": ["long"]}     | tags
                    {"name": "Ada", "tags": ["a","b","c"]}| tags
                    {"name": "Ada", "size": 5}            | size
                    {"name": "Ada", "size": {}}           | size.width
                    {"name": "Ada", "size": {"width": 0}} | size.width
                    {"name": "Ada", "size": {"width": 1.5}} | size.width
                    """)
    void aValueOutOfItsBoundsIsRefusedByItsPath(String json, String field) {
        Problem refused = catchThrowableOfType(Problem.class, () -> read(Json.asObject(Json.read(json))));

        assertThat(refused.body()).containsEntry("field", field);
    }

    @Test
    void charactersAreCountedAndNotTheUnitsOfTheirEncoding() {
        assertThat(read(Map.of("name", "🦊🦊🦊🦊🦊")).name()).hasSize(10);
    }

    @Test
    void aReadOnlyFieldOfABodyIsNotRead() {
        assertThat(read(Map.of("name", "Ada", "id", "mine")).id()).isEqualTo("t1");
    }

    @Test
    void aFieldThatIsNotShownIsInTheRowAlone() {
        Thing thing = read(Map.of("name", "Ada", "pin", "1234"));

        assertThat(Thing.SCHEMA.json(thing)).containsKey("name").doesNotContainKey("pin");
        assertThat(Thing.SCHEMA.row(KEY, thing).get(Attribute.text("pin"))).isEqualTo("1234");
    }

    @Test
    void anAnswerHasItsFieldsInTheirOrderNullsIncluded() {
        assertThat(Thing.SCHEMA.json(read(Map.of("name", "Ada"))).keySet())
                .containsExactly("id", "name", "price", "is_open", "tags", "size");
    }

    @Test
    void aSparseRowHoldsWhatDiffersFromTheDefaultAndIsReadWhole() {
        Style usual = new Style("sans", 12, new Size(1, 2));
        Style other = new Style("sans", 14, new Size(1, 2));
        assertThat(Style.SCHEMA.row(KEY, usual).attributes()).isEmpty();
        assertThat(Style.SCHEMA.row(KEY, other).attributes()).containsOnlyKeys("size");
        assertThat(Style.SCHEMA.of(Style.SCHEMA.row(KEY, usual))).isEqualTo(usual);
        assertThat(Style.SCHEMA.of(Style.SCHEMA.row(KEY, other))).isEqualTo(other);
        assertThat(Style.SCHEMA.json(usual)).containsOnlyKeys("font", "size", "box");
        assertThat(Style.SCHEMA.difference(KEY, other, usual)).isNotNull();
        assertThat(Style.SCHEMA.difference(KEY, usual, usual)).isNull();
    }

    @Test
    void aRowGivesBackTheRecordThatItWasMadeOf() {
        Thing thing = read(Map.of(
                "name",
                "Ada",
                "price",
                new BigDecimal("5.25"),
                "is_open",
                true,
                "tags",
                List.of("a", "b"),
                "size",
                Map.of("width", new BigDecimal(3), "height", new BigDecimal(4))));
        Row row = Thing.SCHEMA.row(KEY, thing);

        assertThat(Thing.SCHEMA.of(row)).isEqualTo(thing);
        assertThat(Thing.SCHEMA.row(KEY, read(Map.of("name", "Ada"))).has(Attribute.any("price")))
                .isFalse();
    }

    @Test
    void aChangeLeavesWhatItDoesNotName() {
        Thing before = read(Map.of("name", "Ada", "price", new BigDecimal("5")));
        Changes<Thing> changes = Thing.SCHEMA.changes(new Body(body(Map.of("is_open", true))));
        Thing after = changes.appliedTo(before, Map.of());

        assertThat(after).isEqualTo(new Thing("t1", "Ada", new BigDecimal("5"), true, List.of(), null, ""));
        assertThat(changes.names("is_open")).isTrue();
        assertThat(changes.names("price")).isFalse();
    }

    @Test
    void nothingIsWrittenIfNothingDiffers() {
        Thing thing = read(Map.of("name", "Ada"));

        assertThat(Thing.SCHEMA.difference(KEY, thing, thing)).isNull();
        assertThat(Thing.SCHEMA.difference(KEY, thing, read(Map.of("name", "Bob"))))
                .isNotNull();
    }

    @Test
    void fieldsThatItDoesNotKnowAreToldApart() {
        Body body = new Body(body(Map.of(
                "name",
                "Ada",
                "colour",
                "red",
                "size",
                Map.of("depth", new BigDecimal(1), "width", new BigDecimal(1)))));
        Thing.SCHEMA.read(body, Map.of("id", "t1"));

        assertThat(body.unknown()).containsExactlyInAnyOrder("colour", "size.depth");
    }

    private static Thing read(Map<String, ?> fields) {
        return Thing.SCHEMA.read(new Body(body(fields)), Map.of("id", "t1"));
    }

    private static Map<String, @Nullable Object> body(Map<String, ?> fields) {
        return new LinkedHashMap<>(new HashMap<>(fields));
    }
}
