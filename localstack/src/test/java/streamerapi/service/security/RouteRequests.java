package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Requests to every route of the functions behind the HTTP API, about an account that has something for each of them
/// to work on. Its tips are shown to a moderation service.
@NullMarked
final class RouteRequests {

    /// The routes, by function.
    static final Map<String, Api> APIS =
            HttpFunctions.of(Template.read(Service.root().resolve("template.yaml")));

    /// The rows that tests themselves add, and those that hold a limiter's counts.
    private static final Set<String> CREDENTIALS = Set.of("KEY", "SESSION", "ALLOTMENT", "USER");

    private final Account account;
    private final Map<String, String> ids = new HashMap<>();

    /// @param others the address of the moderation service, and of a webhook endpoint
    RouteRequests(Account account, String others) {
        this.account = account;
        ApiClient api = account.api();
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("moderation", Map.of("url", others, "enabled", true)))
                .expect(200);
        for (String platform : List.of("alpha", "beta")) {
            account.connector(platform).send("bot.connected", Map.of("channel", "nova"));
        }
        account.connector("alpha")
                .send(
                        "channel_point_redemption",
                        Map.of(
                                "redemption_id", "r1",
                                "reward_id", "w1",
                                "reward_title", "Hydrate",
                                "reward_cost", 100,
                                "status", "unfulfilled",
                                "is_managed", true,
                                "user_name", "Ada",
                                "user_login", "ada"));
        account.connector("card_processor")
                .send("payment.held", Map.of("payment_id", "p1", "name", "Ada", "amount", 5, "currency", "USD"));
        ids.put("redemptionId", "r1");
        ids.put("orderId", account.tip("Ada"));
        ids.put("media", account.media());
        ids.put(
                "held",
                String.valueOf(account.dashboard()
                        .get("/dashboard/api/held-tips")
                        .expect(200)
                        .at("tips.0.order_id")));
        ids.put(
                "endpointId",
                String.valueOf(api.post("/webhook-endpoints", Map.of("url", others, "events", List.of("tip.refunded")))
                        .expect(201)
                        .at("endpoint.id")));
    }

    /// All routes.
    static List<Route> all() {
        return APIS.values().stream().flatMap(api -> api.routes().stream()).toList();
    }

    /// The route as a failure names it: `POST /tips`.
    static String name(Route route) {
        return route.method() + " " + route.template();
    }

    /// Sends a request to a route, with a body if its method has one.
    Answer send(ApiClient client, Route route) {
        String path = route.template();
        String order = path.contains("held-tips") || path.contains("/review")
                ? "held"
                : path.contains("/media/") ? "media" : "orderId";
        path = path.replace("{orderId}", Objects.requireNonNull(ids.get(order)));
        for (Map.Entry<String, String> id : ids.entrySet()) {
            path = path.replace("{" + id.getKey() + "}", id.getValue());
        }
        path = path.replaceAll("\\{[^}]+}", Objects.requireNonNull(ids.get("orderId")));
        boolean isApi = route.endpoint() != null && !path.startsWith("/dashboard/");
        boolean hasBody = !route.method().equals("GET") && !route.method().equals("DELETE");
        ApiClient sender =
                route.manner().page() ? client.with("Content-Type", "application/x-www-form-urlencoded") : client;
        return sender.beside(
                route.method(),
                isApi ? "/v1" + path : path,
                hasBody
                        ? (route.manner().page() ? "name=Ada&message=Hi".getBytes(StandardCharsets.UTF_8) : body())
                        : null);
    }

    /// A body that brings a message and a video to every endpoint that takes one.
    private static byte[] body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", "Ada");
        body.put("message", "Hi");
        body.put("amount", 5);
        body.put("url", StandInVideoSites.PLAYABLE);
        body.put("media", Map.of("url", StandInVideoSites.PLAYABLE));
        body.put("value", 1);
        body.put("scopes", List.of("tts:read"));
        body.put("jsonrpc", "2.0");
        body.put("id", 1);
        body.put("method", "tools/call");
        body.put("params", Map.of("name", "get_tts_queue", "arguments", Map.of()));
        return Json.write(body);
    }

    /// The account's rows, without its credentials.
    Map<Key, Map<String, AttributeValue>> rows() {
        Map<Key, Map<String, AttributeValue>> rows = new HashMap<>();
        account.partitions()
                .forEach(partition -> account.service()
                        .stack()
                        .engines()
                        .dynamoDb()
                        .queryPaginator(query -> query.tableName(
                                        account.service().stack().tableName("Table"))
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition)))
                                .consistentRead(true))
                        .items()
                        .forEach(row -> {
                            Key key = new Key(text(row, "pk"), text(row, "sk"));
                            if (!CREDENTIALS.contains(key.sort().split("#", 2)[0])) {
                                rows.put(key, row);
                            }
                        }));
        return rows;
    }

    private static String text(Map<String, AttributeValue> row, String attribute) {
        return Objects.requireNonNull(row.get(attribute)).s();
    }
}
