package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.tasks.ReadAhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A made-up credential of an account that has much of everything has no more read than a first page.
@NullMarked
class ReadAheadTest {

    private static final int COPIES = 400;

    /// A call may begin just below the bound, and read as much again.
    private static final int MOST = 2 * ReadAhead.MAX_ROWS + 100;

    private static final RowsRead ROWS = new RowsRead();

    @AutoClose
    private static Service service;

    @BeforeAll
    static void startService() {
        service = ROWS.startService();
    }

    @Test
    void noEndpointReadsMoreThanAFirstPageBeforeItsCallerIsKnown() {
        Account account = rich();
        String user = account.rows("USER#").getFirst().key().sort().substring("USER#".length());
        String tip = account.tip("Ada");
        ApiClient key = new ApiClient(
                        service.stack().authUrl(),
                        Secret.make(Secret.Kind.API_KEY, account.tenantId()).text())
                .withoutValidation();
        ApiClient session = new ApiClient(service.stack().authUrl(), null)
                .withoutValidation()
                .with(
                        "Cookie",
                        "session=" + user + "."
                                + Secret.make(Secret.Kind.SESSION, account.tenantId())
                                        .text());
        List<String> greedy = new ArrayList<>();
        int asked = 0;
        for (Operation operation : OpenApiDocument.load().operations()) {
            boolean reads = operation.method().equals("GET");
            if ((!operation.authenticated() && operation.role() == null)
                    || operation.path().startsWith("/oauth/")) {
                continue;
            }
            String path = operation.path().replaceAll("\\{[^}]+}", tip);
            for (String query : reads ? List.of("", "?limit=100", "?limit=1000", "?q=zz&limit=100") : List.of("")) {
                ROWS.reset();
                Answer answer = (operation.role() == null ? key : session)
                        .send(operation.method(), path + query, operation.body() == null ? null : body());
                assertThat(answer.status()).as(path + " " + answer.text()).isEqualTo(401);
                if (ROWS.count() > MOST) {
                    greedy.add(operation.method() + " " + path + query + " read " + ROWS.count());
                }
                asked++;
            }
        }
        assertThat(asked).isGreaterThan(250);
        assertThat(greedy).isEmpty();
    }

    /// Those who may ask are answered whole.
    @Test
    void theOwnerHasAllOfIt() {
        Account account = rich();
        ROWS.reset();
        Answer queue = account.api().withoutValidation().get("/tts/queue").expect(200);

        assertThat(queue.each("items", "order_id")).hasSizeGreaterThan(COPIES);
        assertThat(ROWS.count()).isGreaterThan(COPIES);
    }

    private static Account rich() {
        Account account = service.newAccount();
        ApiClient api = account.api();
        account.tip("Ada");
        String played = account.tip("Grace");
        account.media();
        api.post("/tts/skip").expect(200);
        api.post("/tts/" + played + "/replay");
        api.send("PUT", "/counters/deaths", Json.write(Map.of("value", 1))).expect(201);
        api.post("/commands", Map.of("name", "hug", "response", "hugs")).expect(201);
        api.post("/timers", Map.of("name", "t", "message", "Hello", "interval_minutes", 30))
                .expect(201);
        api.post("/webhook-endpoints", Map.of("url", "http://127.0.0.1:9/hook")).expect(201);
        account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201);
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "ada", "display_name", "Ada"));
        Bulk.copy(account, COPIES);
        return account;
    }

    private static byte[] body() {
        return Json.write(Map.of("name", "Ada", "value", 1, "amount", 1, "message", "x"));
    }
}
