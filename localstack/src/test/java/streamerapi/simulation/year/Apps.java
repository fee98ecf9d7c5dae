package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Apps that the streamer connects. Each exchanges its code for tokens, uses and refreshes them, and has the account
/// connected again when it has ended; its tokens are revoked by itself and by the streamer, and used twice.
final class Apps {

    private static final String TWICE = "what was used twice";
    private static final int REFUSED = 400;

    private final World world;
    private final YearAccount account;
    private final Tally tally;
    private final List<Grant> grants = new ArrayList<>();
    private final List<String> opened = new ArrayList<>();
    private final List<String> survived = new ArrayList<>();
    private final List<String> expired = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> twice = new ArrayList<>();
    private final List<String> stolen = new ArrayList<>();

    Apps(World world, YearAccount account, Tally tally) {
        this.world = world;
        this.account = account;
        this.tally = tally;
    }

    /// An authorization as its app knows it.
    private final class Grant {

        private final AppClient client;
        private final List<SocketClient> sockets = new ArrayList<>();
        private String access = "";
        private String refresh = "";
        private @Nullable Instant ended;
        private String why = "";

        /// Whether a request that may have ended it got no answer.
        private boolean isUnsure;

        Grant(AppClient client, ApiUser.Reply tokens) {
            this.client = client;
            take(tokens);
        }

        void take(ApiUser.Reply tokens) {
            access = String.valueOf(tokens.at("access_token"));
            refresh = String.valueOf(tokens.at("refresh_token"));
            world.secrecy().add("an access token of " + client.name(), access);
            world.secrecy().add("a refresh token of " + client.name(), refresh);
        }

        boolean lives() {
            return ended == null && !isUnsure;
        }

        /// Notes what a request did that ends it, if it was answered.
        void end(boolean isAnswered, String reason) {
            if (isAnswered && ended == null) {
                ended = world.turns().now();
                why = reason;
                world.story().tell(client.name() + " is ended by " + reason);
            }
            isUnsure |= !isAnswered;
        }

        ApiUser user() {
            return new ApiUser(world, account, access);
        }

        String shown() {
            return client.name() + (why.isEmpty() ? "" : " after " + why) + " at "
                    + world.turns().now();
        }
    }

    /// The sockets of all of them.
    Stream<SocketClient> sockets() {
        return grants.stream().flatMap(grant -> grant.sockets.stream());
    }

    /// Begins what an app does in this time.
    void come(String name, boolean isPublic, Duration activity) {
        world.turns().start(() -> {
            AppClient client = AppClient.registered(world, name, isPublic);
            if (client != null) {
                world.turns().during(activity, () -> use(client));
            }
        });
    }

    private void use(AppClient client) {
        Grant last = grants.stream()
                .filter(grant -> grant.client == client)
                .reduce((first, second) -> second)
                .orElse(null);
        if (last == null || !last.lives()) {
            connect(client, last);
        } else {
            act(last);
            look(last);
        }
        world.turns().sleep(Duration.ofSeconds(2).plus(world.luck().within(20)));
    }

    /// The streamer agrees, and the app exchanges the code, again if the answer is lost. At times somebody else tries
    /// it first, or it is used once more.
    private void connect(AppClient client, @Nullable Grant before) {
        String code = client.code();
        if (world.luck().number(4) == 0 && client.stolen(code).isDone()) {
            stolen.add(client.name());
        }
        ApiUser.Reply reply = client.exchanged(code);
        if (isUnanswered(reply)) {
            reply = client.exchanged(code);
            if (before != null) {
                before.isUnsure = true;
            }
        }
        if (!reply.isDone()) {
            return;
        }
        if (before != null) {
            before.end(true, "another authorization");
            look(before);
        }
        Grant grant = new Grant(client, reply);
        grants.add(grant);
        if (world.luck().number(4) == 0) {
            usedAgain(grant, client.exchanged(code));
            look(grant);
        }
    }

    private static boolean isUnanswered(ApiUser.Reply reply) {
        return reply.status() >= 500 || reply.status() == 429;
    }

    private void act(Grant grant) {
        switch (world.luck().number(9)) {
            case 0 ->
                grant.end(
                        grant.client
                                .revoked(world.luck().flips() ? grant.access : grant.refresh)
                                .isDone(),
                        "the app");
            case 1 -> disconnect(grant);
            case 2 -> {
                String old = grant.refresh;
                refresh(grant);
                if (grant.lives()) {
                    usedAgain(grant, grant.client.refreshed(old));
                }
            }
            case 3 -> refreshAtOnce(grant);
            case 4, 5 -> {
                SocketClient socket = new SocketClient(world, grant.client.name(), grant.access);
                grant.sockets.add(socket);
                socket.open();
            }
            default -> refresh(grant);
        }
    }

    private void disconnect(Grant grant) {
        Object apps = world.user().dashboard("GET", "/connected-apps", null).at("authorizations");
        for (Object app : apps instanceof List<?> list ? list : List.of()) {
            Map<String, ?> fields = Json.asObject(app);
            if (grant.client.id().equals(fields.get("client_id"))) {
                ApiUser.Reply reply = world.user().dashboard("DELETE", "/connected-apps/" + fields.get("id"), null);
                grant.end(reply.isDone(), "the streamer");
            }
        }
    }

    /// Refreshes the tokens, and once more if no answer comes. That ends the authorization if the first one was done.
    private void refresh(Grant grant) {
        ApiUser.Reply reply = grant.client.refreshed(grant.refresh);
        boolean isAgain = isUnanswered(reply);
        if (isAgain) {
            reply = grant.client.refreshed(grant.refresh);
        }
        if (reply.isDone()) {
            grant.take(reply);
        } else if (isAgain) {
            world.story().tell("a refresh was tried again because its answer was lost");
            grant.end(reply.status() == REFUSED, TWICE);
        } else {
            refused.add(grant.shown() + " " + reply.text());
        }
    }

    private void usedAgain(Grant grant, ApiUser.Reply reply) {
        if (reply.isDone()) {
            twice.add(grant.shown());
        }
        grant.end(reply.status() == REFUSED, TWICE);
    }

    /// Two processes of the app refresh its tokens at once: one gets new ones, and the other ends them.
    private void refreshAtOnce(Grant grant) {
        List<ApiUser.Reply> replies = new ArrayList<>();
        CompletableFuture<Boolean> both = new CompletableFuture<>();
        for (int i = 0; i < 2; i++) {
            world.turns().at(world.luck().within(0.05), () -> {
                replies.add(grant.client.refreshed(grant.refresh));
                if (replies.size() == 2) {
                    both.complete(true);
                }
            });
        }
        world.turns().join(both, Duration.ofMinutes(2));
        if (replies.stream().filter(ApiUser.Reply::isDone).count() == 2) {
            twice.add(grant.shown());
        }
        grant.end(replies.stream().anyMatch(reply -> reply.status() == REFUSED), TWICE);
    }

    /// Tries whether its tokens are good, as they should be if and only if nobody has ended it.
    private void look(Grant grant) {
        if (grant.ended != null) {
            boolean opens = grant.user().send("GET", "/v1/me", null, null).isDone()
                    || grant.client.refreshed(grant.refresh).isDone();
            if (opens) {
                (grant.why.equals(TWICE) ? survived : opened).add(grant.shown());
            }
        } else if (grant.lives()) {
            ApiUser.Reply reply = tally.add(grant.user());
            if (!reply.isDone() && !isUnanswered(reply)) {
                refused.add(grant.shown() + " " + reply.text());
            }
        }
    }

    /// Looks at them once everything is at rest.
    void lookAtRest() {
        for (Grant grant : grants) {
            if (grant.user().send("GET", "/v1/me", null, null).isDone()) {
                expired.add(grant.shown());
            }
            if (grant.lives()) {
                refresh(grant);
            }
            look(grant);
        }
    }

    /// Holds what became of them to what they may do.
    void hold(Broken broken) {
        if (grants.isEmpty()) {
            return;
        }
        broken.holds(opened.isEmpty(), "an ended credential opens nothing", opened);
        broken.holds(survived.isEmpty(), "a code or refresh token that is used twice ends its authorization", survived);
        broken.holds(expired.isEmpty(), "an access token opens for an hour", expired);
        broken.holds(refused.isEmpty(), "an authorization that nobody has ended goes on", refused);
        broken.holds(twice.isEmpty(), "a code or refresh token gives tokens once", twice);
        broken.holds(stolen.isEmpty(), "a code gives nothing to who has no verifier", stolen);
        for (Grant grant : grants) {
            for (SocketClient socket : grant.sockets) {
                List<String> late = socket.seenLongAfter(grant.ended);
                broken.holds(
                        late.isEmpty(),
                        "an ended credential sees nothing that came after",
                        grant.client.name() + " sees " + late);
            }
        }
    }
}
