package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.Tokens;
import streamerapi.shared.schema.Form;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that a connection's secrets stand nowhere in clear: in no row, answer, page, export, event or log line.
@NullMarked
class ConnectionSecretsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @ParameterizedTest
    @ValueSource(strings = {"twitch", "kick"})
    void nothingOfItIsSeen(String provider) throws IOException {
        Path log = Path.of(System.getProperty("functions.log", "/dev/null"));
        long begin = Files.size(log);
        Map<String, String> seen = new LinkedHashMap<>();
        PlatformBrowser there = new PlatformBrowser(account, provider);
        Map<String, @Nullable Object> application = there.anotherApplication();
        Answer entered = there.put(application).expect(200);
        String back = there.decided(Objects.requireNonNull(entered.at("authorize_url")), "approve", "NovaPlays");
        seen.put("the way back", there.comesBack(back).expect(303).headers().toString());

        Map<String, String> secrets = secrets(provider);
        secrets.put("secret of the application", String.valueOf(application.get("client_secret")));
        secrets.put(
                "code",
                Objects.requireNonNull(
                                Form.parse(URI.create(back).getRawQuery()).get("code"))
                        .getFirst());
        assertThat(secrets).hasSize(5);
        assertThat(secrets.values()).allMatch(secret -> secret.length() > 15);

        seen.put("PUT", entered.text());
        seen.put("GET", there.get().text());
        seen.put("list", account.dashboard().get("/dashboard/api/connections").text());
        seen.put("check", there.check().expect(200).text());
        seen.put(
                "export",
                account.dashboard().get("/dashboard/api/account/export").text());
        DashboardVisitor owner = DashboardVisitor.owner(account);
        seen.put("page", owner.open("/dashboard/connections/" + provider).text());
        seen.put("pages", owner.open("/dashboard/connections").text());
        account.rows().forEach(row -> seen.put("row " + row.key(), row.key() + " " + row.attributes()));
        seen.put("events", String.join("\n", account.events()));
        seen.put("end", there.disconnect().expect(200).text());
        byte[] all = Files.readAllBytes(log);
        seen.put("log", new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8));

        assertThat(seen.keySet()).anyMatch(where -> where.contains("CONNECTION#"));
        seen.forEach((where, text) -> secrets.forEach(
                (name, secret) -> assertThat(text).as(name + " in " + where).doesNotContain(secret)));
    }

    /// The secrets that the row has sealed.
    private Map<String, String> secrets(String provider) {
        ProviderConnections connections = new ProviderConnections(account.table(), Account.cipher(service.stack()));
        ProviderConnection connection = Objects.requireNonNull(
                connections.find(account.tenantId(), Provider.of(provider).orElseThrow()));
        Tokens tokens = Objects.requireNonNull(connections.tokens(connection));
        Map<String, String> secrets = new LinkedHashMap<>();
        secrets.put("access token", tokens.access());
        secrets.put("refresh token", tokens.refresh());
        secrets.put("secret that signs events", Objects.requireNonNull(connections.hookSecret(connection)));
        return secrets;
    }

    @Test
    void aConnectionThatIsEndedLeavesNothingBehind() {
        PlatformBrowser twitch = new PlatformBrowser(account, "twitch").connected("novaplays");
        twitch.disconnect().expect(200);
        assertThat(account.rows("CONNECT"))
                .allSatisfy(row -> assertThat(row.key().sort()).startsWith("CONNECTOR#"));
    }
}
