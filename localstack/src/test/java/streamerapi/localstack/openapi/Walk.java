package streamerapi.localstack.openapi;

import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Goes through the document.
final class Walk {
    private Walk() {}

    /// The values of an object or a list.
    static Stream<Located> children(Located parent) {
        return parent.node().isArray()
                ? IntStream.range(0, parent.node().size())
                        .mapToObj(i -> new Located(
                                parent.pointer() + "/" + i, parent.node().path(i)))
                : parent.node().propertyNames().stream().map(parent::at);
    }

    /// A node and everything under it, but for what stands in examples.
    static Stream<Located> all(Located node) {
        return Stream.concat(
                Stream.of(node),
                children(node)
                        .filter(child -> !child.pointer().endsWith("/example")
                                && !child.pointer().matches(".*/examples/[^/]+/value"))
                        .flatMap(Walk::all));
    }

    /// Adds the pointers of a schema and of every schema that it leads to, references followed.
    static void reachable(OpenApiDocument document, Located schema, Set<String> seen) {
        Located resolved = document.resolve(schema);
        if (resolved.exists() && seen.add(resolved.pointer())) {
            children(resolved).forEach(child -> reachable(document, child, seen));
        }
    }
}
