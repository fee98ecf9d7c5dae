package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInRefusal;
import streamerapi.localstack.standins.StandInSamples;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Plays Kick: id.kick.com, the part of the API that the service calls, and its webhooks.
///
/// An app has one webhook, which its developer enters at `GET /app`, as at Kick. As long as there is none, events go
/// where the accounts of this stack that are connected to the channel take them, which the real Kick cannot know.
final class StandInKick extends StandInPlatform {

    private static final int MAX_MESSAGE = 500;
    private static final Duration MONTH = Duration.ofDays(30);
    private static final StandInUser VIEWER = StandInUser.named("QuietPixel");
    private static final StandInUser GIFTEE = StandInUser.named("harbour_light");
    private static final StandInUser BOT = StandInUser.named("StreamerBot");
    private static final StandInSamples SAMPLES = new StandInSamples("kick-events.json");

    private final OAuthServer oauth;
    private final StandInStreams streams;
    private final KickPublic open;
    private final KickLogin login;
    private final KickSigningKey key;
    private final StandInKickSubscriptions subscriptions;
    private final EventSender sender;
    private final InstantSource clock;
    private final Function<String, List<String>> receivers;

    private StandInKick(
            OAuthServer oauth,
            StandInState state,
            EventSender sender,
            InstantSource clock,
            Function<String, List<String>> receivers) {
        super("Kick", oauth, new StandInLog(clock));
        this.oauth = oauth;
        this.sender = sender;
        this.clock = clock;
        this.receivers = receivers;
        streams = new StandInStreams(state, "kick-streams");
        open = new KickPublic(oauth, streams);
        login = new KickLogin(oauth);
        key = new KickSigningKey(state);
        subscriptions = new StandInKickSubscriptions(clock, state);
    }

    /// @param receivers the addresses that take a channel's events in this stack, by the channel's id
    static StandInKick of(
            StandInState state, EventSender sender, InstantSource clock, Function<String, List<String>> receivers) {
        return new StandInKick(
                new OAuthServer(state, "kick-oauth", clock, Duration.ofHours(2), Duration.ofDays(60)),
                state,
                sender,
                clock,
                receivers);
    }

    @Override
    StandInAnswer api(StandInCall call) {
        return switch (call.route()) {
            case "GET /oauth/authorize" -> {
                login.check(call);
                yield ask(call, KickLogin.SENT_ON);
            }
            case "POST /oauth/authorize" -> {
                login.check(call);
                yield decided(call, call.field("code_challenge"), KickLogin.DENIED);
            }
            case "POST /oauth/token" -> login.token(call);
            case "POST /oauth/revoke" -> login.revoke(call);
            case "POST /oauth/token/introspect" -> login.introspect(call);
            case "GET /public/v1/public-key" -> KickPublic.answer(node().put("public_key", key.pem()));
            case "GET /public/v1/users" -> open.users(call);
            case "GET /public/v1/channels" -> open.channels(call);
            case "POST /public/v1/chat" -> chat(call);
            case "POST /public/v1/events/subscriptions" -> subscribe(call);
            case "GET /public/v1/events/subscriptions" ->
                subscriptions.list(
                        open.caller(call, "events:subscribe").clientId(), call.parameter("broadcaster_user_id"));
            case "DELETE /public/v1/events/subscriptions" ->
                subscriptions.delete(open.caller(call, "events:subscribe").clientId(), call.parameters("id"));
            default -> throw KickPublic.refusal(404, "The stand-in for Kick does not play " + call.route());
        };
    }

    private StandInAnswer chat(StandInCall call) {
        OAuthServer.Ticket caller = open.caller(call, "chat:write");
        StandInUser self =
                Optional.ofNullable(caller.user()).orElseThrow(() -> KickPublic.refusal(401, "Unauthorized"));
        JsonNode body = KickPublic.body(call);
        String content = body.path("content").asText();
        boolean bot = body.path("type").asText().equals("bot");
        boolean named = body.path("broadcaster_user_id").isIntegralNumber();
        if (content.isBlank()
                || content.codePointCount(0, content.length()) > MAX_MESSAGE
                || (!bot && !(named && body.path("type").asText().equals("user")))) {
            throw KickPublic.refusal(400, "Invalid request");
        }
        String broadcasterId =
                bot ? self.id() : body.path("broadcaster_user_id").asText();
        StandInUser speaker = bot ? BOT : self;
        String messageId = RandomText.uuid();
        log().said(messageId, speaker.name(), content);
        sender.soon(() -> tell(KickTopic.CHAT, line(broadcasterId, speaker, messageId, content), node()));
        return KickPublic.answer(node().put("is_sent", true).put("message_id", messageId));
    }

    private static ObjectNode line(String broadcasterId, StandInUser speaker, String messageId, String content) {
        ObjectNode event = node().put("message_id", messageId).put("content", content);
        event.putArray("emotes");
        event.putObject("broadcaster").put("user_id", Long.parseLong(broadcasterId));
        event.putObject("sender")
                .put("user_id", Long.parseLong(speaker.id()))
                .put("username", speaker.name())
                .put("channel_slug", KickPublic.slug(speaker));
        return event;
    }

    /// An app may subscribe to any channel; a person's token to their own alone.
    private StandInAnswer subscribe(StandInCall call) {
        OAuthServer.Ticket caller = open.caller(call, "events:subscribe");
        JsonNode body = KickPublic.body(call);
        StandInUser self = caller.user();
        if (self == null && !body.path("broadcaster_user_id").isIntegralNumber()) {
            throw KickPublic.refusal(400, "Invalid request");
        }
        String broadcasterId = self == null ? body.path("broadcaster_user_id").asText() : self.id();
        return subscriptions.create(caller.clientId(), broadcasterId, body);
    }

    @Override
    Set<String> secrets() {
        return oauth.issued();
    }

    @Override
    boolean webhookOfApp() {
        return true;
    }

    @Override
    ObjectNode emit(ObjectNode order) {
        KickTopic topic = KickTopic.of(order.path("type").asText())
                .orElseThrow(() -> new StandInRefusal(StandInAnswer.text(400, "type is none that Kick sends here\n")));
        return delivered(tell(topic, order.path("event"), order));
    }

    private List<Integer> tell(KickTopic topic, JsonNode subset, ObjectNode order) {
        String named = subset.path("broadcaster").path("user_id").asText();
        String time = order.path("timestamp").asText(seconds(clock.instant()));
        Map<String, ObjectNode> events = new LinkedHashMap<>();
        if (!named.isEmpty()) {
            events.put(named, event(topic, named, subset));
        }
        return subscriptions.of(topic).stream()
                .filter(one -> named.isEmpty() || one.broadcasterId().equals(named))
                .flatMap(one -> webhooks(one).stream()
                        .map(address -> sent(
                                one,
                                address,
                                events.computeIfAbsent(one.broadcasterId(), id -> event(topic, id, subset))
                                        .toString(),
                                order.path("message_id").asText(RandomText.ulid(clock.instant())),
                                time)))
                .toList();
    }

    private List<String> webhooks(StandInKickSubscriptions.Entry subscription) {
        String entered =
                oauth.app(subscription.clientId()).map(StandInApp::webhook).orElse("");
        return entered.isEmpty() ? receivers.apply(subscription.broadcasterId()) : List.of(entered);
    }

    private int sent(StandInKickSubscriptions.Entry subscription, String address, String body, String id, String time) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Kick-Event-Message-Id", id);
        headers.put("Kick-Event-Subscription-Id", subscription.id());
        headers.put("Kick-Event-Signature", key.sign(id + "." + time + "." + body));
        headers.put("Kick-Event-Message-Timestamp", time);
        headers.put("Kick-Event-Type", subscription.type());
        headers.put("Kick-Event-Version", Integer.toString(KickTopic.VERSION));
        return sender.send(
                new EventSender.Parcel(address, retry -> headers, body, () -> subscriptions.has(subscription.id())));
    }

    private ObjectNode event(KickTopic topic, String broadcasterId, JsonNode subset) {
        StandInUser broadcaster = oauth.user(broadcasterId)
                .orElseGet(() -> new StandInUser(broadcasterId, "user" + broadcasterId, "User" + broadcasterId));
        Instant now = clock.instant();
        Map<String, String> values = new LinkedHashMap<>();
        person(values, "broadcaster", broadcaster);
        person(values, "viewer", VIEWER);
        person(values, "giftee", GIFTEE);
        values.put("now", seconds(now));
        values.put("month_later", seconds(now.plus(MONTH)));
        values.put("uuid", RandomText.uuid());
        values.put("colour", "#FF5733");
        ObjectNode event = SAMPLES.of(topic.type(), values);
        if (topic == KickTopic.CHAT && subset.has("content") && !subset.has("emotes")) {
            event.putArray("emotes");
        }
        if (topic == KickTopic.STATUS && !subset.path("is_live").asBoolean(true)) {
            event.put("started_at", seconds(now.minus(Duration.ofHours(3)))).put("ended_at", seconds(now));
        }
        StandInSamples.merge(event, subset);
        if (topic == KickTopic.STATUS) {
            if (event.path("is_live").asBoolean()) {
                streams.began(broadcaster.id(), event.path("started_at").asText());
            } else {
                streams.ended(broadcaster.id());
            }
        }
        return event;
    }

    private static void person(Map<String, String> values, String role, StandInUser user) {
        values.put(role + "_id", user.id());
        values.put(role + "_name", user.name());
        values.put(role + "_slug", KickPublic.slug(user));
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Override
    ObjectNode revoke(String userId) {
        oauth.revokeUsers(userId);
        return delivered(List.of());
    }

    @Override
    ArrayNode subscriptions() {
        ArrayNode all = node().arrayNode();
        subscriptions.all().forEach(one -> all.add(one.json()));
        return all;
    }

    @Override
    ObjectNode drop(ObjectNode order) {
        subscriptions.forget(one -> matches(order, "type", one.type())
                && matches(order, "id", one.id())
                && matches(order, "user_id", one.broadcasterId()));
        return delivered(List.of());
    }

    @Override
    StandInAnswer ownControl(StandInCall call) {
        return switch (call.route()) {
            case "POST " + CONTROL + "webhook" -> {
                ObjectNode order = order(call);
                StandInApp app = oauth.app(order.path("client_id").asText()).orElseGet(oauth::firstApp);
                oauth.change(app.withAddresses(order.path("url").asText(), app.redirect()));
                yield done();
            }
            case "POST " + CONTROL + "key" -> {
                key.change();
                yield done();
            }
            default -> throw noSuchControl();
        };
    }
}
