package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.schema.Body;

import java.time.Instant;
import java.util.Map;

/// A message of a connector whose signature held (contract "Ingest").
///
/// @param tenantId the account that it is for
/// @param source the connector that signed it
/// @param id what the connector calls it; a second message with the same id has no effect
/// @param type what happened, by the contract's table
/// @param occurredAt when it happened, by the connector's clock
/// @param data as it was sent; its texts are of viewers, and not trusted
/// @param mayBeEcho whether a line of chat may be one that the bot said; false if those were left out by their ids
/// @param externalCalls the calls to other services that the message causes
public record IngestMessage(
        String tenantId,
        Connector source,
        String id,
        String type,
        Instant occurredAt,
        Map<String, @Nullable Object> data,
        boolean mayBeEcho,
        ExternalCalls externalCalls) {

    /// A message that was just received.
    public IngestMessage(
            String tenantId,
            Connector source,
            String id,
            String type,
            Instant occurredAt,
            Map<String, @Nullable Object> data) {
        this(tenantId, source, id, type, occurredAt, data, true, new ExternalCalls());
    }

    /// This message from a sender that leaves out the echoes of the bot's lines.
    public IngestMessage withoutEchoes() {
        return new IngestMessage(tenantId, source, id, type, occurredAt, data, false, externalCalls);
    }

    /// The platform that it comes from: only of types that platforms alone send.
    public Platform platform() {
        return Platform.of(source);
    }

    /// The payment processor that it comes from: only of types that processors alone send.
    public Processor processor() {
        return Processor.of(source.label()).orElseThrow();
    }

    /// One of several messages that this one holds: of the same account and source, and of the same time.
    ///
    /// @param known what it is remembered by, as a message is by its id
    public IngestMessage part(String kind, String known, Map<String, @Nullable Object> fields) {
        return new IngestMessage(tenantId, source, known, kind, occurredAt, fields, mayBeEcho, externalCalls);
    }

    /// The data, to be read by its schema; a refusal calls its fields `data.…`.
    public Body body() {
        return new Body(Map.of("data", data)).object("data");
    }
}
