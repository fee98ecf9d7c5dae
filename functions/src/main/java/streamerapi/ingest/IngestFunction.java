package streamerapi.ingest;

import streamerapi.connectors.Connectors;
import streamerapi.connectors.IngestTypes;
import streamerapi.media.VideoSites;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Table;
import streamerapi.tips.Holds;
import streamerapi.tips.PaymentIntake;
import streamerapi.tips.Refunds;
import streamerapi.tips.Review;
import streamerapi.tips.TipIntake;
import streamerapi.tips.TipMedia;
import streamerapi.tts.TtsQueue;

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
                        new Ingest(services.table(), services.outbox(), types(services), services.clock()),
                        services.environment().orElse("HEADER_PREFIX", "Service-"))
                .api();
    }

    /// The types of every package that takes messages, a line each.
    private static IngestTypes types(Services services) {
        return payments(services).addedTo(IngestTypes.none());
    }

    private static PaymentIntake payments(Services services) {
        Table table = services.table();
        TipMedia media = new TipMedia(
                table,
                new VideoSites(services.environment().required("VIDEO_SITES_URL")),
                services.ids(),
                services.clock());
        TtsQueue queue = new TtsQueue(table, services.ids(), services.clock());
        TipIntake intake = new TipIntake(table, queue, media, services.ids(), services.clock());
        Connectors connectors = new Connectors(
                table, services.clock(), name -> services.environment().orElse(name, ""));
        Review review = new Review(table, intake, new Holds(table, connectors, services.clock()), services.clock());
        return new PaymentIntake(table, intake, review, new Refunds(table, review, services.ids()));
    }
}
