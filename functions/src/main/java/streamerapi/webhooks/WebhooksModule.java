package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.signatures.SecretRotation;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import static streamerapi.shared.auth.Scope.WEBHOOKS_MANAGE;
import static streamerapi.shared.problems.ErrorCode.ENDPOINT_DISABLED;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;

/// Webhook endpoints and their deliveries (spec "Webhook endpoints", contract "REST").
public final class WebhooksModule implements Module {

    private static final Duration MAX_RECOVERY = Duration.ofDays(30);

    private static final QueryParameter<Delivery.@Nullable Status> STATUS =
            QueryParameter.choice("status", "Only deliveries with this status.", List.of(Delivery.Status.values()));

    private final Table table;
    private final WebhookEndpoints endpoints;
    private final Deliveries deliveries;
    private final Redelivery redelivery;
    private final InstantSource clock;
    private final boolean allowPrivate;
    private final String headerPrefix;

    public WebhooksModule(Services services) {
        Environment environment = services.environment();
        this.clock = services.clock();
        this.table = services.table();
        this.allowPrivate = "true".equals(environment.required("WEBHOOK_ALLOW_PRIVATE"));
        this.headerPrefix = environment.required("HEADER_PREFIX");
        this.endpoints = new WebhookEndpoints(table, services.ids(), clock);
        this.deliveries = new Deliveries(table, clock);
        DeliveryQueue queue = new DeliveryQueue(services);
        RemadeMessages remade = new RemadeMessages(table, clock);
        this.redelivery = new Redelivery(
                new DeliverySweep(table, deliveries, remade, queue, clock),
                remade,
                new NewRuns(table, queue),
                new Sender(new WebhookClient(allowPrivate), headerPrefix, clock),
                services.ids(),
                clock);
    }

    /// The body of a request to send failed deliveries again: the time from which on.
    private record Recovery(Instant since) {

        static final Schema<Recovery> SCHEMA =
                Schema.of("RecoverRequest", "The time of the first events whose deliveries are sent again.", s -> {
                    var since = s.time("since", Recovery::since)
                            .component("RequestTime")
                            .doc("At most 30 days back.")
                            .example("2026-09-12T18:00:00.000Z");
                    return in -> new Recovery(since.of(in));
                });
    }

    private static final Schema<Integer> RECOVERED = Schema.shown(
            "RecoverResult",
            "How many deliveries were begun.",
            s -> s.int32("recovered", count -> count).between(0, Redelivery.MAX_AT_ONCE));

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                managing(Endpoint.get("/webhook-endpoints", "listWebhookEndpoints", "List endpoints"))
                        .doc("Every endpoint of the account, oldest first, disabled ones too; for an app, those that it"
                                + " made under its authorization.")
                        .answers(Answer.list("endpoints", WebhookEndpoint.SCHEMA))
                        .speculative()
                        .reads(call -> endpoints.all(call.tenantId()))
                        .handles((call, all) -> Outcome.of(all.stream()
                                .filter(endpoint -> endpoint.isSeenBy(call.principal()))
                                .toList())),
                managing(Endpoint.post("/webhook-endpoints", "createWebhookEndpoint", "Add an endpoint"))
                        .doc("Deliveries start with the next event. The answer holds the signing secret, which is"
                                + " shown only once. An account has at most 20 endpoints.")
                        .body(EndpointFields.ofNew(allowPrivate))
                        .answers(Answer.of(WebhookEndpoints.Issued.SCHEMA).withStatus(201))
                        .refuses(LIMIT_REACHED)
                        .handles(call -> endpoints.create(call.principal(), call.body())),
                managing(Endpoint.get("/webhook-endpoints/{endpointId}", "getWebhookEndpoint", "Read an endpoint"))
                        .doc("One endpoint with its health: when it last succeeded and failed, and whether it was"
                                + " disabled.")
                        .answers(Answer.ok("endpoint", WebhookEndpoint.SCHEMA))
                        .speculative()
                        .reads(this::endpoint)
                        .handles((call, endpoint) -> Outcome.of(endpoint.seenBy(call.principal()))),
                managing(Endpoint.patch(
                                "/webhook-endpoints/{endpointId}", "updateWebhookEndpoint", "Change an endpoint"))
                        .doc(
                                "Send the fields that change. `is_active: false` ends its pending deliveries as failed; `is_active:"
                                        + " true` makes a disabled endpoint active again and clears `disabled_reason` and"
                                        + " `consecutive_failures`; its recovery sends what failed. `description: null` removes the description.")
                        .changes(EndpointFields.ofChanged(allowPrivate))
                        .answers(Answer.ok("endpoint", WebhookEndpoint.SCHEMA))
                        .speculative()
                        .reads(this::endpoint)
                        .handles((call, endpoint) -> endpoints.change(endpoint.seenBy(call.principal()), call.body())),
                managing(Endpoint.delete(
                                "/webhook-endpoints/{endpointId}", "deleteWebhookEndpoint", "Delete an endpoint"))
                        .doc("Its pending deliveries are dropped.")
                        .answers(Answer.success())
                        .speculative()
                        .reads(this::endpoint)
                        .handles((call, endpoint) -> endpoints.delete(endpoint.seenBy(call.principal()))),
                managing(Endpoint.post(
                                "/webhook-endpoints/{endpointId}/rotate-secret",
                                "rotateWebhookSecret",
                                "Rotate the secret"))
                        .doc("Gives the endpoint a new signing secret, which is shown only once. During the overlap,"
                                + " deliveries carry two `v1=` values, the new secret's first, so that receivers can"
                                + " change over.")
                        .body(SecretRotation.SCHEMA)
                        .answers(Answer.of(WebhookEndpoints.Issued.SCHEMA))
                        .speculative()
                        .reads(this::endpoint)
                        .handles((call, endpoint) -> endpoints.rotateSecret(
                                endpoint.seenBy(call.principal()), call.body().overlap())),
                managing(Endpoint.post("/webhook-endpoints/{endpointId}/ping", "pingWebhookEndpoint", "Send a test"))
                        .doc(
                                "Sends a `ping`, or the sample of another event type, to the endpoint, with `data.test` true: once, at once, never"
                                        + " tried again, and not counted as a failure. Its `Service-Delivery` is `ping`. A"
                                        + " disabled endpoint can be tested too.")
                        .body(Ping.SCHEMA)
                        .answers(Answer.success("delivery", Ping.ANSWER))
                        .handles(this::ping),
                managing(Endpoint.post(
                                "/webhook-endpoints/{endpointId}/recover",
                                "recoverWebhookEndpoint",
                                "Send again what failed"))
                        .doc("Starts all failed deliveries of events since then again, with the same event and"
                                + " bytes and attempt 1. Deliveries that were pending when the endpoint was"
                                + " disabled are included. One call starts at most 1,000, oldest first: if"
                                + " `recovered` is 1000, call again with the same `since`. It looks at the first"
                                + " 10,000 deliveries since then; of more, those that failed are started after the"
                                + " answer, and are not counted in it.")
                        .body(Recovery.SCHEMA)
                        .answers(Answer.done(RECOVERED).withStatus(202))
                        .refuses(ENDPOINT_DISABLED)
                        .handles(this::recover),
                managing(Endpoint.post(
                                "/webhook-deliveries/{deliveryId}/redeliver",
                                "redeliverWebhookDelivery",
                                "Send a delivery again"))
                        .doc("The same event id and bytes, attempt 1 again, whatever its status is. 404 if the"
                                + " endpoint was deleted, or the event is no longer kept.")
                        .answers(Answer.success("delivery", Delivery.SCHEMA).withStatus(202))
                        .refuses(ENDPOINT_DISABLED)
                        .handles(this::redeliver),
                managing(Endpoint.get("/webhook-deliveries/{deliveryId}", "getWebhookDelivery", "Read a delivery"))
                        .doc("The delivery with its event, the headers of its last attempt and, for three days, the"
                                + " headers of attempts that failed and what the endpoint answered.")
                        .answers(Answer.of(DeliveryDetail.SCHEMA))
                        .handles(this::delivery),
                managing(Endpoint.get(
                                "/webhook-endpoints/{endpointId}/deliveries",
                                "listWebhookDeliveries",
                                "List deliveries"))
                        .doc("An endpoint's deliveries with its answers, newest first, kept 30 days. One page looks at"
                                + " 5,000 deliveries at most: with `status` it can be short, or empty, and have a next"
                                + " one.")
                        .paged()
                        .query(STATUS)
                        .answers(Answer.page("deliveries", Delivery.SCHEMA))
                        .speculative()
                        .reads(this::deliveries)
                        .handles((call, seen) -> {
                            seen.endpoint.seenBy(call.principal());
                            return Outcome.of(seen.page);
                        }));
    }

    private static Endpoint.Draft<Void, Void> managing(Endpoint.Draft<Void, Void> draft) {
        return draft.scope(WEBHOOKS_MANAGE);
    }

    /// Sends a test event, once for a request.
    private Outcome<WebhookClient.Answer> ping(AuthorizedCall<Ping> call) {
        WebhookEndpoint endpoint = endpoint(call).seenBy(call.principal());
        return Outcome.of(call.externalCalls()
                .once(call.body(), () -> redelivery.ping(endpoint, call.body().type())));
    }

    private Outcome<Integer> recover(AuthorizedCall<Recovery> call) {
        Instant since = call.body().since();
        if (since.isBefore(clock.instant().minus(MAX_RECOVERY))) {
            throw Problem.badField("since", "since must be at most 30 days back");
        }
        return Outcome.of(redelivery.recover(call.tenantId(), endpoint(call).seenBy(call.principal()), since));
    }

    private Outcome<DeliveryDetail> delivery(AuthorizedCall<Void> call) {
        Delivery delivery = deliveries.get(call.tenantId(), call.path("deliveryId"));
        WebhookEndpoint endpoint = endpointOf(delivery, call);
        Instant now = clock.instant();
        return Outcome.of(
                DeliveryDetail.read(table, call.tenantId(), endpoint, delivery.at(endpoint, now), headerPrefix, now));
    }

    private WebhookEndpoint endpointOf(Delivery delivery, AuthorizedCall<Void> call) {
        return endpoints.get(call.tenantId(), delivery.endpointId()).seenBy(call.principal());
    }

    private Outcome<Delivery> redeliver(AuthorizedCall<Void> call) {
        Delivery delivery = deliveries.get(call.tenantId(), call.path("deliveryId"));
        WebhookEndpoint endpoint = endpointOf(delivery, call);
        return Outcome.of(redelivery.again(call.tenantId(), endpoint, delivery));
    }

    /// A page of deliveries, and the endpoint that they went to.
    private record Seen(WebhookEndpoint endpoint, CursorPage<Delivery> page) {}

    private Seen deliveries(Call<Void> call) {
        Delivery.Status status = call.query(STATUS);
        int limit = call.limit();
        WebhookEndpoint endpoint = endpoints.get(call.tenantId(), call.path("endpointId"));
        CursorPage<Delivery> page = deliveries.page(call.tenantId(), endpoint, limit, call.before(), status);
        return new Seen(endpoint, page);
    }

    /// The endpoint that the path names, whether or not the caller may see it.
    private WebhookEndpoint endpoint(Call<?> call) {
        return endpoints.get(call.tenantId(), call.path("endpointId"));
    }
}
