package streamerapi.webhooks;

import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

/// Answers `/v1/webhook-endpoints` and `/v1/webhook-deliveries`.
public final class WebhooksFunction extends HttpFunction {

    public WebhooksFunction() {
        this(Environment.ofProcess());
    }

    public WebhooksFunction(Environment environment) {
        super(environment, WebhooksFunction::api);
    }

    /// The endpoints, for whoever else serves them: the dashboard does, to those who are signed in.
    public static Api api(Services services) {
        Environment environment = services.environment();
        boolean allowPrivate = "true".equals(environment.required("WEBHOOK_ALLOW_PRIVATE"));
        Deliveries deliveries = new Deliveries(services.table(), services.clock());
        DeliveryQueue queue =
                new DeliveryQueue(services.clients().sqs(), environment.required("DELIVERY_QUEUE"), services.clock());
        Sender sender = new Sender(new Receiver(allowPrivate), environment.required("HEADER_PREFIX"), services.clock());
        return new WebhooksApi(
                        new Endpoints(services.table(), services.ids(), services.clock()),
                        deliveries,
                        new Redelivery(deliveries, queue, sender, services.ids(), services.clock()),
                        services.clock(),
                        allowPrivate)
                .api();
    }

    /// What sends events of the log to endpoints again, for the endpoints of events.
    public static Resending resending(Services services) {
        return new Resending(
                services.table(),
                new Endpoints(services.table(), services.ids(), services.clock()),
                new Deliveries(services.table(), services.clock()),
                new DeliveryQueue(
                        services.clients().sqs(), services.environment().required("DELIVERY_QUEUE"), services.clock()),
                services.clock());
    }
}
