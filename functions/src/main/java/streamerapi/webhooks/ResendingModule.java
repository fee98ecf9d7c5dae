package streamerapi.webhooks;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;

import java.util.List;

import static streamerapi.shared.auth.Scope.WEBHOOKS_MANAGE;
import static streamerapi.shared.problems.ErrorCode.ENDPOINT_DISABLED;

/// Events of the log, sent to a webhook endpoint again (contract "POST /events/{id}/resend").
public final class ResendingModule implements Module {

    private final Resending resending;

    public ResendingModule(Services services) {
        this.resending = new Resending(
                services.table(),
                new WebhookEndpoints(services.table(), services.ids(), services.clock()),
                new NewRuns(services.table(), new DeliveryQueue(services)),
                services.clock());
    }

    /// The body of a request to send an event again: the endpoint.
    private record Resend(String endpointId) {

        static final Schema<Resend> SCHEMA = Schema.of("Resend", "Which endpoint to send the event to.", s -> {
            var endpointId = s.text("endpoint_id", Resend::endpointId).max(64).example(WebhookEndpoint.ID_EXAMPLE);
            return in -> new Resend(endpointId.of(in));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/events/{eventId}/resend", "resendEvent", "Send an event to an endpoint again")
                .scope(WEBHOOKS_MANAGE)
                .doc("This works even if there is no record of a delivery, or the endpoint does not subscribe to"
                        + " the type: for example, for an event that happened while the endpoint was disabled.")
                .body(Resend.SCHEMA)
                .answers(Answer.success("delivery", Delivery.SCHEMA).withStatus(202))
                .refuses(ENDPOINT_DISABLED)
                .handles(call -> Outcome.of(resending.resend(
                        call.principal(), call.path("eventId"), call.body().endpointId()))));
    }
}
