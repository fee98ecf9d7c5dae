package streamerapi.webhooks;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/webhook-endpoints`.
public final class WebhooksFunction extends HttpFunction {

    public WebhooksFunction() {
        this(Environment.ofProcess());
    }

    public WebhooksFunction(Environment environment) {
        super(
                environment,
                services -> new WebhooksApi(
                                new Endpoints(services.table(), services.ids(), services.clock()),
                                new Deliveries(services.table(), services.clock()),
                                "true".equals(environment.required("WEBHOOK_ALLOW_PRIVATE")))
                        .api());
    }
}
