package streamerapi.localstack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.files.WholeFile;
import streamerapi.localstack.platforms.StandInPlatforms;
import streamerapi.localstack.template.TemplateException;
import streamerapi.localstack.videos.StandInVideoSites;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// The local stack as a command, set by environment variables.
///
/// The console is for people: what a function logs or prints goes to a file.
final class Command {
    private static final int DEFAULT_PORT = 3000;
    private static final List<String> OVERRIDES = List.of(
            "WEBHOOK_RETRY_DELAYS",
            "EFFECT_RETRY_DELAYS",
            "WEBHOOK_ALLOW_PRIVATE",
            "RATE_LIMIT_FACTOR",
            "VIDEO_SITES_URL",
            "SECRETS_KEY",
            "ALPHA_CONNECTOR_URL",
            "BETA_CONNECTOR_URL",
            "CARD_CONNECTOR_URL",
            "WALLET_CONNECTOR_URL",
            "AI_URL",
            "AI_TOKEN",
            "TWITCH_API_URL",
            "TWITCH_AUTH_URL",
            "KICK_API_URL",
            "KICK_AUTH_URL",
            "STRIPE_API_URL",
            "PAYPAL_API_URL",
            "PAYPAL_CERT_HOSTS",
            "PAYPAL_CERT_ROOTS");
    private static final String EVERYWHERE = "LISTEN_EVERYWHERE";
    private static final String TARGET = "localstack/target";

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Command(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /// Runs until the process is told to stop.
    ///
    /// @return the exit code
    int run() {
        try {
            Path dataDir = path("DATA_DIR", null);
            Options options = options(dataDir);
            int accounts = Checks.accounts(environment.getOrDefault("ACCOUNTS", "1"));
            out.println("Starting the Streamer API ...");
            out.flush();
            Path log = logTo(dataDir == null ? runDir() : dataDir);
            try (LocalStack stack = LocalStack.start(options)) {
                if ("true".equals(environment.get("RESET_LOGIN"))) {
                    stack.accounts().resetLogin(stack.demo());
                }
                announce(stack, log, more(stack, accounts));
                awaitStop(stack);
            }
            return 0;
        } catch (StartException | TemplateException e) {
            err.println(e.getMessage());
        } catch (Exception e) {
            err.println("The local stack does not start: " + e);
        }
        return 1;
    }

    private Options options(@Nullable Path dataDir) {
        var overrides = new TreeMap<String, String>();
        for (String name : OVERRIDES) {
            String value = environment.get(name);
            if (value != null) {
                overrides.put(name, Checks.checked(name, value));
            }
        }
        String emulator = environment.getOrDefault("AWS_ENDPOINT_URL", "");
        if (!emulator.isEmpty()) {
            Checks.answers(emulator);
        }
        return Options.of(Path.of("template.yaml"))
                .withPort(port())
                .withEverywhere(
                        "true".equals(Checks.checked(EVERYWHERE, environment.getOrDefault(EVERYWHERE, "false"))))
                .withDataDir(dataDir)
                .withEmulator(emulator.isEmpty() ? null : URI.create(emulator))
                .withOverrides(overrides);
    }

    private int port() {
        String text = environment.getOrDefault("PORT", "");
        try {
            int port = text.isEmpty() ? DEFAULT_PORT : Integer.parseInt(text);
            if (port >= 0 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new StartException("PORT is " + text + ", which is no number");
        }
        throw new StartException("PORT is " + text + ", which is no port");
    }

    private @Nullable Path path(String name, @Nullable Path fallback) {
        String text = environment.getOrDefault(name, "");
        return text.isEmpty() ? fallback : Path.of(text).toAbsolutePath();
    }

    private Path runDir() {
        return Path.of(environment.getOrDefault("RUN_DIR", TARGET));
    }

    private static Path logTo(Path directory) throws IOException {
        Path log = Files.createDirectories(directory).resolve("functions.log");
        System.setProperty("functions.log", log.toString());
        System.setProperty("log.others", "ERROR");
        System.setProperty("log4j2.configurationFile", "log4j2-local.xml");
        System.setOut(new PrintStream(new FileOutputStream(log.toFile(), true), true, StandardCharsets.UTF_8));
        return log;
    }

    /// The demo accounts beside the first.
    private static List<DemoAccount> more(LocalStack stack, int accounts) throws IOException {
        List<DemoAccount> more = new ArrayList<>();
        for (int number = 2; number <= accounts; number++) {
            more.add(
                    number == 2
                            ? stack.second()
                            : stack.accounts().account("Demo " + number, "account-" + number + ".json"));
        }
        return more;
    }

    /// Writes a file whole: a script that waits for it never reads half of it. A device or a pipe is written as it is.
    private static void write(Path file, String text) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        Files.createDirectories(file.getParent());
        WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private void announce(LocalStack stack, Path log, List<DemoAccount> more) throws IOException {
        DemoAccount demo = stack.demo();
        ObjectNode info = new ObjectMapper()
                .createObjectNode()
                .put("base_url", stack.baseUrl())
                .put("auth_url", stack.authUrl())
                .put("ws_url", stack.wsUrl());
        describe(demo, info);
        describe(stack.second(), info.putObject("second_account"));
        ArrayNode others = info.putArray("more_accounts");
        more.forEach(account -> describe(account, others.addObject()));
        info.put("connector_log_url", stack.connectorLogUrl());
        info.put("media_url", StandInVideoSites.PLAYABLE);
        ObjectNode standIns = info.putObject("stand_ins");
        for (String platform : List.of("twitch", "kick")) {
            StandInPlatforms.AppCredentials app = stack.platforms().app(platform);
            standIns.putObject(platform)
                    .put("url", stack.standInUrl(platform))
                    .put("client_id", app.clientId())
                    .put("client_secret", app.clientSecret());
        }
        for (String processor : List.of("stripe", "paypal", "kofi")) {
            ObjectNode entry = standIns.putObject(processor).put("url", stack.standInUrl(processor));
            new TreeMap<>(stack.processors().credentials(processor)).forEach(entry::put);
        }
        Path file = path("LOCAL_INFO", runDir().resolve("local.json"));
        if (file != null) {
            write(file.toAbsolutePath(), info.toPrettyString() + "\n");
        }
        out.printf(
                """
                The Streamer API is ready.

                  REST       %s
                  Realtime   %s
                  Demo key   %s
                  Dashboard  %s/dashboard, sign in as %s
                  Functions' log   %s%s

                Try:
                  curl -H 'Authorization: Bearer %s' %s/tts/queue
                  curl -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' \\
                    -d '{"name":"Ada","amount":5,"message":"Hello"}' %s/tips

                Stop it with Ctrl-C.
                """,
                stack.baseUrl(),
                stack.wsUrl(),
                demo.apiKey(),
                stack.authUrl(),
                login(demo),
                log,
                accounts(more),
                demo.apiKey(),
                stack.baseUrl(),
                demo.apiKey(),
                stack.baseUrl());
        out.flush();
    }

    /// How the owner of an account signs in, as far as the stack knows: the password may have been changed since.
    private String login(DemoAccount account) {
        String known = account.owner().email() + " with " + account.owner().password();
        return environment.getOrDefault("DATA_DIR", "").isEmpty()
                ? known
                : known + " (unless you changed it; RESET_LOGIN=true sets this one again)";
    }

    private String accounts(List<DemoAccount> more) {
        return more.stream()
                .map(account -> "\n  Also       key " + account.apiKey() + ", sign in as " + login(account))
                .collect(Collectors.joining());
    }

    private static void describe(DemoAccount account, ObjectNode info) {
        info.put("api_key", account.apiKey()).put("tenant_id", account.tenantId());
        info.putObject("owner")
                .put("email", account.owner().email())
                .put("password", account.owner().password());
        ObjectNode secrets = info.putObject("ingest_secrets");
        account.ingestSecrets().forEach(secrets::put);
    }

    private static void awaitStop(LocalStack stack) throws InterruptedException {
        var stop = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            stack.close();
            stop.countDown();
        }));
        stop.await();
    }
}
