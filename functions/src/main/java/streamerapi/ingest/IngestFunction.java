package streamerapi.ingest;

import streamerapi.connectors.IngestTypes;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

/// Answers `/ingest`, to which connectors send what happens on the platforms and at the payment processors.
public final class IngestFunction extends HttpFunction {

    public IngestFunction() {
        this(Environment.ofProcess());
    }

    public IngestFunction(Environment environment) {
        super(environment, IngestFunction::api);
    }

    private static Api api(Services services) {
        return new IngestApi(
                        new Ingest(services.table(), services.outbox(), types(), services.clock()),
                        services.environment().orElse("HEADER_PREFIX", "Service-"))
                .api();
    }

    /// The types of every package that takes messages, a line each.
    private static IngestTypes types() {
        return IngestTypes.none();
    }
}
