package streamerapi.simulation.year;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Viewers who sign in with their accounts at a platform. One is given credits, which two moderators take away again at
/// the same time; others tip, and have all that is known of them erased.
final class Fans {

    private static final String RICH = "alpha:4711";

    /// The number of the account of the first viewer who leaves, at the platform.
    private static final int FIRST_LEAVING = 4712;

    private final World world;
    private final List<Leaving> leaving = new ArrayList<>();

    Fans(World world) {
        this.world = world;
    }

    /// A viewer who leaves.
    private static final class Leaving {

        private final int number;
        private String farewell = "";
        private boolean isErased;

        Leaving(int number) {
            this.number = number;
        }

        private String account() {
            return "alpha:" + number;
        }

        private String name() {
            return "Erin " + number;
        }

        /// Whether this is about the tip of which no event is kept.
        private boolean isIn(String text) {
            return !farewell.isEmpty() && text.contains(farewell);
        }

        private boolean isIn(Map<String, AttributeValue> row) {
            return row.toString().contains(name()) || row.toString().contains(account());
        }
    }

    /// Begins what each does in this time.
    void come(Duration activity, Scale scale) {
        if (world.luck().flips()) {
            world.turns().at(world.luck().within((double) activity.toSeconds()), this::spend);
        }
        int viewers = scale.leaving(world.luck());
        for (int i = 0; i < viewers; i++) {
            Leaving viewer = new Leaving(FIRST_LEAVING + i);
            leaving.add(viewer);
            world.turns().start(() -> leave(viewer, activity));
        }
    }

    private void signIn(String account, String name) {
        String id = account.substring(account.indexOf(':') + 1);
        world.user().ingest("alpha", "in-" + id, "viewer.signed_in", """
                        {"platform_user_id": "%s", "display_name": "%s"}""".formatted(id, name));
    }

    private void spend() {
        signIn(RICH, "Rich");
        world.user().send("POST", "/v1/viewers/" + RICH + "/credits/grant", """
                {"amount": 3}""", "grant");
        for (int moderator = 0; moderator < 2; moderator++) {
            world.turns().start(() -> {
                for (int i = 0; i < 3; i++) {
                    world.turns().sleep(world.luck().within(0.5));
                    world.user().send("POST", "/v1/viewers/" + RICH + "/credits/revoke", """
                            {"amount": 2}""", null);
                }
            });
        }
    }

    private void leave(Leaving viewer, Duration activity) {
        signIn(viewer.account(), viewer.name());
        world.turns().sleep(world.luck().within((double) activity.toSeconds()));
        Instant began = world.turns().now();
        String body = """
                {"name": "%s", "message": "Farewell", "amount": 3, "paid": true,
                "platform": "alpha", "platform_user_id": "%s"}""".formatted(viewer.name(), viewer.number);
        ApiUser.Reply tip = world.user().send("POST", "/v1/tips", body, "key-farewell-" + viewer.number);
        world.turns().sleep(Duration.ofSeconds(30));
        if (tip.status() != ApiUser.CREATED || world.takesBack(began)) {
            return;
        }
        viewer.farewell = String.valueOf(tip.at("tip", "order_id"));
        Instant leaves = world.turns().now();
        viewer.isErased = world.user()
                        .dashboard("DELETE", "/viewers/" + viewer.account(), null)
                        .isDone()
                && !world.takesBack(leaves);
    }

    /// Whether this is about a tip of which no event is kept.
    boolean isOfErased(String text) {
        return leaving.stream().anyMatch(viewer -> viewer.isIn(text));
    }

    /// How many tips count of whose coming the log does not tell any more.
    long untold(List<Told> told) {
        List<Told> tips = Told.tips(told, "");
        return leaving.stream()
                .filter(viewer -> !viewer.farewell.isEmpty())
                .filter(viewer -> tips.stream().noneMatch(tip -> viewer.isIn(tip.orderId())))
                .count();
    }

    /// Holds what is known of them, once everything is at rest, to what they did.
    void hold(Year year, Broken broken) {
        String account = Keys.account(year.account().tenantId());
        long granted = 0;
        long revoked = 0;
        for (Row entry : year.table().query(Query.of(account, "CREDIT#"))) {
            long amount = entry.get(Attribute.whole("amount"));
            granted += entry.get(Attribute.text("type")).equals("grant") ? amount : 0;
            revoked += entry.get(Attribute.text("type")).equals("grant") ? 0 : amount;
        }
        List<Row> people = year.table().query(Query.of(account, "PERSON#"));
        long available = people.stream()
                .mapToLong(row -> row.get(Attribute.whole("available")))
                .sum();
        broken.holds(available >= 0, "credits are never below zero", RICH + " has " + available);
        broken.holds(
                available == granted - revoked,
                "credits are the grants less the spendings",
                RICH + " has " + available + " of " + granted + " less " + revoked);
        leaving.stream().filter(viewer -> viewer.isErased).forEach(viewer -> {
            List<String> rows = world.table().table().items().stream()
                    .filter(viewer::isIn)
                    .map(row -> row.get("pk") + " " + row.get("sk"))
                    .toList();
            broken.holds(rows.isEmpty(), "who is erased is nowhere", rows);
        });
    }
}
