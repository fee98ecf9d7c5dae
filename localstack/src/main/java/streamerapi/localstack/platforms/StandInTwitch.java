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
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/// Plays Twitch: id.twitch.tv, the part of the API that the service calls, and EventSub over webhooks.
final class StandInTwitch extends StandInPlatform {

    private static final int MAX_MESSAGE = 500;
    private static final StandInUser VIEWER = StandInUser.named("QuietPixel");
    private static final StandInSamples SAMPLES = new StandInSamples("twitch-events.json");

    private final OAuthServer oauth;
    private final Helix helix;
    private final TwitchLogin login;
    private final TwitchMessages messages;
    private final HelixSubscriptions subscriptions;
    private final HelixRewards rewards;
    private final StandInStreams streams;
    private final EventSender sender;

    private StandInTwitch(OAuthServer oauth, StandInState state, EventSender sender, InstantSource clock) {
        super("Twitch", oauth, new StandInLog(clock));
        this.oauth = oauth;
        this.sender = sender;
        helix = new Helix(oauth);
        login = new TwitchLogin(oauth);
        messages = new TwitchMessages(sender, clock);
        subscriptions = new HelixSubscriptions(oauth, messages, state);
        rewards = new HelixRewards(oauth, state);
        streams = new StandInStreams(state, "twitch-streams");
    }

    static StandInTwitch of(StandInState state, EventSender sender, InstantSource clock) {
        return new StandInTwitch(
                new OAuthServer(state, "twitch-oauth", clock, Duration.ofHours(4), Duration.ofDays(60)),
                state,
                sender,
                clock);
    }

    @Override
    StandInAnswer api(StandInCall call) {
        return switch (call.route()) {
            case "GET /oauth2/authorize" -> {
                login.check(call);
                yield ask(call, TwitchLogin.SENT_ON);
            }
            case "POST /oauth2/authorize" -> {
                login.check(call);
                yield decided(call, "", TwitchLogin.DENIED);
            }
            case "POST /oauth2/token" -> login.token(call);
            case "GET /oauth2/validate" -> login.validate(call);
            case "POST /oauth2/revoke" -> login.revoke(call);
            case "GET /helix/users" -> users(call);
            case "GET /helix/streams" -> {
                helix.caller(call);
                yield streams.listed(oauth.users(call.parameters("user_id"), call.parameters("user_login")));
            }
            case "POST /helix/chat/messages" -> chat(call);
            case "POST /helix/eventsub/subscriptions" -> subscriptions.create(call);
            case "GET /helix/eventsub/subscriptions" -> subscriptions.list(call);
            case "DELETE /helix/eventsub/subscriptions" -> subscriptions.delete(call);
            case "GET /helix/channel_points/custom_rewards" -> rewards.list(call);
            case "POST /helix/channel_points/custom_rewards" -> rewards.create(call);
            case "PATCH /helix/channel_points/custom_rewards/redemptions" -> rewards.resolve(call);
            default -> throw Helix.refusal(404, "The stand-in for Twitch does not play " + call.route());
        };
    }

    private StandInAnswer users(StandInCall call) {
        OAuthServer.Ticket caller = helix.caller(call);
        List<String> ids = call.parameters("id");
        List<String> logins = call.parameters("login");
        StandInUser self = caller.user();
        if (ids.isEmpty() && logins.isEmpty() && self == null) {
            throw Helix.refusal(400, "Must provide an ID, Login or OAuth Token");
        }
        ObjectNode body = node();
        ArrayNode data = body.putArray("data");
        (ids.isEmpty() && logins.isEmpty() && self != null ? List.of(self) : oauth.users(ids, logins))
                .forEach(user -> data.addObject()
                        .put("id", user.id())
                        .put("login", user.login())
                        .put("display_name", user.name())
                        .put("type", "")
                        .put("broadcaster_type", "affiliate")
                        .put("description", "")
                        .put("profile_image_url", "https://static-cdn.example.com/" + user.id() + ".png")
                        .put("offline_image_url", "")
                        .put("view_count", 0)
                        .put("created_at", "2019-03-04T18:22:09Z"));
        return StandInAnswer.json(200, body);
    }

    private StandInAnswer chat(StandInCall call) {
        OAuthServer.Ticket caller = helix.caller(call);
        JsonNode body = Helix.body(call);
        for (String field : List.of("broadcaster_id", "sender_id", "message")) {
            if (body.path(field).asText().isBlank()) {
                throw Helix.refusal(400, "The parameter \"" + field + "\" is required");
            }
        }
        String broadcasterId = body.path("broadcaster_id").asText();
        String senderId = body.path("sender_id").asText();
        StandInUser self = caller.user();
        if (self == null) {
            allowBot(caller.clientId(), senderId, broadcasterId);
        } else if (!self.id().equals(senderId)) {
            throw Helix.refusal(401, "The ID in sender_id must match the user ID found in the request's OAuth token.");
        } else if (!caller.has("user:write:chat")) {
            throw Helix.refusal(401, "Missing scope: user:write:chat");
        }
        String text = body.path("message").asText();
        if (text.codePointCount(0, text.length()) > MAX_MESSAGE) {
            throw Helix.refusal(422, "The message is too large");
        }
        StandInUser sender = oauth.user(senderId).orElseThrow();
        String messageId = RandomText.uuid();
        log().said(messageId, sender.name(), text);
        echo(broadcasterId, sender, messageId, text);
        return Helix.one(200, node().put("message_id", messageId).put("is_sent", true));
    }

    private void allowBot(String clientId, String senderId, String broadcasterId) {
        var ofSender = oauth.scopes(clientId, senderId);
        if (!ofSender.contains("user:write:chat")
                || !ofSender.contains("user:bot")
                || !oauth.scopes(clientId, broadcasterId).contains("channel:bot")) {
            throw Helix.refusal(401, "Missing scope: user:write:chat, user:bot or channel:bot");
        }
    }

    private void echo(String broadcasterId, StandInUser sender, String messageId, String text) {
        ObjectNode event = node().put("broadcaster_user_id", broadcasterId)
                .put("chatter_user_id", sender.id())
                .put("chatter_user_login", sender.login())
                .put("chatter_user_name", sender.name())
                .put("message_id", messageId);
        event.putObject("message").put("text", text);
        if (sender.id().equals(broadcasterId)) {
            event.putArray("badges")
                    .addObject()
                    .put("set_id", "broadcaster")
                    .put("id", "1")
                    .put("info", "");
        }
        this.sender.soon(() -> tell(TwitchTopic.CHAT, event, node()));
    }

    @Override
    Set<String> secrets() {
        Set<String> all = new TreeSet<>(oauth.issued());
        subscriptions.all().forEach(one -> all.add(one.secret()));
        return all;
    }

    @Override
    boolean webhookOfApp() {
        return false;
    }

    @Override
    ObjectNode emit(ObjectNode order) {
        TwitchTopic topic = TwitchTopic.of(order.path("type").asText())
                .orElseThrow(
                        () -> new StandInRefusal(StandInAnswer.text(400, "type is none that Twitch sends here\n")));
        return delivered(tell(topic, order.path("event"), order));
    }

    /// Sends an event to everyone who subscribed, and returns what they answered.
    private List<Integer> tell(TwitchTopic topic, JsonNode subset, ObjectNode order) {
        String named = subset.path(topic.broadcasterField()).asText();
        String time = order.path("timestamp").asText(messages.time());
        Map<String, ObjectNode> events = new LinkedHashMap<>();
        if (!named.isEmpty()) {
            events.put(named, event(topic, named, subset));
        }
        return subscriptions.enabled(topic).stream()
                .filter(one -> named.isEmpty() || one.broadcaster().equals(named))
                .map(one -> messages.notification(
                        one,
                        events.computeIfAbsent(one.broadcaster(), id -> event(topic, id, subset)),
                        order.path("message_id").asText(RandomText.uuid()),
                        time,
                        () -> subscriptions.isEnabled(one.id())))
                .toList();
    }

    private ObjectNode event(TwitchTopic topic, String broadcasterId, JsonNode subset) {
        StandInUser broadcaster = oauth.user(broadcasterId)
                .orElseGet(() -> new StandInUser(broadcasterId, "user" + broadcasterId, "User" + broadcasterId));
        String rewardId = subset.path("reward").path("id").asText();
        TwitchReward usual = rewards.usual(broadcaster);
        TwitchReward reward =
                rewardId.isEmpty() ? usual : rewards.find(broadcaster, rewardId).orElse(usual);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("broadcaster_id", broadcaster.id());
        values.put("broadcaster_login", broadcaster.login());
        values.put("broadcaster_name", broadcaster.name());
        values.put("viewer_id", VIEWER.id());
        values.put("viewer_login", VIEWER.login());
        values.put("viewer_name", VIEWER.name());
        values.put("now", messages.time());
        values.put("uuid", RandomText.uuid());
        values.put("stream_id", Long.toString(ThreadLocalRandom.current().nextLong(40_000_000_000L, 50_000_000_000L)));
        values.put("colour", "#8A2BE2");
        values.put("reward_id", reward.id());
        values.put("reward_title", reward.title());
        values.put("reward_cost", Long.toString(reward.cost()));
        values.put("reward_prompt", reward.prompt());
        ObjectNode event = SAMPLES.of(topic.type(), values);
        StandInSamples.merge(event, subset);
        if (topic == TwitchTopic.CHAT && event.path("message").path("fragments").isEmpty()) {
            fragments(event);
        }
        switch (topic) {
            case REDEMPTION -> rewards.redeemed(broadcaster, event);
            case ONLINE ->
                streams.began(broadcaster.id(), event.path("started_at").asText());
            case OFFLINE -> streams.ended(broadcaster.id());
            default -> {}
        }
        return event;
    }

    /// A line of text alone is one fragment.
    private static void fragments(ObjectNode event) {
        ObjectNode message = (ObjectNode) event.required("message");
        message.putArray("fragments")
                .addObject()
                .put("type", "text")
                .put("text", message.path("text").asText())
                .putNull("cheermote")
                .putNull("emote")
                .putNull("mention");
    }

    @Override
    ObjectNode revoke(String userId) {
        oauth.revokeUsers(userId);
        Predicate<TwitchSubscription> which = one -> one.topic().needsAuthorization()
                && (userId.isEmpty() || one.broadcaster().equals(userId));
        return delivered(subscriptions.end(which, "authorization_revoked"));
    }

    @Override
    ArrayNode subscriptions() {
        ArrayNode all = node().arrayNode();
        subscriptions.all().forEach(one -> all.add(one.json()));
        return all;
    }

    @Override
    ObjectNode drop(ObjectNode order) {
        Predicate<TwitchSubscription> which = one -> matches(order, "type", one.type())
                && matches(order, "id", one.id())
                && matches(order, "user_id", one.broadcaster());
        String status = order.path("status").asText();
        if (status.isEmpty()) {
            subscriptions.forget(which);
            return delivered(List.of());
        }
        return delivered(subscriptions.end(which, status));
    }

    @Override
    StandInAnswer ownControl(StandInCall call) {
        if (!call.route().equals("GET " + CONTROL + "redemption")) {
            throw noSuchControl();
        }
        Optional<HelixRewards.Resolution> status =
                rewards.status(call.parameter("broadcaster_id"), call.parameter("id"));
        return status.map(one -> StandInAnswer.json(200, node().put("status", Objects.toString(one))))
                .orElseThrow(() -> new StandInRefusal(StandInAnswer.text(404, "There is no such redemption\n")));
    }
}
