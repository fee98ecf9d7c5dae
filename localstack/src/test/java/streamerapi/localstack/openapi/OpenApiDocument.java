package streamerapi.localstack.openapi;

import streamerapi.localstack.openapi.Operation.Answer;
import streamerapi.localstack.openapi.Operation.Field;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

/// The OpenAPI document that the functions serve at `GET /openapi.json`.
public final class OpenApiDocument {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "options", "head", "patch");
    private static final Map<Integer, String> BEFORE_ROUTING = Map.of(
            401, "Unauthorized",
            404, "NotFound",
            405, "MethodNotAllowed",
            413, "PayloadTooLarge",
            429, "RateLimited",
            500, "InternalError",
            503, "Unavailable");

    private final Located root;
    private final Schemas schemas;
    private final List<PathItem> paths;
    private final Map<Long, List<PathItem>> pathsByDepth;

    /// A path template and its operations by method.
    ///
    /// @param base what stands before it in an address
    private record PathItem(String template, String base, Pattern pattern, Map<String, Operation> operations) {}

    OpenApiDocument(String json) {
        root = new Located("", StrictJson.parse(json.getBytes(StandardCharsets.UTF_8)));
        schemas = new Schemas(json);
        paths = root.at("paths").node().properties().stream()
                .map(entry -> pathItem(entry.getKey()))
                .sorted(Comparator.comparing(item -> item.template().contains("{")))
                .toList();
        pathsByDepth = paths.stream().collect(groupingBy(item -> depth(item.template())));
    }

    /// The document on the class path, which is read once.
    public static OpenApiDocument load() {
        return Loaded.DOCUMENT;
    }

    private static final class Loaded {
        static final OpenApiDocument DOCUMENT = new OpenApiDocument(text());
    }

    /// The document as it is served, at the address of its source.
    public static String text() {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream("/openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Every operation.
    public List<Operation> operations() {
        return paths.stream()
                .map(PathItem::operations)
                .map(Map::values)
                .flatMap(Collection::stream)
                .toList();
    }

    /// The operation that a method and a path, relative to the server's address, select. A path without variables wins.
    public Optional<Operation> operation(String method, String path) {
        return matching(path)
                .flatMap(item -> Optional.ofNullable(item.operations().get(method)).stream())
                .findFirst();
    }

    /// The methods that a path has; empty if there is no such path.
    public Set<String> methods(String path) {
        return matching(path)
                .flatMap(item -> item.operations().keySet().stream())
                .collect(toCollection(TreeSet::new));
    }

    /// The path on its server: with `/v1` in front, unless it has a server of its own.
    public String address(String path) {
        return matching(path).findFirst().map(PathItem::base).orElse(basePath()) + path;
    }

    /// The path that every path stands under that has no server of its own, `/v1`.
    public String basePath() {
        String url = root.node().at("/servers/0/variables/base_url/default").asString();
        return url.substring(url.indexOf('/', url.indexOf("//") + 2));
    }

    /// The event types of the `webhooks` section, in its order.
    public Set<String> eventTypes() {
        return new LinkedHashMap<>(names(root.at("webhooks"))).sequencedKeySet();
    }

    /// Every scope that a credential can carry.
    public Set<String> scopes() {
        return strings(root.node().at("/components/schemas/Scope/enum"));
    }

    /// Every error code that some operation may answer, by status.
    public Map<Integer, Set<String>> errorCodes() {
        Map<Integer, Set<String>> codes = new TreeMap<>();
        operations().stream()
                .map(Operation::responses)
                .forEach(responses -> responses.forEach((status, answer) -> {
                    if (status >= 400) {
                        codes.computeIfAbsent(status, s -> new TreeSet<>()).addAll(answer.codes());
                    }
                }));
        return codes;
    }

    /// The answers to a request that selects no operation, by status.
    Map<Integer, Answer> answersBeforeRouting() {
        Located responses = root.at("components").at("responses");
        Map<Integer, Answer> answers = new TreeMap<>();
        BEFORE_ROUTING.forEach((status, name) -> answers.put(status, answer(responses.at(name))));
        return answers;
    }

    Located root() {
        return root;
    }

    Schemas schemas() {
        return schemas;
    }

    /// Follows `$ref` until there is none.
    ///
    /// @throws IllegalStateException when a reference leads nowhere
    Located resolve(Located located) {
        JsonNode reference = located.node().path("$ref");
        if (!reference.isString()) {
            return located;
        }
        String pointer = URLDecoder.decode(reference.asString().substring(1), StandardCharsets.UTF_8);
        JsonNode target = root.node().at(pointer);
        if (target.isMissingNode()) {
            throw new IllegalStateException("No " + reference + " at " + located.pointer());
        }
        return resolve(new Located(pointer, target));
    }

    private Stream<PathItem> matching(String path) {
        return pathsByDepth.getOrDefault(depth(path), List.of()).stream()
                .filter(item -> item.pattern().matcher(path).matches());
    }

    /// The parts of a path, of which a variable is one.
    private static long depth(String path) {
        return path.chars().filter(character -> character == '/').count();
    }

    private PathItem pathItem(String template) {
        Located item = root.at("paths").at(template);
        Map<String, Operation> operations = new LinkedHashMap<>();
        names(item).forEach((name, child) -> {
            if (METHODS.contains(name)) {
                Operation operation = operation(name.toUpperCase(Locale.ROOT), template, child);
                operations.put(operation.method(), operation);
            }
        });
        String pattern = template.replaceAll("\\{[^}]+}", "\\\\E[^/]+\\\\Q");
        String base = item.at("servers").exists() ? "" : basePath();
        return new PathItem(template, base, Pattern.compile("\\Q" + pattern + "\\E"), operations);
    }

    private Operation operation(String method, String template, Located operation) {
        JsonNode scope = operation.node().path("x-required-scope");
        JsonNode role = operation.node().path("x-required-role");
        Located body = resolve(operation.at("requestBody"));
        Map<Integer, Answer> responses = new TreeMap<>();
        names(operation.at("responses"))
                .forEach((status, response) -> responses.put(Integer.valueOf(status), answer(response)));
        return new Operation(
                method,
                template,
                operation.at("operationId").node().asString(),
                scope.isString() ? scope.asString() : null,
                role.isString() ? role.asString() : null,
                operation.node().at("/security/0/bearer").isArray(),
                parameters(operation, "query"),
                parameters(operation, "header"),
                body.exists() ? jsonSchema(body) : null,
                body.at("required").node().asBoolean(false),
                responses);
    }

    private Map<String, Field> parameters(Located operation, String in) {
        Map<String, Field> parameters = new TreeMap<>(in.equals("header") ? String.CASE_INSENSITIVE_ORDER : null);
        Located list = operation.at("parameters");
        for (int i = 0; i < list.node().size(); i++) {
            Located parameter =
                    resolve(new Located(list.pointer() + "/" + i, list.node().path(i)));
            if (parameter.node().path("in").asString().equals(in)) {
                parameters.put(parameter.node().path("name").asString(), field(parameter));
            }
        }
        return parameters;
    }

    private Answer answer(Located response) {
        Located resolved = resolve(response);
        Located schema = jsonSchema(resolved);
        Map<String, Field> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        names(resolved.at("headers")).forEach((name, header) -> headers.put(name, field(resolve(header))));
        return new Answer(schema, headers, codes(schema));
    }

    private Field field(Located parameter) {
        Located schema = parameter.at("schema");
        return new Field(
                schema,
                parameter.node().path("required").asBoolean(false),
                resolve(schema).node().path("type").asString("").equals("integer"));
    }

    private Set<String> codes(Located schema) {
        Located resolved = resolve(schema);
        Located alternatives = resolved.at("oneOf");
        if (!alternatives.exists()) {
            JsonNode code = resolved.node().at("/properties/code/const");
            return code.isString() ? Set.of(code.asString()) : Set.of();
        }
        Set<String> codes = new TreeSet<>();
        for (int i = 0; i < alternatives.node().size(); i++) {
            codes.addAll(codes(new Located(
                    alternatives.pointer() + "/" + i, alternatives.node().path(i))));
        }
        return codes;
    }

    private static Located jsonSchema(Located bodyOrResponse) {
        return bodyOrResponse.at("content").at("application/json").at("schema");
    }

    private static Map<String, Located> names(Located object) {
        Map<String, Located> children = new LinkedHashMap<>();
        object.node().propertyNames().forEach(name -> children.put(name, object.at(name)));
        return children;
    }

    private static Set<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(item -> strings.add(item.asString()));
        return strings.stream().collect(toCollection(TreeSet::new));
    }
}
