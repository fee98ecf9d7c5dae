package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.node.NodeTools;
import streamerapi.shared.auth.Scope;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// The shell commands of the guides, run as they stand: each answer has the status that its guide leads to expect.
@NullMarked
class GuideCommandsTest {

    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @TempDir
    private Path folder;

    @Test
    void theQuickStartGoesFromAKeyToAnEvent() throws Exception {
        assertThat(statuses("quickstart", Map.of())).containsExactly("200", "201", "200", "202");
        assertThat(account.api().get("/tts/queue").each("items", "source")).containsExactly("test");
    }

    @Test
    void aChangeUponAnOldTagIsRefusedAsTheGuideShows() throws Exception {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "{user} hugs"))
                .expect(201);
        assertThat(statuses("limits", Map.of())).containsExactly("200", "412");
    }

    @Test
    void anAppExchangesItsCode() throws Exception {
        TestApp app = TestApp.confidential(account, Scope.TTS_READ);
        assertThat(statuses(
                        "apps",
                        Map.of(
                                "CLIENT_ID", app.app().clientId(),
                                "CLIENT_SECRET", String.valueOf(app.secret()),
                                "CODE", app.code(account),
                                "REDIRECT_URI", TestApp.REDIRECT,
                                "VERIFIER", TestApp.VERIFIER)))
                .containsExactly("200");
    }

    /// The statuses of the answers to all commands of a guide, in their order.
    private List<String> statuses(String guide, Map<String, String> variables)
            throws IOException, InterruptedException {
        String origin = service.stack().authUrl();
        List<String> command = new ArrayList<>(List.of(
                "env", "AUTH_URL=" + origin, "STREAMER_URL=" + origin + "/v1", "STREAMER_KEY=" + account.apiKey()));
        variables.forEach((name, value) -> command.add(name + "=" + value));
        String commands = BLOCK.matcher(Files.readString(Service.root().resolve("docs/" + guide + ".md")))
                .results()
                .map(found -> found.group(1))
                .reduce("curl() { command curl -sS -o /dev/null -w '%{http_code}\\n' \"$@\"; }\n", String::concat);
        command.addAll(List.of(
                "bash", "-c", commands.replace("sak_…", account.apiKey()).replace("http://localhost:3000", origin)));
        NodeTools.Result result = NodeTools.run(folder, command);
        assertThat(result.succeeded()).as(result.output()).isTrue();
        return result.output().lines().toList();
    }
}
