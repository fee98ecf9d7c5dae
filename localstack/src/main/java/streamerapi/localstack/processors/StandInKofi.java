package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInPage;
import streamerapi.localstack.standins.StandInSamples;
import streamerapi.localstack.standins.StandInState;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Plays Ko-fi, which has no API: a page on which the streamer enters a webhook, and another on which a supporter
/// gives.
final class StandInKofi extends StandInProcessor {

    private static final List<String> TYPES = List.of("Donation", "Subscription", "Commission", "Shop Order");
    private static final String AMOUNT = "[0-9]{1,6}(\\.[0-9]{1,2})?";

    private final EventSender sender;
    private final InstantSource clock;
    private final Set<String> issued = new TreeSet<>();
    private String token;
    private String webhook;

    StandInKofi(StandInState state, EventSender sender, InstantSource clock) {
        super(new StandInLog(clock));
        this.sender = sender;
        this.clock = clock;
        JsonNode kept = state.part("kofi", this::kept);
        token = kept.path("token").asText(RandomText.uuid());
        webhook = kept.path("webhook").asText();
        issued.add(token);
    }

    private synchronized JsonNode kept() {
        return node().put("token", token).put("webhook", webhook);
    }

    synchronized String token() {
        return token;
    }

    @Override
    synchronized Set<String> secrets() {
        return Set.copyOf(issued);
    }

    @Override
    public boolean isOfService(StandInCall call) {
        return false;
    }

    @Override
    StandInAnswer own(StandInCall call) {
        return switch (call.route()) {
            case "GET /", "GET /app" -> page("");
            case "POST /app" -> {
                enter(call.field("webhook_url").strip());
                yield page("Saved.");
            }
            case "POST /donate" -> donated(call);
            default -> StandInAnswer.text(404, "The stand-in for Ko-fi does not play " + call.route() + "\n");
        };
    }

    private synchronized void enter(String address) {
        webhook = address;
    }

    private StandInAnswer donated(StandInCall call) {
        if (!call.field("amount").matches(AMOUNT)) {
            return page("The amount must be a number, such as 3 or 4.50.");
        }
        ObjectNode event = node().put(
                        "from_name", call.field("from_name").isBlank() ? "A supporter" : call.field("from_name"))
                .put("amount", call.field("amount"))
                .put("message", call.field("message"))
                .put("is_public", call.field("is_private").isEmpty());
        List<Integer> statuses = sent("Donation", event);
        return page(
                statuses.isEmpty()
                        ? "No webhook URL is entered, so nothing was told of it."
                        : "The service was told of it, and answered " + statuses.getFirst() + ".");
    }

    private synchronized StandInAnswer page(String note) {
        return StandInPage.of(200, "Ko-fi", """
                <p>This is the local stack's stand-in for Ko-fi. Nothing here reaches the real one, and no money moves.</p>
                <p role="status">%1$s</p>
                <h2>Webhooks, as the streamer sees them</h2>
                <p>Verification token: <code id="verification_token">%2$s</code></p>
                <form method="post" action="app">
                <label for="webhook_url">Webhook URL</label>
                <input id="webhook_url" name="webhook_url" value="%3$s" autocomplete="off">
                <button>Save</button>
                </form>
                <h2>A supporter gives</h2>
                <form method="post" action="donate">
                <label for="from_name">Name</label>
                <input id="from_name" name="from_name" value="Jo" autocomplete="off">
                <label for="amount">Amount in USD</label>
                <input id="amount" name="amount" value="3.00" inputmode="decimal" autocomplete="off">
                <label for="message">Message</label>
                <input id="message" name="message" value="Good luck tonight" autocomplete="off">
                <label for="is_private">Private (type anything)</label>
                <input id="is_private" name="is_private" autocomplete="off">
                <button>Give</button>
                </form>
                """.formatted(
                        StandInPage.escaped(note), StandInPage.escaped(token), StandInPage.escaped(webhook)));
    }

    private List<Integer> sent(String type, JsonNode subset) {
        String address;
        ObjectNode event = node();
        synchronized (this) {
            address = webhook;
            event.put("verification_token", token);
        }
        String transaction = RandomText.uuid();
        boolean isSubscription = type.equals("Subscription");
        event.put("message_id", RandomText.uuid())
                .put(
                        "timestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("type", type)
                .put("is_public", true)
                .put("from_name", "Jo Example")
                .put("message", "Good luck with the integration!")
                .put("amount", "3.00")
                .put("url", "https://ko-fi.com/Home/CoffeeShop?txid=" + transaction)
                .put("email", "jo.example@example.com")
                .put("currency", "USD")
                .put("is_subscription_payment", isSubscription)
                .put("is_first_subscription_payment", isSubscription)
                .put("kofi_transaction_id", transaction)
                .putNull("shop_items")
                .putNull("tier_name")
                .putNull("shipping")
                .putNull("discord_username")
                .putNull("discord_userid");
        if (type.equals("Shop Order")) {
            event.putArray("shop_items")
                    .addObject()
                    .put("direct_link_code", "1a2b3c4d5e")
                    .put("quantity", 1);
        }
        StandInSamples.merge(event, subset);
        if (address.isEmpty()) {
            return List.of();
        }
        String body = "data=" + URLEncoder.encode(event.toString(), StandardCharsets.UTF_8);
        return List.of(sender.send(new EventSender.Parcel(
                address,
                retry -> Map.of("Content-Type", "application/x-www-form-urlencoded"),
                body,
                () -> kept().path("webhook").asText().equals(address))));
    }

    @Override
    StandInAnswer control(String name, ObjectNode order) {
        return switch (name) {
            case "POST emit" -> {
                String type = order.path("type").asText("Donation");
                if (!TYPES.contains(type)) {
                    throw misunderstood("type is one of " + String.join(", ", TYPES));
                }
                yield delivered(sent(type, order.path("event")));
            }
            case "POST webhook" -> {
                enter(order.path("url").asText());
                yield StandInAnswer.json(200, node().put("success", true));
            }
            case "POST secret" -> StandInAnswer.json(200, node().put("verification_token", renewed()));
            default -> throw noSuchControl();
        };
    }

    /// Another token in place of the one before.
    private synchronized String renewed() {
        token = RandomText.uuid();
        issued.add(token);
        return token;
    }
}
