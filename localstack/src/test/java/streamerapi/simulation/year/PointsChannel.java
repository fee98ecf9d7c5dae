package streamerapi.simulation.year;

import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The streamer's channel at a platform: viewers redeem a reward for points there, the platform tells of it, at times
/// twice, and resolves it as it is asked to; moderators fulfil or cancel it here, two of them at once. It has a chat,
/// in which people and the service write.
final class PointsChannel {

    private static final String OPEN = "unfulfilled";

    private final World world;
    private final Map<String, Redemption> redemptions = new LinkedHashMap<>();
    private final List<Said> said = new ArrayList<>();
    private int lines;

    PointsChannel(World world) {
        this.world = world;
    }

    /// A redemption in the platform's own books, and what moderators were answered.
    private static final class Redemption {
        private final Set<String> asked = new LinkedHashSet<>();
        private final List<ApiUser.Reply> replies = new ArrayList<>();
        private String status = OPEN;
        private boolean isTakenBack;
    }

    /// A line of the service in the chat, and when it came.
    private record Said(Instant at, String text) {}

    /// Somebody writes a line, of which the service is told until it takes it.
    void write(String name, String text, boolean isModerator) {
        String id = "chat-" + lines++;
        world.user().ingest("alpha", id, "chat.message", """
                {"message_id": "%s", "user_id": "%s", "user_login": "%s", "text": "%s", "is_mod": %s,
                "is_subscriber": true}""".formatted(id, name, name, text, isModerator));
    }

    /// Does what the service asks the platform for.
    PaymentProcessor.Reply asked(String text) {
        Map<String, ?> message = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        String action = String.valueOf(message.get("action"));
        Map<String, ?> data = Json.asObject(message.get("data"));
        return action.startsWith("redemption.") ? resolve(action, data) : hear(data);
    }

    private PaymentProcessor.Reply hear(Map<String, ?> data) {
        String text = String.valueOf(data.get("message"));
        said.add(new Said(world.turns().now(), text));
        world.story().tell("alpha's chat has " + text);
        return new PaymentProcessor.Reply(200, PaymentProcessor.DONE, false);
    }

    /// When the service said a line.
    List<Instant> said(String text) {
        return said.stream()
                .filter(line -> line.text.equals(text))
                .map(Said::at)
                .toList();
    }

    /// Begins what viewers and moderators do in this time.
    ///
    /// @param viewers how many redeem a reward
    void come(Duration activity, int viewers) {
        for (int i = 0; i < viewers; i++) {
            String id = "red_" + i;
            redemptions.put(id, new Redemption());
            Duration when = world.luck().moment(activity);
            int messages = 1 + world.luck().number(2);
            for (int copy = 0; copy < messages; copy++) {
                String message = id + "-" + copy;
                Duration at = when.plus(world.luck().within(copy * 2));
                world.turns().at(at, () -> redeem(id, message));
            }
            int moderators = 1 + world.luck().number(2);
            for (int moderator = 0; moderator < moderators; moderator++) {
                Duration at = when.plusSeconds(2).plus(world.luck().within(10));
                world.turns().at(at, () -> resolve(id));
            }
        }
    }

    private void redeem(String id, String message) {
        Instant began = world.turns().now();
        world.user().ingest("alpha", message, "channel_point_redemption", """
                {"user_id": "77", "user_name": "Redeemer", "user_login": "redeemer", "reward_id": "reward-1",
                "reward_title": "Hydrate", "reward_cost": 500, "redemption_id": "%s", "is_managed": true,
                "broadcaster_id": "channel-9"}""".formatted(id));
        note(id, began);
    }

    /// Notes whether a table that was restored may lack something about a redemption that began then.
    private void note(String id, Instant began) {
        of(id).isTakenBack |= world.takesBack(began);
    }

    private void resolve(String id) {
        Instant began = world.turns().now();
        String how = world.luck().flips() ? "fulfill" : "cancel";
        of(id).replies.add(world.user().send("POST", "/v1/channel-points/redemptions/" + id + "/" + how, null, null));
        note(id, began);
    }

    private Redemption of(String id) {
        return Objects.requireNonNull(redemptions.get(id), id);
    }

    /// Resolves a redemption, once.
    private PaymentProcessor.Reply resolve(String action, Map<String, ?> data) {
        String id = String.valueOf(data.get("redemption_id"));
        String status = action.equals("redemption.fulfill") ? "fulfilled" : "canceled";
        of(id).asked.add(status);
        if (world.luck().strikesOneIn(4)) {
            world.story().tell("platform fails at " + action + " of " + id);
            return new PaymentProcessor.Reply(500, "{}", false);
        }
        if (of(id).status.equals(OPEN)) {
            of(id).status = status;
        }
        boolean isDone = of(id).status.equals(status);
        world.story().tell("platform is asked for " + action + " of " + id + ": " + (isDone ? "done" : "refused"));
        return new PaymentProcessor.Reply(
                200,
                isDone ? PaymentProcessor.DONE : PaymentProcessor.REFUSED,
                world.luck().strikesOneIn(8));
    }

    /// Holds the service to the platform's books.
    void hold(Year year, List<Told> told, Broken broken) {
        redemptions.forEach((id, redemption) -> {
            if (redemption.isTakenBack) {
                return;
            }
            long events = told.stream()
                    .filter(event -> event.type().equals("alpha.channel_point_redemption")
                            && event.text("redemption_id").equals(id))
                    .count();
            broken.holds(events <= 1, "a redemption that comes again changes nothing", id + " is told " + events);
            Row row = year.table().get(PeopleKeys.redemption(year.account().tenantId(), id));
            broken.holds((row == null) == (events == 0), "a redemption is kept and told", id);
            String kept = row == null ? OPEN : row.get(Attribute.text("status"));
            broken.holds(
                    kept.equals(redemption.status),
                    "a redemption stands as the platform has it",
                    id + " is " + kept + " and " + redemption.status);
            broken.holds(redemption.asked.size() <= 1, "a redemption is resolved once", id + " " + redemption.asked);
            for (ApiUser.Reply reply : redemption.replies) {
                boolean isWanted = reply.isDone() || reply.status() == 503;
                broken.holds(
                        !isWanted || row == null || !kept.equals(OPEN),
                        "a redemption is resolved if a moderator wanted it",
                        id + " was answered " + reply.text());
                broken.holds(
                        !reply.isDone() || kept.equals(reply.at("redemption", "status")),
                        "a redemption is resolved as its moderator was told",
                        id + " is " + kept + " and was answered " + reply.text());
            }
        });
    }
}
