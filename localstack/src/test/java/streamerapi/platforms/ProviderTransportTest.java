package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.connections.Provider;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectResult.Cause;
import streamerapi.shared.tasks.Async;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.connections.Provider.KICK;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.TENANT;

@NullMarked
class ProviderTransportTest {

    private static final String TWITCH_CHAT = "POST /helix/chat/messages";
    private static final String KICK_CHAT = "POST /public/v1/chat";
    private static final String REDEMPTIONS = "/helix/channel_points/custom_rewards/redemptions";

    private final ConnectionStage stage = new ConnectionStage();

    @AfterEach
    void close() {
        stage.close();
    }

    private EffectResult say(Provider provider, String text) {
        return stage.say(stage.platforms, provider, text);
    }

    private boolean isOwn(Provider provider, String messageId, String text) {
        return stage.platforms.ownLines().isOwn(TENANT, provider, messageId, text);
    }

    @Test
    void twitchIsSentALineByTheStreamer() {
        stage.connected(TWITCH);
        stage.server.on(
                TWITCH_CHAT, call -> Reply.json(Map.of("data", List.of(Map.of("message_id", "m-1", "is_sent", true)))));

        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Done(Map.of("message_id", "m-1")));

        Call call = stage.server.calls(TWITCH_CHAT).getFirst();
        assertThat(call.header("client-id")).isEqualTo("client-1");
        assertThat(call.header("authorization")).isEqualTo("Bearer access-1");
        assertThat(call.json()).isEqualTo(Map.of("broadcaster_id", "12345", "sender_id", "12345", "message", "Hi"));
    }

    @Test
    void aLineThatTwitchDropsIsNotSent() {
        stage.connected(TWITCH);
        stage.server.on(
                TWITCH_CHAT,
                call -> Reply.json(Map.of(
                        "data",
                        List.of(Map.of(
                                "message_id",
                                "",
                                "is_sent",
                                false,
                                "drop_reason",
                                Map.of("code", "msg_duplicate", "message", "said before"))))));

        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("dropped: msg_duplicate"));
        assertThat(isOwn(TWITCH, "m-1", "Hi")).isFalse();
    }

    @Test
    void kickIsSentALineAsABot() {
        stage.connected(KICK);
        stage.server.on(KICK_CHAT, call -> Reply.json(Map.of("data", Map.of("is_sent", true, "message_id", "k-1"))));

        assertThat(say(KICK, "Hi")).isEqualTo(new EffectResult.Done(Map.of("message_id", "k-1")));
        assertThat(stage.server.calls(KICK_CHAT).getFirst().json()).isEqualTo(Map.of("type", "bot", "content", "Hi"));
        assertThat(isOwn(KICK, "k-1", "Hi")).isTrue();

        stage.server.on(KICK_CHAT, call -> Reply.json(Map.of("data", Map.of("is_sent", false))));
        assertThat(say(KICK, "Hi")).isEqualTo(new EffectResult.Refused("not sent"));
    }

    @Test
    void anEchoIsKnownByItsIdForTenMinutes() {
        stage.connected(TWITCH);
        stage.server.on(
                TWITCH_CHAT, call -> Reply.json(Map.of("data", List.of(Map.of("message_id", "m-1", "is_sent", true)))));
        say(TWITCH, "!skip");

        assertThat(isOwn(TWITCH, "m-1", "!skip")).isTrue();
        assertThat(isOwn(TWITCH, "m-2", "!skip")).isFalse();
        assertThat(isOwn(KICK, "m-1", "!skip")).isFalse();
    }

    @Test
    void anEchoThatComesBeforeTheAnswerIsKnown() {
        stage.connected(TWITCH);
        Platforms other = stage.process();
        List<Async<Boolean>> asked = new CopyOnWriteArrayList<>();
        stage.server.on(TWITCH_CHAT, call -> {
            assertThat(other.ownLines().isOwn(TENANT, TWITCH, "m-9", "another text"))
                    .isFalse();
            asked.add(Async.start(() -> other.ownLines().isOwn(TENANT, TWITCH, "m-1", " Hi  there ")));
            return Reply.json(Map.of("data", List.of(Map.of("message_id", "m-1", "is_sent", true))));
        });

        say(TWITCH, "Hi there");

        assertThat(asked).hasSize(1).allSatisfy(one -> assertThat(one.join()).isTrue());
    }

    @Test
    void theEchoOfALineWhoseAnswerWasLostIsKnownByItsText() {
        stage.connected(TWITCH);
        stage.server.on(TWITCH_CHAT, call -> Reply.of(504, ""));
        assertThat(say(TWITCH, "Hi")).isInstanceOf(EffectResult.Unknown.class);

        assertThat(isOwn(TWITCH, "m-1", "Hi")).isTrue();
        assertThat(isOwn(TWITCH, "m-2", "!skip")).isFalse();
        stage.clock.advance(Duration.ofSeconds(31));
        assertThat(isOwn(TWITCH, "m-3", "Hi")).isFalse();
    }

    @Test
    void aLimitedPlatformIsLeftAloneAsLongAsItAsks() {
        stage.connected(TWITCH);
        stage.server.on(TWITCH_CHAT, call -> new Reply(429, "{}", Map.of("Retry-After", "17")));
        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Unknown("twitch answers 429", Duration.ofSeconds(17)));

        long reset = stage.clock.instant().getEpochSecond() + 60;
        stage.server.on(TWITCH_CHAT, call -> new Reply(429, "{}", Map.of("Ratelimit-Reset", Long.toString(reset))));
        EffectResult limited = say(TWITCH, "Hi");
        assertThat(limited).isInstanceOf(EffectResult.Unknown.class);
        assertThat(((EffectResult.Unknown) limited).retryAfter())
                .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
    }

    @Test
    void faultsAreUnknownAndRefusalsRefused() {
        stage.connected(TWITCH);
        stage.server.on(TWITCH_CHAT, call -> Reply.of(503, "{}"));
        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Unknown("twitch answers 503", null));
        stage.server.on(TWITCH_CHAT, call -> Reply.of(200, "no JSON"));
        assertThat(say(TWITCH, "Hi")).isInstanceOf(EffectResult.Unknown.class);
        stage.server.on(TWITCH_CHAT, call -> Reply.of(422, "{}"));
        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("status 422"));
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
    }

    @Test
    void aScopeThatWasNotGrantedCausesNoCall() {
        stage.connected(TWITCH, Set.of("bits:read"));

        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("no scope for chat.send"));
        assertThat(stage.server.routes()).isEmpty();
    }

    @Test
    void anAccountThatIsNotConnectedIsLeftToTheConnectors() {
        assertThat(say(TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("not connected"));
        assertThat(stage.platforms
                        .transport()
                        .carryOut(
                                TENANT, new Effect("tip:1", EffectAction.CAPTURE, Connector.CARD_PROCESSOR, Map.of())))
                .isEqualTo(new EffectResult.Refused("not connected"));
    }

    private EffectResult resolve(EffectAction action) {
        return stage.platforms
                .transport()
                .carryOut(
                        TENANT,
                        new Effect(
                                "redemption:1",
                                action,
                                Connector.ALPHA,
                                Map.of("reward_id", "reward-1", "redemption_id", "redemption-1")));
    }

    @Test
    void twitchIsAskedToResolveARedemption() {
        stage.connected(TWITCH);
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.json(Map.of("data", List.of())));

        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Done(Map.of()));
        assertThat(resolve(EffectAction.CANCEL)).isEqualTo(new EffectResult.Done(Map.of()));

        List<Call> calls = stage.server.calls("PATCH " + REDEMPTIONS);
        assertThat(calls.getFirst().query())
                .isEqualTo(Map.of("broadcaster_id", "12345", "reward_id", "reward-1", "id", "redemption-1"));
        assertThat(calls.getFirst().header("authorization")).isEqualTo("Bearer access-1");
        assertThat(calls.getFirst().header("client-id")).isEqualTo("client-1");
        assertThat(calls.getFirst().json()).isEqualTo(Map.of("status", "FULFILLED"));
        assertThat(calls.getLast().json()).isEqualTo(Map.of("status", "CANCELED"));
    }

    @Test
    void aRedemptionThatWasDecidedAtTwitchSaysHow() {
        stage.connected(TWITCH);
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.of(400, "{}"));
        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Refused("status 400", Cause.DECIDED));

        stage.server.on(
                "GET " + REDEMPTIONS, call -> Reply.json(Map.of("data", List.of(Map.of("status", "FULFILLED")))));
        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Refused("status 400", Cause.DONE_BEFORE));
        assertThat(resolve(EffectAction.CANCEL))
                .isEqualTo(new EffectResult.Refused("status 400", Cause.DONE_OTHERWISE));
    }

    @Test
    void aRedemptionWhoseDecisionTwitchDoesNotShowNowWasDecided() {
        stage.connected(TWITCH);
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.of(400, "{}"));
        stage.server.on("GET " + REDEMPTIONS, call -> Reply.of(503, "{}"));
        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Refused("status 400", Cause.DECIDED));
    }

    @Test
    void aRedemptionIsResolvedWithANewTokenIfThePresentOneIsRefused() {
        stage.connected(TWITCH);
        stage.rotate("POST /oauth2/token");
        stage.server.on(
                "PATCH " + REDEMPTIONS,
                call -> call.header("authorization").equals("Bearer access-1")
                        ? Reply.of(401, "{}")
                        : Reply.json(Map.of("data", List.of())));
        assertThat(resolve(EffectAction.CANCEL)).isEqualTo(new EffectResult.Done(Map.of()));
        assertThat(stage.refreshes("POST /oauth2/token")).isEqualTo(1);
    }

    @Test
    void aPlatformWithoutTheActionIsNotAsked() {
        stage.connected(KICK);
        for (EffectAction action : List.of(EffectAction.FULFILL, EffectAction.CANCEL, EffectAction.CAPTURE)) {
            assertThat(stage.platforms
                            .transport()
                            .carryOut(TENANT, new Effect("redemption:1", action, Connector.BETA, Map.of())))
                    .isEqualTo(new EffectResult.Refused("kick has no " + action.label()));
        }
        assertThat(stage.server.routes()).isEmpty();
    }

    @Test
    void aRedemptionThatTwitchDoesNotHaveIsNotFound() {
        stage.connected(TWITCH);
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.of(404, "{}"));
        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Refused("status 404", Cause.NOT_FOUND));
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.of(403, "{}"));
        assertThat(resolve(EffectAction.FULFILL)).isEqualTo(new EffectResult.Refused("status 403"));
        stage.server.on("PATCH " + REDEMPTIONS, call -> Reply.of(500, "{}"));
        assertThat(resolve(EffectAction.FULFILL)).isInstanceOf(EffectResult.Unknown.class);
    }
}
