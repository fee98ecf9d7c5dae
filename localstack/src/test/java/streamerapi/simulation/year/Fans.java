package streamerapi.simulation.year;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.util.List;

/// Two viewers who sign in with their accounts at a platform. One is given credits, which two moderators take away
/// again at the same time; the other tips, and has all that is known of them erased.
final class Fans {

    static final String ERASED = "Erin Gone";

    private static final String RICH = "alpha:4711";
    private static final String LEAVING = "alpha:4712";

    private final World world;
    private String farewell = "";
    private boolean isErased;

    Fans(World world) {
        this.world = world;
    }

    /// Begins what each does in this time.
    void come(Duration activity) {
        if (world.luck().flips()) {
            world.turns().at(world.luck().within((double) activity.toSeconds()), this::spend);
        }
        if (world.luck().flips()) {
            world.turns().start(() -> leave(activity));
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

    private void leave(Duration activity) {
        signIn(LEAVING, ERASED);
        world.turns().sleep(world.luck().within((double) activity.toSeconds()));
        ApiUser.Reply tip = world.user().send("POST", "/v1/tips", """
                {"name": "%s", "message": "Farewell", "amount": 3, "paid": true,
                "platform": "alpha", "platform_user_id": "4712"}""".formatted(ERASED), "key-farewell");
        world.turns().sleep(Duration.ofSeconds(30));
        if (tip.status() != ApiUser.CREATED) {
            return;
        }
        farewell = String.valueOf(tip.at("tip", "order_id"));
        isErased = world.user().dashboard("DELETE", "/viewers/" + LEAVING, null).isDone();
    }

    /// Whether this is about the tip of which no event is kept.
    boolean isOfErased(String text) {
        return !farewell.isEmpty() && text.contains(farewell);
    }

    /// How many tips count of whose coming the log does not tell any more.
    int untold(List<Told> told) {
        return !farewell.isEmpty() && Told.tips(told, "").stream().noneMatch(tip -> isOfErased(tip.orderId())) ? 1 : 0;
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
        if (isErased) {
            List<String> rows = world.table().table().items().stream()
                    .filter(row ->
                            row.toString().contains(ERASED) || row.toString().contains(LEAVING))
                    .map(row -> row.get("pk") + " " + row.get("sk"))
                    .toList();
            broken.holds(rows.isEmpty(), "who is erased is nowhere", rows);
        }
    }
}
