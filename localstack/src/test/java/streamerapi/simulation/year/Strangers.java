package streamerapi.simulation.year;

import streamerapi.shared.signatures.Signature;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A stranger who has none of the account's secrets: with a key that is made up, at the API and at a socket, and with a
/// notice of a payment that another secret has signed.
final class Strangers {

    static final String NAME = "Donor forged";

    private static final String NOTICE = """
            {"id": "forged", "type": "payment.captured", "tenant_id": "%s", "occurred_at": "%s",
            "data": {"payment_id": "forged", "amount": 3, "name": "%s"}}""";

    private final World world;
    private final YearAccount account;
    private final List<String> letIn = new ArrayList<>();

    Strangers(World world, YearAccount account) {
        this.world = world;
        this.account = account;
    }

    void come() {
        for (String key : List.of(forged(account.apiKey()), forged(account.overlayKey()), account.overlayKey())) {
            expectRefusal("a tip", once(key, "/v1/tips", """
                    {"name": "%s", "amount": 3, "paid": true}""".formatted(NAME)));
        }
        String notice = NOTICE.formatted(account.tenantId(), world.turns().now(), NAME);
        String signature = Signature.header(
                List.of(forged(String.valueOf(account.ingestSecrets().get("card_processor")))),
                world.turns().now(),
                notice.getBytes(StandardCharsets.UTF_8));
        expectRefusal(
                "a payment",
                world.user().once("POST", "/ingest/card_processor", Map.of("service-signature", signature), notice));
        SocketClient socket = new SocketClient(world, "stranger", forged(account.apiKey()));
        socket.open();
        world.turns().sleep(world.luck().within(20));
        if (socket.isLive() || !socket.seen().isEmpty()) {
            letIn.add("a socket");
        }
        socket.quit();
    }

    private ApiUser.Reply once(String key, String path, String body) {
        return world.user().once("POST", path, Map.of("authorization", "Bearer " + key), body);
    }

    private void expectRefusal(String what, ApiUser.Reply reply) {
        if (reply.isDone()) {
            letIn.add(what);
        }
    }

    /// A secret that looks like this one.
    private static String forged(String secret) {
        int middle = secret.length() / 2;
        char other = secret.charAt(middle) == 'A' ? 'B' : 'A';
        return secret.substring(0, middle) + other + secret.substring(middle + 1);
    }

    /// Holds that nothing came of it.
    void hold(List<Told> told, Broken broken) {
        broken.holds(letIn.isEmpty(), "who has no secret is not let in", letIn);
        broken.holds(
                told.stream().noneMatch(event -> event.data().toString().contains(NAME)),
                "what has no signature has no effect",
                NAME);
    }
}
