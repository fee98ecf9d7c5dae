package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.openapi.EnvelopeValidator;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The events of an account, each of which must match the schema of its type.
final class AccountEvents {

    private static final EnvelopeValidator VALIDATOR = new EnvelopeValidator(OpenApiDocument.load());

    private final Account account;

    AccountEvents(Account account) {
        this.account = account;
    }

    /// The envelopes, oldest first.
    List<Map<String, @Nullable Object>> all() {
        return account.events().stream()
                .map(text -> {
                    VALIDATOR.validate(text.getBytes(StandardCharsets.UTF_8));
                    return Json.asObject(Json.read(text));
                })
                .toList();
    }

    /// The envelopes of one type, oldest first.
    List<Map<String, @Nullable Object>> all(String type) {
        return all().stream().filter(event -> type.equals(event.get("type"))).toList();
    }

    /// The data of the last event, which must have the type, and the account's first key for its actor.
    Map<String, @Nullable Object> last(String type) {
        Map<String, @Nullable Object> event = all().getLast();
        assertThat(event.get("type")).isEqualTo(type);
        assertThat(event.get("actor")).isEqualTo(key());
        return Json.asObject(event.get("data"));
    }

    /// The account's first key as an actor.
    Map<String, @Nullable Object> key() {
        Map<String, @Nullable Object> me =
                Json.asObject(account.api().get("/me").expect(200).at("key"));
        return Map.of(
                "type",
                "api_key",
                "id",
                Objects.requireNonNull(me.get("id")),
                "name",
                Objects.requireNonNull(me.get("name")));
    }
}
