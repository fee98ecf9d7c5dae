package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectMessage;
import streamerapi.erasure.ErasureSweep;
import streamerapi.overlays.Commands;
import streamerapi.realtime.Socket;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The part of a stream batch that belongs to one account.
///
/// @param first the sequence number of the account's first record: what the stream is to bring again if it fails
/// @param events that were committed, in the order of their commits
/// @param revoked the credentials that were revoked, by their ids
/// @param commands what overlays are told to do
/// @param work messages for the work queue
record Batch(
        String tenantId,
        String first,
        List<LoggedEvent> events,
        Set<String> revoked,
        List<Command> commands,
        List<Work> work) {

    /// A message for the work queue.
    ///
    /// @param due when it is to come; null for at once
    /// @param group of [MessageGroups]
    record Work(String message, @Nullable Instant due, String group) {

        static Work ofErasure(String tenantId, String id) {
            return new Work(ErasureSweep.message(tenantId, id), null, ErasureSweep.group(tenantId));
        }
    }

    /// A command to overlays.
    ///
    /// @param to the overlays' ids
    /// @param text what their sockets are sent
    record Command(List<String> to, String text) {

        boolean isTo(Socket socket) {
            return to.stream().anyMatch(socket::isOf);
        }

        byte[] frame() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /// The contents of a stream event.
    ///
    /// @param unreadable the sequence numbers of records that are not what this service writes
    record Contents(List<Batch> batches, List<String> unreadable) {}

    /// The batches of a stream event, account by account.
    static Contents of(Map<String, @Nullable Object> event) {
        Map<String, Batch> batches = new LinkedHashMap<>();
        List<String> unreadable = new ArrayList<>();
        for (Object record : (List<?>) Objects.requireNonNull(event.get("Records"))) {
            Map<String, @Nullable Object> told = Json.asObject(record);
            Map<String, @Nullable Object> change = Json.asObject(told.get("dynamodb"));
            String sequenceNumber = Json.text(change, "SequenceNumber");
            try {
                String stream = Json.text(told, "eventSourceARN");
                add(
                        batches,
                        Row.ofImage(Json.asObject(change.get("NewImage"))),
                        sequenceNumber,
                        EventLog.place(stream, sequenceNumber));
            } catch (RuntimeException fault) {
                LogLine.of("stream record")
                        .with("sequence_number", sequenceNumber)
                        .write(fault);
                unreadable.add(sequenceNumber);
            }
        }
        return new Contents(List.copyOf(batches.values()), unreadable);
    }

    private static void add(Map<String, Batch> batches, Row row, String sequenceNumber, String place) {
        String partition = row.key().partition();
        boolean isEffect = partition.equals(EffectKeys.EFFECTS);
        String tenantId = isEffect ? EffectKeys.tenantOf(row.key()) : Keys.tenantOf(partition);
        Batch batch = batches.computeIfAbsent(
                tenantId,
                id -> new Batch(
                        id,
                        sequenceNumber,
                        new ArrayList<>(),
                        new LinkedHashSet<>(),
                        new ArrayList<>(),
                        new ArrayList<>()));
        if (isEffect) {
            batch.work.add(effect(tenantId, row));
        } else if (Keys.isOfRevocations(partition)) {
            batch.revoked.add(row.get(Credentials.CREDENTIAL_ID));
        } else if (Keys.isOfCommands(partition)) {
            batch.commands.add(new Command(row.get(Commands.TO), row.get(Commands.FRAME)));
        } else if (PeopleKeys.isOfErasures(partition)) {
            batch.work.add(Work.ofErasure(tenantId, row.key().sort()));
        } else if (ChatKeys.isOfStreams(partition)) {
            batch.work.add(new Work(WakeUp.message(tenantId, null), null, MessageGroups.of(tenantId, WakeUp.TASK)));
        } else if (Keys.isOfEvents(partition)) {
            batch.events.add(LoggedEvent.of(row, place));
        } else {
            throw new IllegalArgumentException("events of " + partition + " would have another shard's numbers");
        }
    }

    /// The message that has an effect carried out: at once, or when the lease ends of the process that committed it.
    private static Work effect(String tenantId, Row row) {
        Instant due = row.find(Lease.UNTIL);
        EffectRow effect = new EffectRow(row);
        String subject = effect.subject();
        return new Work(
                due == null ? EffectMessage.of(tenantId, subject) : EffectMessage.of(tenantId, subject, due),
                due,
                EffectMessage.group(tenantId, effect.party()));
    }
}
