package streamerapi.node;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Browser;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.shared.auth.Scope;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The clients of the Model Context Protocol's own project use the server, in both of their major versions.
@NullMarked
class McpClientsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"2026-07-28, 2026-07-28", "auto, 2026-07-28", "2025-11-25, 2025-11-25"})
    void anAssistantLooksAtTheQueueAndSkipsWhatPlays(String revision, String spoken) throws Exception {
        String tip = account.tip("Ada");
        account.api().post("/tts/" + tip + "/start").expect(200);

        String output = run(revision, account.apiKey());

        assertThat(output)
                .contains("connected to streamer-api in " + spoken + "\n")
                .contains("tools get_tts_queue get_tts_now ")
                .containsPattern("get_tts_queue .*\"name\":\"Ada\"")
                .containsPattern("skip_tts .*This would skip the tip that plays now, from")
                .containsPattern("skip_tts .*\"skipped_order_id\":\"" + tip)
                .containsPattern("get_tts_now .*\"playing\":false")
                .containsPattern("create_test_tip .*\"field\":\"amount\"")
                .contains("refused true\n")
                .contains("error -32602\n");
    }

    @ParameterizedTest
    @CsvSource({"2026-07-28", "2025-11-25"})
    void aClientFindsTheAuthorizationServerAndSignsIn(String revision) throws Exception {
        TestApp app = TestApp.open(service.newAccount(), Scope.TTS_READ);
        account.tip("Ada");
        String state = folder.resolve("state.json").toString();
        String asked = run(revision, "oauth", app.app().clientId(), TestApp.REDIRECT, state);
        assertThat(asked).startsWith("authorize " + service.stack().authUrl() + "/oauth/authorize?");

        String back = approved(URI.create(asked.strip().substring("authorize ".length())));
        String output = run(revision, "oauth", app.app().clientId(), TestApp.REDIRECT, state, back);

        assertThat(output)
                .contains("connected to streamer-api in " + revision + "\n")
                .contains("tools get_tts_queue get_tts_now list_tts_history get_leaderboard list_event_history\n")
                .containsPattern("get_tts_queue .*\"name\":\"Ada\"");
    }

    private String run(String revision, String... more) throws IOException, InterruptedException {
        Path workspace = NodeTools.installed().workspace("mcp", "mcp.mjs");
        List<String> command =
                new ArrayList<>(List.of("node", workspace.resolve("mcp.mjs").toString(), revision));
        command.add(service.stack().authUrl() + "/mcp");
        command.addAll(List.of(more));
        NodeTools.Result result = NodeTools.run(workspace, command);
        assertThat(result.succeeded()).as(result.output()).isTrue();
        return result.output();
    }

    private String approved(URI ask) {
        Browser browser = new Browser(service);
        Answer form =
                browser.web().get(ask.getRawPath() + "?" + ask.getRawQuery()).expect(200);
        Answer consent = browser.signIn(form, account.email(), account.password());
        Answer sent = browser.submit(consent, "decision", "approve").expect(303);
        return Objects.requireNonNull(sent.header("Location"));
    }
}
