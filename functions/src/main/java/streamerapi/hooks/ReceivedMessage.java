package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.kofi.KofiTip;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The message of the work queue that tells what a receiver verified.
public sealed interface ReceivedMessage {

    /// The only field of the messages.
    String TASK = "platform";

    /// The account that it is for.
    String tenantId();

    /// The platform that it comes from.
    Provider provider();

    /// The message's own fields.
    Map<String, @Nullable Object> fields();

    /// The group of the message: an account's messages of one platform. Chat is in groups of its own, each chatter in
    /// one of them, so that the lines of a chatter can be told from others without being read.
    default String group() {
        return tenantId() + "." + provider().label();
    }

    /// Something happened.
    ///
    /// @param isNews whether the connection's row is to say that an event came
    /// @param isByAccount whether the connected account itself caused it
    record Happened(String tenantId, Provider provider, PlatformEvent event, boolean isNews, boolean isByAccount)
            implements ReceivedMessage {

        private static final String CHAT = ".chat.";
        private static final int CHAT_GROUPS = 64;

        /// An event of a connection that was received.
        ///
        /// @param now when
        static Happened of(ProviderConnection connection, PlatformEvent event, Instant now) {
            ProviderAccount account = connection.account();
            return new Happened(
                    connection.tenantId(),
                    connection.provider(),
                    event,
                    connection.isNews(now),
                    account != null && account.id().equals(event.text("user_id")));
        }

        @Override
        public String group() {
            String group = tenantId + "." + provider.label();
            return event.type().equals(PlatformEvent.LINE)
                    ? group + CHAT + Math.floorMod(Objects.hashCode(event.text("user_id")), CHAT_GROUPS)
                    : group;
        }

        @Override
        public Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("id", event.id());
            fields.put("type", event.type());
            fields.put("occurred_at", event.occurredAt().toString());
            fields.put("data", event.data());
            fields.put("is_news", isNews);
            fields.put("is_by_account", isByAccount);
            return fields;
        }
    }

    /// A supporter paid at Ko-fi.
    ///
    /// @param isNews whether the connection's row is to say that an event came
    record Supported(String tenantId, Provider provider, KofiTip tip, boolean isNews) implements ReceivedMessage {

        @Override
        public Map<String, @Nullable Object> fields() {
            return Map.of("supported", tip.fields(), "is_news", isNews);
        }
    }

    /// The platform ended a subscription.
    ///
    /// @param reason the platform's: `authorization_revoked`
    /// @param at when the platform sent it first
    record Revoked(String tenantId, Provider provider, String reason, Instant at) implements ReceivedMessage {

        @Override
        public Map<String, @Nullable Object> fields() {
            return Map.of("revoked", reason, "occurred_at", at.toString());
        }
    }

    /// A message of a payment processor about money.
    ///
    /// @param isNews whether the connection's row is to say that an event came
    record Paid(String tenantId, Provider provider, ProcessorEvent event, boolean isNews) implements ReceivedMessage {

        /// An event of a connection that was received.
        ///
        /// @param now when
        static Paid of(ProviderConnection connection, ProcessorEvent event, Instant now) {
            return new Paid(connection.tenantId(), connection.provider(), event, connection.isNews(now));
        }

        @Override
        public Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("paid", event.id());
            fields.put("type", event.type());
            fields.put("occurred_at", event.occurredAt().toString());
            fields.put("data", event.data());
            fields.put("is_news", isNews);
            return fields;
        }
    }

    /// The platform verified the address of a subscription.
    ///
    /// @param type of the subscription
    record Verified(String tenantId, Provider provider, String type) implements ReceivedMessage {

        @Override
        public Map<String, @Nullable Object> fields() {
            return Map.of("verified", type);
        }
    }

    /// Whether a group is one of chat.
    static boolean isOfChat(String group) {
        return group.contains(Happened.CHAT);
    }

    /// When what a message's text tells happened.
    static Instant timeOf(String text) {
        Object fields = Json.asObject(Json.read(text)).get(TASK);
        return fields != null && of(Json.asObject(fields)) instanceof Happened happened
                ? happened.event().occurredAt()
                : Instant.EPOCH;
    }

    /// The message's text.
    default String toText() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("tenant_id", tenantId());
        all.put("provider", provider().label());
        all.putAll(fields());
        return Json.writeText(Map.of(TASK, all));
    }

    /// The message with these fields, which stand under [#TASK].
    static ReceivedMessage of(Map<String, @Nullable Object> fields) {
        String tenantId = Json.text(fields, "tenant_id");
        Provider provider = Provider.of(Json.text(fields, "provider")).orElseThrow();
        if (fields.get("revoked") instanceof String reason) {
            return new Revoked(tenantId, provider, reason, Instant.parse(Json.text(fields, "occurred_at")));
        }
        if (fields.get("verified") instanceof String type) {
            return new Verified(tenantId, provider, type);
        }
        if (fields.get("supported") instanceof Map<?, ?> tip) {
            return new Supported(
                    tenantId, provider, KofiTip.of(Json.asObject(tip)), Boolean.TRUE.equals(fields.get("is_news")));
        }
        String type = Json.text(fields, "type");
        Instant at = Instant.parse(Json.text(fields, "occurred_at"));
        Map<String, @Nullable Object> data = Json.asObject(fields.get("data"));
        boolean isNews = Boolean.TRUE.equals(fields.get("is_news"));
        if (fields.get("paid") instanceof String id) {
            return new Paid(tenantId, provider, new ProcessorEvent(id, type, at, data), isNews);
        }
        return new Happened(
                tenantId,
                provider,
                new PlatformEvent(Json.text(fields, "id"), type, at, data),
                isNews,
                Boolean.TRUE.equals(fields.get("is_by_account")));
    }
}
