package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandIn;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// A platform that is played: its own paths, the authorize page, and `control/…`, by which scripts make things happen.
abstract sealed class StandInPlatform implements StandIn permits StandInTwitch, StandInKick {

    /// The name that is filled in on the authorize page.
    private static final String STREAMER = "NovaFox";

    private static final String LOGIN = "[A-Za-z0-9_]{1,25}";

    private final String title;
    private final OAuthServer oauth;
    private final StandInLog log;

    /// @param title the platform's name, as people write it
    StandInPlatform(String title, OAuthServer oauth, StandInLog log) {
        this.title = title;
        this.oauth = oauth;
        this.log = log;
    }

    @Override
    public final StandInLog log() {
        return log;
    }

    /// The app that is there from the start.
    final StandInApp app() {
        return oauth.firstApp();
    }

    /// Every secret that this platform gave or was given in this process.
    abstract Set<String> secrets();

    /// Answers a call of the platform's own API.
    ///
    /// @throws StandInRefusal if it is refused
    abstract StandInAnswer api(StandInCall call);

    /// Whether an app has one webhook, which its developer enters.
    abstract boolean webhookOfApp();

    /// Sends an event to those who subscribed to it.
    ///
    /// @return the answer's fields: `delivered`, the statuses
    abstract ObjectNode emit(ObjectNode order);

    /// Ends people's authorizations, and tells subscribers if the platform does that.
    ///
    /// @param userId one person's; empty for everyone's
    abstract ObjectNode revoke(String userId);

    /// All subscriptions, without their secrets.
    abstract ArrayNode subscriptions();

    /// Ends subscriptions, as the platform does by itself.
    abstract ObjectNode drop(ObjectNode order);

    /// Answers what only this platform has below `control/`.
    ///
    /// @throws StandInRefusal if there is no such thing
    abstract StandInAnswer ownControl(StandInCall call);

    @Override
    public final StandInAnswer answer(StandInCall call) {
        try {
            if (call.path().startsWith(CONTROL)) {
                return control(call);
            }
            return switch (call.route()) {
                case "GET /app" -> AuthorizePage.app(title, shownApp(call), webhookOfApp());
                case "POST /app" -> saved(call);
                default -> api(call);
            };
        } catch (StandInRefusal e) {
            return e.answer();
        }
    }

    @Override
    public final boolean isOfService(StandInCall call) {
        return !call.path().startsWith(CONTROL)
                && !call.path().equals("/app")
                && !call.path().endsWith("/authorize");
    }

    private StandInApp shownApp(StandInCall call) {
        return oauth.app(call.field("client_id")).orElseGet(oauth::firstApp);
    }

    private StandInAnswer saved(StandInCall call) {
        oauth.change(shownApp(call)
                .withAddresses(
                        call.field("webhook_url").strip(),
                        call.field("redirect_url").strip()));
        return StandInAnswer.redirect("app?client_id=" + shownApp(call).clientId());
    }

    private StandInAnswer control(StandInCall call) {
        return switch (call.method() + " " + call.path().substring(CONTROL.length())) {
            case "GET log" -> StandInAnswer.json(200, log.json());
            case "GET chat" -> StandInAnswer.json(200, log.chat());
            case "GET subscriptions" -> {
                ObjectNode all = node();
                all.set("subscriptions", subscriptions());
                yield StandInAnswer.json(200, all);
            }
            case "POST subscriptions" -> StandInAnswer.json(200, drop(order(call)));
            case "POST emit" -> StandInAnswer.json(202, emit(order(call)));
            case "POST revoke" ->
                StandInAnswer.json(202, revoke(order(call).path("user_id").asText()));
            case "POST expire" -> {
                oauth.expire();
                yield done();
            }
            case "POST answer" -> {
                log.tell(order(call));
                yield done();
            }
            case "POST scopes" -> {
                oauth.withhold(texts(order(call).path("withheld")));
                yield done();
            }
            case "POST secret" -> {
                StandInApp app = oauth.app(order(call).path("client_id").asText())
                        .orElseGet(oauth::firstApp)
                        .withSecret(RandomText.secret(30));
                oauth.change(app);
                yield StandInAnswer.json(200, credentials(app));
            }
            case "POST app" -> StandInAnswer.json(201, credentials(oauth.register()));
            default -> ownControl(call);
        };
    }

    static ObjectNode order(StandInCall call) {
        return call.body().isBlank()
                ? node()
                : call.json()
                        .orElseThrow(() -> new StandInRefusal(StandInAnswer.text(400, "This is no JSON object\n")));
    }

    /// The answer of a control that sends events.
    ///
    /// @param statuses of the receivers' answers
    static ObjectNode delivered(List<Integer> statuses) {
        ObjectNode answer = node();
        ArrayNode delivered = answer.putArray("delivered");
        statuses.forEach(delivered::add);
        return answer;
    }

    /// Whether an order is about a value: it has that one in the field, or no such field.
    static boolean matches(ObjectNode order, String field, String value) {
        return order.path(field).asText(value).equals(value);
    }

    static StandInAnswer done() {
        return StandInAnswer.json(200, node().put("success", true));
    }

    static StandInRefusal noSuchControl() {
        return new StandInRefusal(
                StandInAnswer.text(404, "There is no such control; docs/local-stack.md lists them\n"));
    }

    /// Asks the streamer, once the platform has found the request acceptable.
    final StandInAnswer ask(StandInCall call, List<String> sentOn) {
        Map<String, String> fields = new LinkedHashMap<>();
        sentOn.forEach(name -> fields.put(name, call.field(name)));
        return AuthorizePage.question(title, fields, scopes(call), STREAMER);
    }

    /// Sends the streamer back with what they decided.
    ///
    /// @param denied what a platform says of a refusal
    final StandInAnswer decided(StandInCall call, String challenge, Map<String, String> denied) {
        String name = call.field("login").isEmpty() ? STREAMER : call.field("login");
        Map<String, String> back = new LinkedHashMap<>();
        switch (call.field("decision")) {
            case "approve" -> {
                if (!name.matches(LOGIN)) {
                    throw new StandInRefusal(StandInAnswer.text(400, "A name has letters, digits and underscores\n"));
                }
                StandInUser user = StandInUser.named(name);
                back.put(
                        "code",
                        oauth.approve(
                                call.field("client_id"), user, call.field("redirect_uri"), scopes(call), challenge));
            }
            case "deny" -> back.putAll(denied);
            default -> throw new StandInRefusal(StandInAnswer.text(400, "decision is approve or deny\n"));
        }
        if (!call.field("state").isEmpty()) {
            back.put("state", call.field("state"));
        }
        return StandInAnswer.redirect(AuthorizePage.with(call.field("redirect_uri"), back));
    }

    static List<String> scopes(StandInCall call) {
        return Arrays.stream(call.field("scope").split(" "))
                .filter(scope -> !scope.isEmpty())
                .distinct()
                .toList();
    }

    static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private static ObjectNode credentials(StandInApp app) {
        return node().put("client_id", app.clientId()).put("client_secret", app.clientSecret());
    }
}
