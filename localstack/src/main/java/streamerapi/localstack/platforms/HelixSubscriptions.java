package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// `/helix/eventsub/subscriptions`.
final class HelixSubscriptions {

    /// Twitch's pages have 100. Small ones make each client read on.
    private static final int PAGE = 4;

    private static final int MAX_COST = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Helix helix;
    private final OAuthServer oauth;
    private final TwitchMessages messages;
    private final StandInState state;
    private final List<TwitchSubscription> all = new ArrayList<>();

    HelixSubscriptions(OAuthServer oauth, TwitchMessages messages, StandInState state) {
        this.helix = new Helix(oauth);
        this.oauth = oauth;
        this.messages = messages;
        this.state = state;
        JsonNode kept = state.part("twitch-subscriptions", this::kept);
        if (!kept.isMissingNode()) {
            all.addAll(JSON.convertValue(kept, new TypeReference<List<TwitchSubscription>>() {}));
        }
    }

    private synchronized JsonNode kept() {
        return JSON.valueToTree(all);
    }

    StandInAnswer create(StandInCall call) {
        OAuthServer.Ticket caller = app(call, "auth must use app access token to create webhook subscription");
        TwitchSubscription asked = asked(Helix.body(call), caller.clientId());
        if (!asked.topic().allowed(oauth, caller.clientId(), asked.condition())) {
            throw Helix.refusal(403, "subscription missing proper authorization");
        }
        add(asked);
        messages.verify(asked, verified -> {
            replace(
                    asked.id(),
                    one -> one.withStatus(verified ? TwitchSubscription.ENABLED : TwitchSubscription.FAILED));
            state.keep();
        });
        ObjectNode body = totals(caller.clientId());
        body.putArray("data").add(asked.json());
        return StandInAnswer.json(202, body);
    }

    private OAuthServer.Ticket app(StandInCall call, String otherwise) {
        OAuthServer.Ticket caller = helix.caller(call);
        if (caller.kind() != OAuthServer.TokenKind.APP) {
            throw Helix.refusal(400, otherwise);
        }
        return caller;
    }

    private TwitchSubscription asked(JsonNode body, String clientId) {
        TwitchTopic topic = TwitchTopic.of(
                        body.path("type").asText(), body.path("version").asText())
                .orElseThrow(() -> Helix.refusal(400, "invalid subscription type and version"));
        JsonNode condition = body.path("condition");
        for (String field : topic.condition()) {
            if (condition.path(field).asText().isEmpty()) {
                throw Helix.refusal(400, "invalid condition: " + field + " is required");
            }
        }
        JsonNode transport = body.path("transport");
        String secret = transport.path("secret").asText();
        String callback = transport.path("callback").asText();
        if (!transport.path("method").asText().equals("webhook")) {
            throw Helix.refusal(400, "invalid transport method");
        }
        if (!callback.matches("https://[^/:@]+(:443)?/.*|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/.*")) {
            throw Helix.refusal(400, "invalid transport callback: it must be https, at port 443");
        }
        if (!secret.matches("\\p{ASCII}{10,100}")) {
            throw Helix.refusal(400, "invalid transport secret: it must be 10 to 100 ASCII characters");
        }
        return new TwitchSubscription(
                0,
                RandomText.uuid(),
                clientId,
                TwitchSubscription.PENDING,
                topic.type(),
                body.path("version").asText(),
                condition,
                callback,
                secret,
                messages.time());
    }

    private synchronized void add(TwitchSubscription asked) {
        boolean there = all.stream()
                .anyMatch(other -> other.doubles(asked)
                        && (other.status().equals(TwitchSubscription.ENABLED)
                                || other.status().equals(TwitchSubscription.PENDING)));
        if (there) {
            throw Helix.refusal(409, "subscription already exists");
        }
        long number = all.isEmpty() ? 1 : all.getLast().number() + 1;
        all.add(asked.withNumber(number));
    }

    synchronized StandInAnswer list(StandInCall call) {
        OAuthServer.Ticket caller = app(call, "auth must use app access token to list webhook subscriptions");
        List<Predicate<TwitchSubscription>> filters = new ArrayList<>();
        filter(call, "status", filters, (one, value) -> one.status().equals(value));
        filter(call, "type", filters, (one, value) -> one.type().equals(value));
        filter(call, "subscription_id", filters, (one, value) -> one.id().equals(value));
        filter(
                call,
                "user_id",
                filters,
                (one, value) -> one.condition().properties().stream()
                        .anyMatch(field -> field.getValue().asText().equals(value)));
        if (filters.size() > 1) {
            throw Helix.refusal(400, "only one of status, type, user_id and subscription_id may be specified");
        }
        long after = after(call.parameter("after"));
        List<TwitchSubscription> found = of(caller.clientId())
                .filter(one -> filters.stream().allMatch(filter -> filter.test(one)))
                .filter(one -> one.number() > after)
                .toList();
        ObjectNode body = totals(caller.clientId());
        ArrayNode data = body.putArray("data");
        found.stream().limit(PAGE).map(TwitchSubscription::json).forEach(data::add);
        ObjectNode pagination = body.putObject("pagination");
        if (found.size() > PAGE) {
            pagination.put("cursor", Long.toString(found.get(PAGE - 1).number(), 36));
        }
        return StandInAnswer.json(200, body);
    }

    private interface Filter {
        boolean holds(TwitchSubscription one, String value);
    }

    private static void filter(
            StandInCall call, String name, List<Predicate<TwitchSubscription>> filters, Filter filter) {
        String value = call.parameter(name);
        if (!value.isEmpty()) {
            filters.add(one -> filter.holds(one, value));
        }
    }

    private static long after(String cursor) {
        try {
            return cursor.isEmpty() ? 0 : Long.parseLong(cursor, 36);
        } catch (NumberFormatException e) {
            throw Helix.refusal(400, "The cursor specified in the after query parameter is not valid.");
        }
    }

    synchronized StandInAnswer delete(StandInCall call) {
        OAuthServer.Ticket caller = app(call, "auth must use app access token to delete webhook subscriptions");
        String id = call.parameter("id");
        if (id.isEmpty()) {
            throw Helix.refusal(400, "The parameter \"id\" was missing from the query");
        }
        if (!all.removeIf(one -> one.id().equals(id) && one.clientId().equals(caller.clientId()))) {
            throw Helix.refusal(404, "subscription not found");
        }
        return StandInAnswer.empty(204);
    }

    private synchronized ObjectNode totals(String clientId) {
        return StandInPlatform.node()
                .put("total", of(clientId).count())
                .put(
                        "total_cost",
                        of(clientId).mapToInt(TwitchSubscription::cost).sum())
                .put("max_total_cost", MAX_COST);
    }

    private Stream<TwitchSubscription> of(String clientId) {
        return all.stream().filter(one -> one.clientId().equals(clientId));
    }

    private synchronized void replace(String id, UnaryOperator<TwitchSubscription> change) {
        all.replaceAll(one -> one.id().equals(id) ? change.apply(one) : one);
    }

    /// The subscriptions that get the events of a type, of all apps.
    synchronized List<TwitchSubscription> enabled(TwitchTopic topic) {
        return all.stream()
                .filter(one -> one.topic() == topic && one.status().equals(TwitchSubscription.ENABLED))
                .toList();
    }

    synchronized boolean isEnabled(String id) {
        return all.stream().anyMatch(one -> one.id().equals(id) && one.status().equals(TwitchSubscription.ENABLED));
    }

    synchronized List<TwitchSubscription> all() {
        return List.copyOf(all);
    }

    /// Ends subscriptions with a status that Twitch gives them, and tells their subscribers.
    ///
    /// @return what they were answered with
    List<Integer> end(Predicate<TwitchSubscription> which, String status) {
        List<TwitchSubscription> ended = new ArrayList<>();
        synchronized (this) {
            for (TwitchSubscription one : enabledOrPending()) {
                if (which.test(one)) {
                    ended.add(one.withStatus(status));
                    replace(one.id(), same -> same.withStatus(status));
                }
            }
        }
        return ended.stream().map(messages::revocation).toList();
    }

    private List<TwitchSubscription> enabledOrPending() {
        return all.stream()
                .filter(one -> one.status().equals(TwitchSubscription.ENABLED)
                        || one.status().equals(TwitchSubscription.PENDING))
                .toList();
    }

    /// Forgets subscriptions without a word.
    synchronized void forget(Predicate<TwitchSubscription> which) {
        all.removeIf(which);
    }
}
