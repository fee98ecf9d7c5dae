package streamerapi.service;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The client for Python: its README's code does what it says, and it sends again what may be sent again.
class PythonClientTest {

    private static final Path CLIENT = Service.root().resolve("docs/clients/python");
    private static final Pattern BLOCK = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

    /// After the code of the README: the handler takes a delivery and refuses a forged one, and a server that is down
    /// for one answer gets the same request again.
    private static final String EVENING = """
            import threading, urllib.error, urllib.request

            taken = threading.Event()
            accept = Hook.do_POST

            def do_POST(self):
                accept(self)
                if seen:
                    taken.set()

            Hook.do_POST = do_POST
            Hook.log_message = lambda *any: None
            threading.Thread(target=server.serve_forever, daemon=True).start()
            hook = f"http://127.0.0.1:{server.server_port}/hook"
            os.environ["WEBHOOK_SECRET"] = api.post(
                "/webhook-endpoints", {"url": hook, "events": ["tip.created"]})["secret"]
            try:
                urllib.request.urlopen(urllib.request.Request(
                    hook, data=b"{}", headers={"Service-Signature": "t=1,v1=" + "0" * 64}))
            except urllib.error.HTTPError as refused:
                print("forged", refused.code)
            api.post("/tips/test", {"name": "Grace"})
            print("taken", taken.wait(60))

            try:
                StreamerApi(os.environ["STREAMER_URL"], "sak_none").get("/me")
            except ApiError as refusal:
                print(refusal.status, refusal.code, refusal.request_id is not None)

            import itertools

            for name in ("Bea", "Cleo", "Dora"):
                api.post("/tips", {"name": name})
            waiting = api.pages("/tts/queue", "items", limit=2)
            print("waiting", [tip["name"] for tip in itertools.islice(waiting, 9)])

            print("counters", list(api.pages("/counters", "counters")))

            keys = []

            class Once(BaseHTTPRequestHandler):
                def do_POST(self):
                    keys.append(self.headers["Idempotency-Key"])
                    text = b"{}"
                    self.send_response(503 if len(keys) == 1 else 200)
                    self.send_header("Content-Length", "2")
                    self.end_headers()
                    self.wfile.write(text)

                def do_PATCH(self):
                    keys.clear()
                    self.do_POST()

                def do_DELETE(self):
                    gateway = b'{"message": "Too Many Requests"}'
                    cut = "cut" in self.path
                    self.send_response(403 if cut else 429)
                    self.send_header("Content-Length", str(len(gateway) + (9 if cut else 0)))
                    self.end_headers()
                    self.wfile.write(gateway)
                    self.close_connection = True

                log_message = lambda *any: None

            once = HTTPServer(("127.0.0.1", 0), Once)
            threading.Thread(target=once.serve_forever, daemon=True).start()
            other = StreamerApi(f"http://127.0.0.1:{once.server_port}/v1/", lambda: "sak_none")
            print("again", other.post("/tips"), len(keys), len(set(keys)))
            try:
                other.patch("/commands/hug", {})
            except ApiError as refusal:
                print("patched once", refusal.status, len(keys))
            streamer_api._RETRIES = 0
            for refusing in ("/gateway", "/cut"):
                try:
                    other.delete(refusing)
                except ApiError as refusal:
                    print("refused", refusal)
            print(streamer_api.path("/viewers/{user}/rewards", "alpha:4/2"))
            """;

    @TempDir
    private Path folder;

    // The client compares the times of deliveries with its own clock, and other tests move the shared service's.
    @AutoClose
    private final Service service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));

    private final Account account = service.newAccount();

    @Test
    void theCodeOfTheReadmePlaysATip() throws IOException, InterruptedException {
        if (Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .noneMatch(place -> Files.isExecutable(Path.of(place, "python3")))) {
            System.out.println("SKIPPED: python3 is not on the path, so the client for it is not tested");
            abort("no python3");
        }
        String readme = BLOCK.matcher(Files.readString(CLIENT.resolve("README.md")))
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining("\n"))
                .replace("\"127.0.0.1\", 4000", "\"127.0.0.1\", 0");
        Path program = Files.writeString(folder.resolve("evening.py"), readme + EVENING);
        Path said = folder.resolve("said.txt");
        ProcessBuilder python = new ProcessBuilder("python3", "-B", "-W", "error", program.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        python.environment()
                .putAll(Map.of(
                        "PYTHONPATH", CLIENT.toString(),
                        "STREAMER_URL", service.stack().authUrl() + "/v1",
                        "STREAMER_KEY", account.apiKey()));
        Process run = python.start();

        assertThat(run.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(said)
                .content()
                .contains("Ada None\n")
                .contains("Ada 5\n")
                .contains("forged 401\n")
                .contains("taken True\n")
                .containsPattern("tip.created .*Grace")
                .contains("401 invalid_api_key True\n")
                .contains("waiting ['Grace', 'Bea', 'Cleo', 'Dora']\n")
                .contains("counters []\n")
                .contains("again {} 2 1\n")
                .contains("patched once 503 1\n")
                .contains("refused 429 rate_limited: Too Many Requests\n")
                .contains("refused 403 unavailable: The answer is not JSON\n")
                .contains("/viewers/alpha%3A4%2F2/rewards\n");
        assertThat(run.exitValue()).isZero();
    }
}
