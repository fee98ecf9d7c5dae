package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.WebClient;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A cursor that is none of the list's is 400, at every list that has pages.
@NullMarked
class CursorsTest {

    /// The export goes on after any key, also one whose row is gone.
    private static final int SHORTEST_REFUSED = 100;

    private static final List<String> TEXTS = List.of(
            "x",
            "",
            "~",
            "\u0000",
            "\uffff",
            "😀",
            "TIP#" + "x".repeat(2_000),
            "TIP#" + "é".repeat(511),
            "VQ#1",
            "é".repeat(600));

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aCursorThatIsNoKeyIsRefusedByEveryList() {
        String endpoint = String.valueOf(account.api()
                .post("/webhook-endpoints", Map.of("url", "http://127.0.0.1:9/hook"))
                .expect(201)
                .at("endpoint.id"));
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "ada", "display_name", "Ada"));
        Map<String, @Nullable Object> paths =
                Json.asObject(Json.readObject(OpenApiDocument.text().getBytes(StandardCharsets.UTF_8))
                        .get("paths"));
        List<String> wrong = new ArrayList<>();
        List<String> lists = new ArrayList<>();
        paths.forEach((path, item) -> {
            String parameters = Json.writeText(Json.asObject(item).get("get"));
            for (String cursor : List.of("before", "after")) {
                if (parameters.contains("parameters/" + cursor) || parameters.contains("\"name\":\"" + cursor + "\"")) {
                    lists.add(path);
                    String place = path.replace("{endpointId}", endpoint).replaceAll("\\{[^}]+}", "alpha:1");
                    cursors().forEach(text -> {
                        Answer answer = caller(path).get(place + "?" + cursor + "=" + WebClient.encode(text));
                        boolean refused = answer.status() == 400 && cursor.equals(answer.at("field"));
                        boolean mayBeOne = path.endsWith("/account/export") && text.length() < SHORTEST_REFUSED;
                        if (!refused && !(mayBeOne && answer.status() == 200)) {
                            wrong.add(path + " " + shown(text) + " -> " + answer.status() + " " + answer.text());
                        }
                    });
                }
            }
        });
        assertThat(lists).hasSizeGreaterThan(10);
        assertThat(wrong).isEmpty();
    }

    private ApiClient caller(String path) {
        return (path.startsWith("/dashboard") ? account.dashboard() : account.api()).withoutValidation();
    }

    /// Texts as they are, and as the lists encode their own, with a number of the export's in front.
    private static List<String> cursors() {
        List<String> cursors = new ArrayList<>();
        for (String text : TEXTS) {
            cursors.add(text);
            for (String prefix : List.of("", "0", "00", "01", "05", "99")) {
                cursors.add(Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString((prefix + text).getBytes(StandardCharsets.UTF_8)));
            }
        }
        return cursors;
    }

    private static String shown(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
