package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.storage.Attribute;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.McpClient.CURRENT;

/// A change of an assistant's is made with the confirmation of its own preview, and with nothing else (docs/mcp.md).
@NullMarked
class McpConfirmationTest {

    private static final Map<String, String> TIP = Map.of("name", "Ada", "message", "Hello");

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final McpClient client = new McpClient(account.api(), CURRENT);

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void itIsGoodOnce() {
        String confirmation = client.confirmation("create_test_tip", TIP);
        assertThat(client.confirmed("create_test_tip", TIP, confirmation).at("result.isError"))
                .isEqualTo(false);
        refused(client.confirmed("create_test_tip", TIP, confirmation));
        assertThat(names()).containsExactly("Ada");
    }

    @Test
    void itIsGoodOnceOfManyAtTheSameMoment() {
        String confirmation = client.confirmation("create_test_tip", TIP);
        List<Answer> answers = AtOnce.run(20, i -> client.confirmed("create_test_tip", TIP, confirmation));
        assertThat(answers.stream().filter(answer -> Boolean.FALSE.equals(answer.at("result.isError"))))
                .hasSize(1);
        assertThat(names()).containsExactly("Ada");
    }

    @Test
    void itIsGoodForFiveMinutes() {
        String early = client.confirmation("create_test_tip", TIP);
        service.clock().advance(Duration.ofMinutes(4).plusSeconds(50));
        String late = client.confirmation("create_test_tip", TIP);
        assertThat(client.confirmed("create_test_tip", TIP, early).at("result.isError"))
                .isEqualTo(false);
        service.clock().advance(Duration.ofMinutes(5));
        refused(client.confirmed("create_test_tip", TIP, late));
        assertThat(names()).containsExactly("Ada");
    }

    @Test
    void itIsGoodForTheArgumentsThatWerePreviewed() {
        String confirmation = client.confirmation("create_test_tip", TIP);
        refused(client.confirmed("create_test_tip", Map.of("name", "Ada", "message", "Bye"), confirmation));
        refused(client.confirmed("create_test_tip", Map.of("name", "Ada"), confirmation));
        refused(client.confirmed(
                "create_test_tip", Map.of("name", "Ada", "message", "Hello", "amount", 5), confirmation));
        assertThat(names()).isEmpty();
        assertThat(client.confirmed("create_test_tip", TIP, confirmation).at("result.isError"))
                .as("the order of the arguments does not matter")
                .isEqualTo(false);
    }

    @Test
    void itIsGoodForTheToolThatWasPreviewed() {
        String confirmation = client.confirmation("pause_tts", Map.of());
        refused(client.confirmed("skip_tts", Map.of(), confirmation));
        refused(client.confirmed("resume_tts", Map.of(), confirmation));
        refused(client.confirmed("create_test_tip", Map.of(), confirmation));
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void itIsGoodForTheTipThatWasPreviewed() {
        String first = account.tip("Ada");
        String second = account.tip("Grace");
        account.api().post("/tts/" + first + "/start").expect(200);
        String confirmation = client.confirmation("skip_tts", Map.of());
        account.api().post("/tts/" + first + "/finish").expect(200);
        account.api().post("/tts/" + second + "/start").expect(200);

        refused(client.confirmed("skip_tts", Map.of(), confirmation));
        assertThat(account.eventTypes()).doesNotContain("queue.tts.skipped");
        assertThat(client.confirmed("skip_tts", Map.of(), client.confirmation("skip_tts", Map.of()))
                        .at("result.isError"))
                .isEqualTo(false);
    }

    @Test
    void itIsGoodForTheCredentialThatAsked() {
        McpClient other = new McpClient(account.api(Scope.TTS_CONTROL), CURRENT);
        McpClient elsewhere = new McpClient(service.newAccount().api(), CURRENT);
        String confirmation = client.confirmation("pause_tts", Map.of());
        refused(other.confirmed("pause_tts", Map.of(), confirmation));
        refused(elsewhere.confirmed("pause_tts", Map.of(), confirmation));
        assertThat(account.eventTypes()).isEmpty();
        assertThat(client.confirmed("pause_tts", Map.of(), confirmation).at("result.isError"))
                .isEqualTo(false);
    }

    @Test
    void oneThatIsMadeUpIsRefused() {
        String good = client.confirmation("pause_tts", Map.of());
        String[] parts = good.split("\\.");
        for (Object madeUp : List.of(
                true,
                "true",
                "",
                "yes",
                7,
                good.substring(1),
                good + "A",
                parts[0] + "." + (Long.parseLong(parts[1]) + 60) + "." + parts[2],
                "0000000000000000." + parts[1] + "." + parts[2],
                parts[0] + "." + parts[1] + "." + "A".repeat(43),
                parts[0] + ".999999999999." + parts[2])) {
            refused(client.confirmed("pause_tts", Map.of(), madeUp));
        }
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aPreviewWritesNothing() {
        client.confirmation("pause_tts", Map.of());
        client.confirmation("create_test_tip", TIP);
        assertThat(account.rows("CONFIRMATION#")).isEmpty();
        client.confirmed("pause_tts", Map.of());
        assertThat(account.rows("CONFIRMATION#"))
                .hasSize(1)
                .allSatisfy(
                        row -> assertThat(row.has(Attribute.any("expires_at"))).isTrue());
    }

    private void refused(Answer answer) {
        assertThat(answer.expect(200).at("result.isError")).as(answer.text()).isEqualTo(true);
        assertThat(answer.at("result.structuredContent.code")).isEqualTo("bad_request");
        assertThat(answer.at("result.structuredContent.field")).isEqualTo("confirm");
    }

    private List<String> names() {
        return account.api().get("/tts/queue").each("items", "name");
    }
}
