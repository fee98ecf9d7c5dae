package streamerapi.localstack.openapi;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import tools.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class ExamplesTest {
    private static final int COMPILED_AT_ONCE = 100;

    private final OpenApiDocument document = OpenApiDocument.load();
    private Schemas schemas = new Schemas(OpenApiDocument.text());
    private int asked;

    /// The document's schemas; new ones now and then, because all of them compiled fill the memory.
    private Schemas schemas() {
        asked++;
        if (asked % COMPILED_AT_ONCE == 0) {
            schemas = new Schemas(OpenApiDocument.text());
        }
        return schemas;
    }

    @TestFactory
    Stream<DynamicTest> everyExampleMatchesItsSchema() {
        return Walk.all(document.root())
                .filter(node -> node.node().has("schema") && !examples(node).isEmpty())
                .map(node -> DynamicTest.dynamicTest(
                        node.pointer(),
                        () -> assertThat(examples(node))
                                .allSatisfy(example -> assertThat(schemas()
                                                .mismatches(node.at("schema").pointer(), example))
                                        .as(example.toString())
                                        .isEmpty())));
    }

    @TestFactory
    Stream<DynamicTest> everyBodyParameterAndHeaderHasAnExample() {
        return Walk.all(document.root())
                .filter(node -> node.node().has("schema"))
                .map(node -> DynamicTest.dynamicTest(
                        node.pointer(), () -> assertThat(examples(node)).isNotEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> everySampleOfTheCatalogueMatchesItsSchema() {
        return Arrays.stream(EventType.values())
                .map(type -> DynamicTest.dynamicTest(
                        type.label(),
                        () -> assertThat(schemas()
                                        .mismatches(
                                                "/components/schemas/" + GeneratedEvents.schemaName(type)
                                                        + "/properties/data",
                                                sample(type)))
                                .isEmpty()));
    }

    private static JsonNode sample(EventType type) {
        return StrictJson.parse(Json.write(EventCatalogue.sample(type)));
    }

    private List<JsonNode> examples(Located node) {
        return Stream.concat(
                        Stream.of(node.at("example")),
                        Walk.children(node.at("examples"))
                                .map(document::resolve)
                                .map(example -> example.at("value")))
                .filter(Located::exists)
                .map(Located::node)
                .toList();
    }
}
