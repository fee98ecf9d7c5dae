package streamerapi.connectors;

import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The handlers of ingest's messages, by source and type. Each package that takes messages has a list of its own, and
/// [streamerapi.ingest.IngestFunction] puts them together.
public final class IngestTypes {

    private record Kind(Connector source, String type) {}

    private final Map<Kind, IngestHandler> handlers;
    private final Map<Kind, Function<IngestMessage, List<IngestMessage>>> bundles;

    private IngestTypes(
            Map<Kind, IngestHandler> handlers, Map<Kind, Function<IngestMessage, List<IngestMessage>>> bundles) {
        this.handlers = handlers;
        this.bundles = bundles;
    }

    /// No types yet.
    public static IngestTypes none() {
        return new IngestTypes(Map.of(), Map.of());
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
        return new IngestTypes(all, bundles);
    }

    /// These and one more, from each of the sources, whose messages hold several of other types.
    ///
    /// @param parts those messages, in the order in which they are taken; it refuses a message of which one is bad
    public IngestTypes several(
            List<Connector> sources, String type, Function<IngestMessage, List<IngestMessage>> parts) {
        Map<Kind, Function<IngestMessage, List<IngestMessage>>> all = new LinkedHashMap<>(bundles);
        sources.forEach(source -> all.put(new Kind(source, type), parts));
        return new IngestTypes(handlers, all);
    }

    /// These and those.
    public IngestTypes and(IngestTypes more) {
        Map<Kind, Function<IngestMessage, List<IngestMessage>>> both = new LinkedHashMap<>(bundles);
        both.putAll(more.bundles);
        IngestTypes all = new IngestTypes(handlers, both);
        for (Map.Entry<Kind, IngestHandler> entry : more.handlers.entrySet()) {
            all = all.deciding(List.of(entry.getKey().source()), entry.getKey().type(), entry.getValue());
        }
        return all;
    }

    /// The handler of a source's type; empty if the source has no such type.
    public Optional<IngestHandler> find(Connector source, String type) {
        return Optional.ofNullable(handlers.get(new Kind(source, type)));
    }

    /// Returns the function that takes a message of several apart; empty if the source has no such type.
    public Optional<Function<IngestMessage, List<IngestMessage>>> findSeveral(Connector source, String type) {
        return Optional.ofNullable(bundles.get(new Kind(source, type)));
    }
}
