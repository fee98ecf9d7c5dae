package streamerapi.connectors;

import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The handlers of ingest's messages, by source and type. Each package that takes messages has a list of its own, and
/// [streamerapi.ingest.IngestFunction] puts them together.
public final class IngestTypes {

    private record Kind(Connector source, String type) {}

    private final Map<Kind, IngestHandler> handlers;

    private IngestTypes(Map<Kind, IngestHandler> handlers) {
        this.handlers = handlers;
    }

    /// No types yet.
    public static IngestTypes none() {
        return new IngestTypes(Map.of());
    }

    /// These and one more, from each of the sources, whose messages change something and lead to nothing else.
    ///
    /// @param change as of [IngestDecision#outcome]
    public IngestTypes with(
            List<Connector> sources, String type, Function<IngestMessage, Outcome<Map<String, Object>>> change) {
        return deciding(sources, type, message -> IngestDecision.of(change.apply(message)));
    }

    /// These and one more, from each of the sources.
    public IngestTypes deciding(List<Connector> sources, String type, IngestHandler handler) {
        Map<Kind, IngestHandler> all = new LinkedHashMap<>(handlers);
        for (Connector source : sources) {
            if (all.put(new Kind(source, type), handler) != null) {
                throw new IllegalArgumentException(type + " of " + source.label() + " has two handlers");
            }
        }
        return new IngestTypes(all);
    }

    /// These and those.
    public IngestTypes and(IngestTypes more) {
        IngestTypes all = this;
        for (Map.Entry<Kind, IngestHandler> entry : more.handlers.entrySet()) {
            all = all.deciding(List.of(entry.getKey().source()), entry.getKey().type(), entry.getValue());
        }
        return all;
    }

    /// The handler of a source's type; empty if the source has no such type.
    public Optional<IngestHandler> find(Connector source, String type) {
        return Optional.ofNullable(handlers.get(new Kind(source, type)));
    }

    /// The types of a source.
    public Set<String> of(Connector source) {
        return handlers.keySet().stream()
                .filter(kind -> kind.source() == source)
                .map(Kind::type)
                .collect(Collectors.toUnmodifiableSet());
    }
}
