package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The streamer and the moderators, who decide about tips that wait, give money back, delete an endpoint and revoke a
/// key.
final class Streamer {

    private final World world;
    private final YearAccount account;
    private final Map<String, BigDecimal> wantedBack = new HashMap<>();
    private @Nullable Instant endpointDeleted;
    private @Nullable Instant keyRevoked;
    private boolean mayBeRevoked;
    private boolean isRevocationUndone;

    Streamer(World world, YearAccount account) {
        this.world = world;
        this.account = account;
    }

    @Nullable
    Instant endpointDeleted() {
        return endpointDeleted;
    }

    @Nullable
    Instant keyRevoked() {
        return keyRevoked;
    }

    /// Whether the second key may not open any more.
    boolean mayBeRevoked() {
        return mayBeRevoked;
    }

    /// Whether the second key was revoked, and a restored table does not know that.
    boolean isRevocationUndone() {
        return isRevocationUndone;
    }

    /// How much of a tip the streamer wanted given back.
    BigDecimal wantedBack(String orderId) {
        return wantedBack.getOrDefault(orderId, BigDecimal.ZERO);
    }

    /// Has a part of what donors paid given back, as a streamer does who has thought it over.
    void giveBack(Duration activity) {
        world.turns().during(activity, () -> {
            world.frames().await("queue\\.tts\\.finished");
            Object tips =
                    world.user().send("GET", "/v1/tts/history", null, null).at("tips");
            for (Object tip : tips instanceof List<?> list ? list : List.of()) {
                Map<String, ?> fields = Json.asObject(tip);
                String id = String.valueOf(fields.get("order_id"));
                if (String.valueOf(fields.get("name")).startsWith("Donor") && !wantedBack.containsKey(id)) {
                    wantedBack.put(id, BigDecimal.ONE);
                    world.user().dashboard("POST", "/tips/" + id + "/refund", """
                            {"amount": 1}""", "refund-" + id);
                    break;
                }
            }
        });
    }

    /// Decides about the tips that wait, as one of the moderators does.
    void moderate(Duration activity) {
        world.turns().during(activity, () -> {
            Object tips = world.user().dashboard("GET", "/held-tips", null).at("tips");
            if (!(tips instanceof List<?> list) || list.isEmpty()) {
                world.frames().await("tip\\.held");
            } else if (list.getFirst() instanceof Map<?, ?> first) {
                world.turns().sleep(Duration.ofMillis(1_000L + world.luck().number(3_000)));
                String id = String.valueOf(first.get("order_id"));
                boolean isApproved = world.luck().flips();
                world.user().dashboard("POST", "/held-tips/" + id + (isApproved ? "/approve" : "/reject"), "{}");
            }
        });
    }

    /// Has every tip wait for a moderator for a while, as a streamer does whose chat gets rough.
    void holdAll(Duration activity) {
        for (boolean isOn : List.of(true, false)) {
            world.user().dashboard("PATCH", "/settings", """
                    {"review": {"hold_all": %s}}""".formatted(isOn));
            world.turns().sleep(activity.dividedBy(4));
        }
    }

    /// Deletes the endpoint of the receiver that is there briefly.
    void deleteEndpoint() {
        Instant began = world.turns().now();
        Object endpoints =
                world.user().send("GET", "/v1/webhook-endpoints", null, null).at("endpoints");
        if (endpoints instanceof List<?> list) {
            for (Object endpoint : list) {
                if (endpoint instanceof Map<?, ?> fields
                        && String.valueOf(fields.get("url")).contains("brief")) {
                    ApiUser.Reply deleted =
                            world.user().send("DELETE", "/v1/webhook-endpoints/" + fields.get("id"), null, null);
                    boolean isDeleted = deleted.status() < 500 && !world.takesBack(began);
                    endpointDeleted = isDeleted ? world.turns().now() : endpointDeleted;
                }
            }
        }
    }

    /// Revokes the second key.
    void revokeKey() {
        Instant began = world.turns().now();
        ApiUser.Reply reply = world.user().dashboard("DELETE", "/api-keys/" + account.secondKeyId(), null);
        keyRevoked = reply.isDone() && !world.takesBack(began) ? world.turns().now() : null;
        mayBeRevoked = reply.isDone() || world.takesBack(began);
        isRevocationUndone = reply.isDone() && world.restoration().undoes(began);
    }
}
