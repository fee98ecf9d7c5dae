package streamerapi.webhooks;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/webhook-endpoints` and `/v1/webhook-deliveries`.
public final class WebhooksFunction extends GroupFunction {

    public WebhooksFunction() {
        this(Environment.ofProcess());
    }

    public WebhooksFunction(Environment environment) {
        super(environment, WebhooksModule::new);
    }
}
