package streamerapi.localstack.openapi;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.ErrorCode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

class OpenApiDocumentTest {
    private static final Set<String> COMMON_HEADERS =
            Set.of("Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy");

    private final OpenApiDocument document = OpenApiDocument.load();

    @Test
    void matchesThePublishedSchemaOfOpenApiDocuments() throws IOException {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        try (InputStream in = Objects.requireNonNull(
                OpenApiDocument.class.getResourceAsStream("/openapi/schemas/v3.1/schema.yaml"))) {
            Schema published = registry.getSchema(in, InputFormat.YAML);

            assertThat(published.validate(document.root().node())).isEmpty();
            assertThat(published.validate(StrictJson.parse(OpenApiDocument.text()
                            .replaceFirst("\"in\": \"query\"", "\"in\": \"body\"")
                            .getBytes(StandardCharsets.UTF_8))))
                    .as("a planted fault")
                    .isNotEmpty();
        }
    }

    @Test
    void everySchemaIsAValidJsonSchema() {
        Schema metaschema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        Stream<Located> named = Walk.children(document.root().at("components").at("schemas"));
        Stream<Located> inPlace =
                Walk.all(document.root()).filter(node -> node.pointer().endsWith("/schema"));

        assertThat(Stream.concat(named, inPlace))
                .isNotEmpty()
                .allSatisfy(schema -> assertThat(metaschema.validate(schema.node()))
                        .as(schema.pointer())
                        .isEmpty());
    }

    @Test
    void everyReferenceResolves() {
        assertThat(Walk.all(document.root()).filter(node -> node.node().has("$ref")))
                .isNotEmpty()
                .allSatisfy(node ->
                        assertThat(document.resolve(node).node().isObject()).isTrue());
    }

    @Test
    void everyComponentIsUsed() {
        Set<String> used = Walk.all(document.root())
                .map(node -> node.node().path("$ref").asString(""))
                .collect(toCollection(TreeSet::new));

        assertThat(Walk.children(document.root().at("components"))
                        .filter(kind -> !kind.pointer().endsWith("/securitySchemes"))
                        .flatMap(Walk::children)
                        .map(component -> "#" + component.pointer()))
                .allMatch(
                        pointer -> used.contains(pointer) || used.stream().anyMatch(u -> u.startsWith(pointer + "/")));
    }

    /// A tip that is held is accepted, and not created yet.
    private static boolean isParked(Operation operation, int status) {
        return status == 202
                && (operation.responses().containsKey(201) || operation.id().equals("approveHeldTip"));
    }

    /// A connection is there, with its addresses, before credentials are put into it: so it is never made. Nor are the
    /// goals of an account, and its timer, which begins anew.
    private static boolean isAlwaysThere(Operation operation) {
        return operation.path().startsWith("/dashboard/api/connections/")
                || operation.path().contains("/overlays/goals/")
                || operation.path().endsWith("/overlays/timer");
    }

    /// Is missing until a sample of a voice was asked for.
    private static boolean isOfSample(Operation operation) {
        return operation.path().endsWith("/voice-sample") && operation.method().equals("GET");
    }

    /// Is refused while there is no timer.
    private static boolean isOfTimer(Operation operation) {
        return operation.path().contains("/overlays/timer")
                && !List.of("GET", "PUT").contains(operation.method());
    }

    @TestFactory
    Stream<DynamicTest> everyOperationDeclaresWhatEveryOperationCanAnswer() {
        return document.operations().stream()
                .filter(operation -> !isOfOAuth(operation))
                .map(operation -> DynamicTest.dynamicTest(operation.id(), () -> {
                    assertThat(operation.errorCodes(405)).containsExactly("method_not_allowed");
                    assertThat(operation.errorCodes(429)).isEqualTo(limits(operation));
                    assertThat(operation.errorCodes(500)).containsExactly("internal_error");
                    assertThat(operation.errorCodes(503)).containsExactly("unavailable");
                    if (operation.authenticated()) {
                        assertThat(operation.errorCodes(401))
                                .containsExactlyInAnyOrder("missing_api_key", "invalid_api_key", "invalid_token");
                    } else if (operation.role() != null) {
                        assertThat(operation.errorCodes(401)).containsExactly("missing_session");
                    }
                    assertThat(operation.errorCodes(403)).isEqualTo(refusals(operation));
                    assertThat(operation.responses().containsKey(404))
                            .isEqualTo(operation.path().contains("{")
                                    || isOfBeta(operation)
                                    || isOfTimer(operation)
                                    || isOfSample(operation));
                    assertThat(operation.responses().containsKey(415)).isEqualTo(operation.body() != null);
                    assertThat(operation.responses().keySet())
                            .filteredOn(status -> status < 300 && !isParked(operation, status))
                            .hasSize(operation.method().equals("PUT") && !isAlwaysThere(operation) ? 2 : 1);
                    if (operation.method().equals("POST") && (operation.authenticated() || operation.role() != null)) {
                        assertThat(operation.headers()).containsKey("Idempotency-Key");
                        assertThat(operation.errorCodes(400)).contains("bad_request");
                        assertThat(operation.errorCodes(409)).contains("idempotency_conflict");
                        assertThat(operation.errorCodes(413)).containsExactly("payload_too_large");
                    }
                }));
    }

    /// Is missing to the accounts that it is not available to.
    private static boolean isOfBeta(Operation operation) {
        return operation.path().contains("/ai-voices");
    }

    /// The limits of an operation: messages to chat have one of their own.
    private static Set<String> limits(Operation operation) {
        return operation.path().endsWith("/chat/messages")
                ? Set.of("chat_rate_limited", "rate_limited")
                : Set.of("rate_limited");
    }

    /// Speaks OAuth's own protocol, with forms, pages, redirects and errors of its own.
    private static boolean isOfOAuth(Operation operation) {
        return operation.path().startsWith("/oauth/");
    }

    /// Needs no scope, and an overlay's key may call it too.
    private static final String OPEN_TO_OVERLAYS = "getLeaderboard";

    /// The codes of a 403: of a caller who is known and may not.
    private static Set<String> refusals(Operation operation) {
        if (operation.role() == null) {
            // An overlay's key lacks what any other credential may do.
            boolean isForAll = OPEN_TO_OVERLAYS.equals(operation.id());
            return operation.authenticated() && !isForAll ? Set.of("missing_scope") : Set.of();
        }
        Set<String> codes = new TreeSet<>();
        if (!operation.method().equals("GET")) {
            codes.add("invalid_csrf_token");
        }
        if (!operation.role().equals("moderator")) {
            codes.add("missing_role");
        }
        return codes;
    }

    @Test
    void everyChangeOfSomebodySignedInCarriesACsrfToken() {
        assertThat(document.operations())
                .filteredOn(operation -> operation.role() != null)
                .isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.headers().containsKey("X-CSRF-Token"))
                        .isEqualTo(!operation.method().equals("GET")));
    }

    @Test
    void theTwoPlacesOfASessionAgree() {
        assertThat(document.operations())
                .allSatisfy(operation -> assertThat(document.root()
                                .at("paths")
                                .at(operation.path())
                                .at(operation.method().toLowerCase(Locale.ROOT))
                                .node()
                                .at("/security/0/session")
                                .isArray())
                        .isEqualTo(operation.role() != null));
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerHasTheCommonHeadersAndEveryErrorItsCodes() {
        return document.operations().stream()
                .filter(operation -> !isOfOAuth(operation))
                .map(operation -> DynamicTest.dynamicTest(
                        operation.id(),
                        () -> operation.responses().forEach((status, answer) -> {
                            assertThat(answer.headers().keySet()).containsAll(COMMON_HEADERS);
                            assertThat(answer.schema().exists()).isTrue();
                            assertThat(answer.codes().isEmpty()).isEqualTo(status < 400);
                        })));
    }

    @Test
    void theTwoPlacesOfAScopeAgree() {
        assertThat(document.operations()).allSatisfy(operation -> {
            JsonNode security = document.root()
                    .at("paths")
                    .at(operation.path())
                    .at(operation.method().toLowerCase(Locale.ROOT))
                    .at("security")
                    .node();
            JsonNode bearer = security.at("/0/bearer");
            assertThat(security.isArray()).isTrue();
            assertThat(operation.authenticated()).isEqualTo(bearer.isArray());
            assertThat(operation.scope()).isEqualTo(bearer.path(0).asString(null));
            assertThat(operation.scope() == null || document.scopes().contains(operation.scope()))
                    .isTrue();
        });
    }

    /// A description begins with a noun that a reader would look for, and not with a clause about it.
    @Test
    void noDescriptionBeginsWithWhat() {
        assertThat(Walk.all(document.root())
                        .filter(node -> node.node().path("description").isString())
                        .map(node -> node.node().path("description").asString()))
                .hasSizeGreaterThan(1000)
                .noneMatch(description -> description.startsWith("What "));
    }

    @Test
    void operationIdsAreUnique() {
        assertThat(Walk.all(document.root())
                        .filter(node -> node.node().has("operationId"))
                        .map(node -> node.node().path("operationId").asString()))
                .hasSizeGreaterThan(45)
                .doesNotHaveDuplicates();
    }

    /// Generators make a class of each group: of two groups of one name, the second file takes the first one's place.
    @Test
    void webhooksAreAGroupOfTheirOwn() {
        assertThat(groups("webhooks")).isNotEmpty().doesNotContainAnyElementsOf(groups("paths"));
    }

    /// A client in Go makes a thing by a function of this form: `NewOverlay` makes an `Overlay`.
    @Test
    void noSchemaIsCalledNew() {
        assertThat(Walk.children(document.root().at("components").at("schemas")))
                .isNotEmpty()
                .noneMatch(schema -> schema.pointer().contains("/schemas/New"));
    }

    /// Clients that are generated in Python and PHP match the pattern of a time against an object.
    @Test
    void noTimeHasAPattern() {
        assertThat(Walk.all(document.root())
                        .filter(node -> node.node().path("format").asString("").equals("date-time")))
                .isNotEmpty()
                .noneMatch(node -> node.node().has("pattern"));
    }

    private Set<String> groups(String part) {
        return Walk.all(document.root().at(part))
                .filter(node -> node.pointer().matches(".*/(get|post|put|patch|delete)"))
                .map(node -> node.node().path("tags").path(0).asString())
                .collect(toCollection(TreeSet::new));
    }

    @Test
    void everyVariableOfAPathIsAParameter() {
        assertThat(document.operations()).allSatisfy(operation -> {
            Located parameters = document.root()
                    .at("paths")
                    .at(operation.path())
                    .at(operation.method().toLowerCase(Locale.ROOT))
                    .at("parameters");
            Set<String> declared = Walk.children(parameters)
                    .map(document::resolve)
                    .map(Located::node)
                    .filter(parameter -> parameter.path("in").asString().equals("path"))
                    .map(parameter -> "{" + parameter.path("name").asString() + "}")
                    .collect(toCollection(TreeSet::new));
            assertThat(matches("\\{[^}]+}", operation.path())).isEqualTo(declared);
        });
    }

    /// A generated client would refuse the fields of a later version, or numbers that do not fit 32 bits.
    @Test
    void noSchemaRefusesWhatTheServiceCanSend() {
        assertThat(Walk.all(document.root()))
                .filteredOn(part -> isNarrow(part.node()))
                .isEmpty();
    }

    private static boolean isNarrow(JsonNode schema) {
        boolean isWhole = schema.path("type").toString().contains("\"integer\"") && !schema.has("const");
        return schema.path("additionalProperties").equals(BooleanNode.FALSE)
                || schema.path("const").isBoolean()
                || (isWhole
                        && !schema.path("format").asString("").equals("int64")
                        && schema.path("maximum").asLong(Long.MAX_VALUE) > Integer.MAX_VALUE);
    }

    /// A client that is generated in Kotlin has classes of these names itself.
    @Test
    void noSchemaHasTheNameOfAGeneratedClass() {
        assertThat(document.root().at("components").at("schemas").node().propertyNames())
                .doesNotContain("Success", "Informational", "Redirection", "ClientError", "ServerError", "ApiResponse");
    }

    /// A class that openapi-generator makes in Java of a union takes null only if the union says so itself.
    @Test
    void aUnionThatCanBeNullSaysSo() {
        assertThat(Walk.all(document.root()).filter(OpenApiDocumentTest::isChoiceWithNull))
                .isNotEmpty()
                .flatExtracting(choices -> Walk.children(choices)
                        .map(document::resolve)
                        .filter(choice -> choice.node().has("oneOf"))
                        .toList())
                .allMatch(union -> union.node().path("x-nullable").asBoolean(false));
    }

    private static boolean isChoiceWithNull(Located part) {
        return part.pointer().matches(".*/(one|any)Of")
                && part.node().toString().contains("{\"type\":\"null\"}");
    }

    @Test
    void theErrorTableListsTheCodesOfTheSchemas() {
        Set<String> table = matches(
                "(?m)^\\| [0-9]{3} \\| `[a-z_]+`",
                document.root().node().at("/info/description").asString());
        Set<String> schemas = new TreeSet<>();
        document.errorCodes()
                .forEach((status, codes) -> codes.forEach(code -> schemas.add("| " + status + " | `" + code + "`")));

        assertThat(table).isEqualTo(schemas);
    }

    @Test
    void theCatalogueAndTheScopesAreThoseOfTheCode() {
        assertThat(document.eventTypes())
                .containsExactlyElementsOf(
                        Arrays.stream(EventType.values()).map(EventType::label).toList());
        assertThat(names("EventType", "/enum")).containsExactlyElementsOf(document.eventTypes());
        assertThat(names("SubscribedEventType", "/enum")).containsExactlyElementsOf(GeneratedDocument.subscribed());
        assertThat(names("Scope", "/enum"))
                .containsExactlyElementsOf(
                        Scope.all().stream().map(Scope::label).toList());
        JsonNode catalog = document.root().node().at("/components/schemas");
        assertThat(catalog.at("/EventDescriptions/minProperties").asInt()).isEqualTo(EventType.values().length);
        assertThat(catalog.at("/ScopeDescriptions/minProperties").asInt()).isEqualTo(Scope.values().length);
    }

    private Located data(String type) {
        return document.resolve(document.root()
                        .at("webhooks")
                        .at(type)
                        .at("post")
                        .at("requestBody")
                        .at("content")
                        .at("application/json")
                        .at("schema"))
                .at("properties")
                .at("data");
    }

    private List<String> names(String schema, String pointer) {
        return document.root()
                .node()
                .at("/components/schemas/" + schema + pointer)
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(toCollection(TreeSet::new));
    }

    @Test
    void theErrorCodesAreThoseOfTheCode() {
        Map<Integer, Set<String>> codes = new TreeMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            codes.computeIfAbsent(code.status(), status -> new TreeSet<>()).add(code.label());
        }

        assertThat(document.errorCodes()).isEqualTo(codes);
    }
}
