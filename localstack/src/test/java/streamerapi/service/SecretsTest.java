package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.pages.Section;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// Every secret that an account can set or is given is in no answer but the one that shows it once, and in no page,
/// export, event or log line.
@NullMarked
class SecretsTest {

    private static final String MODERATION = "modsecret-hunter2-abcdefgh";
    private static final String MATES_PASSWORD = "violet-anchor-91-kestrel";
    private static final Pattern NAME = Pattern.compile("(.*_)?(secret|password|token)");

    /// The operations that show a secret, each of which the test below calls; the CSRF token of a session is one.
    private static final Set<String> SHOWING = Set.of(
            "POST /webhook-endpoints",
            "POST /webhook-endpoints/{endpointId}/rotate-secret",
            "POST /dashboard/api/ingest-secrets/{source}/rotate",
            "POST /dashboard/api/sign-in",
            "GET /dashboard/api/session",
            "POST /dashboard/api/api-keys",
            "POST /dashboard/api/api-keys/{keyId}/rotate",
            "POST /dashboard/api/overlays",
            "POST /dashboard/api/overlays/{overlayId}/keys",
            "POST /dashboard/api/overlays/{overlayId}/rotate-key",
            "POST /dashboard/api/library",
            "POST /dashboard/api/oauth-apps",
            "POST /dashboard/api/oauth-apps/{clientId}/rotate-secret",
            "POST /dashboard/api/team/invitations",
            "POST /dashboard/api/team/{userId}/password-link",
            "POST /realtime/token",
            "POST /oauth/token",
            "POST /oauth/revoke");

    /// The fields of bodies that are secrets of the account's, each of which the test below sends.
    private static final Set<String> SENT = Set.of(
            "POST /dashboard/api/sign-in: password",
            "POST /dashboard/api/team: password",
            "PATCH /dashboard/api/team/{userId}: password",
            "PATCH /dashboard/api/team/{userId}: current_password",
            "PATCH /dashboard/api/settings: secret",
            "POST /dashboard/api/password: current_password",
            "POST /dashboard/api/password: password",
            "POST /dashboard/api/account/delete: current_password");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final Map<String, String> secrets = new LinkedHashMap<>();
    private final Map<String, String> ids = new LinkedHashMap<>();

    @Test
    void everyOperationThatShowsASecretIsCalledBelow() {
        Map<String, @Nullable Object> document = document();
        Set<String> showing = new TreeSet<>();
        operations(document).forEach((name, operation) -> {
            Map<String, @Nullable Object> responses = Json.asObject(operation.get("responses"));
            boolean shows = responses.entrySet().stream()
                    .filter(answer -> answer.getKey().startsWith("2"))
                    .anyMatch(answer -> Json.writeText(answer.getValue()).contains("\"Cache-Control\""));
            if (shows) {
                showing.add(name);
            }
        });
        assertThat(showing).isEqualTo(new TreeSet<>(SHOWING));
    }

    @Test
    void everySecretThatABodyTakesIsSentBelow() {
        Map<String, @Nullable Object> document = document();
        Set<String> sent = new TreeSet<>();
        operations(document).forEach((name, operation) -> {
            if (operation.get("requestBody") != null && !name.contains(" /oauth/")) {
                secretsOf(document, operation.get("requestBody"), new TreeSet<>())
                        .forEach(field -> sent.add(name + ": " + field));
            }
        });
        // ConnectionSecretsTest, PaidTipsInBrowserTest and KofiTest send these.
        List<String> ofConnections = List.of(
                "PUT /dashboard/api/connections/{provider}: client_secret",
                "PUT /dashboard/api/connections/paypal: client_secret",
                "PUT /dashboard/api/connections/kofi: verification_token");
        assertThat(sent).containsAll(ofConnections);
        ofConnections.forEach(sent::remove);
        assertThat(sent).isEqualTo(new TreeSet<>(SENT));
    }

    @Test
    void noSecretIsSeenAgain() throws IOException {
        Path log = Path.of(System.getProperty("functions.log"));
        long begin = Files.size(log);
        gather();
        assertThat(secrets).hasSize(26);

        Map<String, String> seen = new LinkedHashMap<>();
        for (Operation operation : OpenApiDocument.load().operations()) {
            if (operation.method().equals("GET")
                    && (operation.authenticated() || operation.role() != null)
                    && !operation.path().startsWith("/oauth")) {
                ApiClient client = operation.role() == null ? api : owner;
                String path = filled(operation.path());
                seen.put("GET " + path, client.send("GET", path, null).text());
            }
        }
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        for (Section section : Section.values()) {
            seen.put(
                    section.address(),
                    visitor.open(section.address()).expect(200).text());
        }
        for (String page : List.of(
                "/dashboard/api-keys/{keyId}",
                "/dashboard/webhooks/{endpointId}",
                "/dashboard/overlays/{overlayId}",
                "/dashboard/apps/{clientId}",
                "/dashboard/account/export/account.ndjson?part=1")) {
            seen.put(page, visitor.open(filled(page)).text());
        }
        seen.put("events", String.join("\n", account.events()));
        api.get("/me").expect(200);
        byte[] all = Files.readAllBytes(log);
        seen.put("log", new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8));

        assertThat(seen.size()).isGreaterThan(50);
        assertThat(seen.get("GET /dashboard/api/account/export")).contains("timeout_ms", "hooks.example.com");
        seen.forEach((where, text) -> secrets.forEach((name, secret) -> {
            assertThat(text).as(name + " in " + where).doesNotContain(secret);
            assertThat(text).as("the hash of " + name + " in " + where).doesNotContain(Sha256.hex(secret));
        }));
    }

    /// Sets every secret that can be set, and has every other made, twice if it can be changed.
    private void gather() {
        secrets.put("API key", account.apiKey());
        account.ingestSecrets().forEach((source, secret) -> secrets.put("ingest of " + source, String.valueOf(secret)));
        Answer key = owner.post("/dashboard/api/api-keys", Map.of("name", "Deck", "scopes", List.of("tts:read")))
                .expect(201);
        keep("keyId", key.at("key.id"));
        secret("made key", key.at("secret"));
        secret(
                "rotated key",
                owner.post(filled("/dashboard/api/api-keys/{keyId}/rotate")).at("secret"));
        Answer endpoint = api.post("/webhook-endpoints", Map.of("url", "https://hooks.example.com/a"))
                .expect(201);
        keep("endpointId", endpoint.at("endpoint.id"));
        secret("webhook", endpoint.at("secret"));
        secret(
                "rotated webhook",
                api.post(filled("/webhook-endpoints/{endpointId}/rotate-secret"), Map.of("overlap_seconds", 3600))
                        .at("secret"));
        secret(
                "rotated ingest",
                owner.post("/dashboard/api/ingest-secrets/beta/rotate", Map.of("overlap_seconds", 3600))
                        .at("secret"));
        Answer overlay =
                owner.post("/dashboard/api/overlays", Map.of("name", "Main")).expect(201);
        keep("overlayId", overlay.at("overlay.id"));
        secret("overlay", overlay.at("key"));
        secret(
                "further key of an overlay",
                owner.post(filled("/dashboard/api/overlays/{overlayId}/keys")).at("key"));
        secret(
                "rotated overlay",
                owner.post(filled("/dashboard/api/overlays/{overlayId}/rotate-key"))
                        .at("key"));
        TestUpload upload = TestUpload.uploaded(owner, "cat.png");
        keep("fileId", upload.id());
        secret("upload's signature", upload.fields().get("x-amz-signature"));
        secret("realtime token", api.post("/realtime/token", Map.of()).at("token"));
        Answer app = owner.post(
                        "/dashboard/api/oauth-apps",
                        Map.of(
                                "name", "Panel",
                                "description", "A panel",
                                "redirect_uris", List.of("https://panel.example.com/cb"),
                                "scopes", List.of("tts:read"),
                                "type", "confidential"))
                .expect(201);
        keep("clientId", app.at("app.client_id"));
        secret("client", app.at("client_secret"));
        secret(
                "rotated client",
                owner.post(filled("/dashboard/api/oauth-apps/{clientId}/rotate-secret"))
                        .at("client_secret"));
        TestApp connected = TestApp.confidential(service.newAccount(), Scope.TTS_READ);
        TestApp.Tokens tokens = connected.connect(account);
        secret("access token", tokens.access());
        secret("refresh token", tokens.refresh());
        secret("refreshed token", connected.refresh(tokens.refresh()).at("refresh_token"));
        people();
        owner.patch(
                        "/dashboard/api/settings",
                        Map.of("moderation", Map.of("url", "https://hooks.example.com/m", "secret", MODERATION)))
                .expect(200);
        secret("moderation", MODERATION);
    }

    private void people() {
        secret("owner's password", account.password());
        Answer mate = owner.post(
                        "/dashboard/api/team",
                        Map.of(
                                "email",
                                "mate-" + account.email(),
                                "password",
                                MATES_PASSWORD,
                                "role",
                                "moderator",
                                "current_password",
                                account.password()))
                .expect(201);
        keep("userId", mate.at("user.id"));
        secret("team mate's password", MATES_PASSWORD);
        Answer invited = owner.post(
                        "/dashboard/api/team/invitations",
                        Map.of("email", "guest-" + account.email(), "role", "moderator"))
                .expect(201);
        secret("invitation", String.valueOf(invited.at("link.url")).replaceFirst(".*\\.", ""));
        secret(
                "password link",
                String.valueOf(owner.post(filled("/dashboard/api/team/{userId}/password-link"))
                                .at("link.url"))
                        .replaceFirst(".*\\.", ""));
        Account.SignedIn session = account.signIn();
        secret(
                "session",
                session.cookie().replaceFirst("session=([^;]*).*", "$1").replaceFirst(".*\\.ses_", ""));
    }

    private void secret(String name, @Nullable Object secret) {
        String text = String.valueOf(Objects.requireNonNull(secret, name));
        assertThat(text).as(name).hasSizeGreaterThan(11).isNotEqualTo("null");
        secrets.put(name, text);
    }

    private void keep(String parameter, @Nullable Object id) {
        ids.put(parameter, String.valueOf(id));
    }

    private String filled(String path) {
        String filled = path;
        for (Map.Entry<String, String> id : ids.entrySet()) {
            filled = filled.replace("{" + id.getKey() + "}", id.getValue());
        }
        return filled.replaceAll("\\{[^}]+}", "nothing");
    }

    private static Map<String, @Nullable Object> document() {
        try (var in = Objects.requireNonNull(SecretsTest.class.getResourceAsStream("/openapi.json"))) {
            return Json.readObject(in.readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, Map<String, @Nullable Object>> operations(Map<String, @Nullable Object> document) {
        Map<String, Map<String, @Nullable Object>> operations = new LinkedHashMap<>();
        Json.asObject(document.get("paths"))
                .forEach((path, item) -> Json.asObject(item).forEach((method, operation) -> {
                    if (Set.of("get", "post", "put", "patch", "delete").contains(method)) {
                        operations.put(method.toUpperCase(Locale.ROOT) + " " + path, Json.asObject(operation));
                    }
                }));
        return operations;
    }

    /// The names of a schema's fields that are secrets, in whichever object.
    private static Set<String> secretsOf(
            Map<String, @Nullable Object> document, @Nullable Object node, Set<String> refs) {
        Set<String> found = new TreeSet<>();
        if (node instanceof List<?> list) {
            list.forEach(item -> found.addAll(secretsOf(document, item, refs)));
        }
        if (node instanceof Map<?, ?> map) {
            if (map.get("$ref") instanceof String ref && refs.add(ref)) {
                Object target = document;
                for (String step : Arrays.asList(ref.substring(2).split("/"))) {
                    target = Json.asObject(target).get(step);
                }
                found.addAll(secretsOf(document, target, refs));
            }
            if (map.get("properties") instanceof Map<?, ?> properties) {
                found.addAll(properties.keySet().stream()
                        .map(String::valueOf)
                        .filter(name -> NAME.matcher(name).matches())
                        .collect(Collectors.toSet()));
            }
            List<Object> inner = new ArrayList<>();
            map.forEach((name, value) -> {
                if (value != null && !"examples".equals(name) && !"example".equals(name)) {
                    inner.add(value);
                }
            });
            inner.forEach(value -> found.addAll(secretsOf(document, value, refs)));
        }
        return found;
    }
}
