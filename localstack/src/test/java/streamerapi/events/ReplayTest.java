package streamerapi.events;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.CountedRows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// A batch that the stream gave up is found again, however much has happened since.
@NullMarked
class ReplayTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final Instant BATCH = Instant.parse("2026-05-01T18:00:00Z");
    private static final int EVENTS = 250;
    private static final int LATER = 3_000;

    private final CountedRows rows = new CountedRows();
    private final Table table = rows.table();

    @Test
    void whatHappenedSinceABatchIsNotReadForIt() {
        IntStream.range(0, EVENTS).forEach(i -> event(BATCH.plusMillis(i)));
        IntStream.range(0, LATER)
                .forEach(i -> event(BATCH.plus(Duration.ofDays(1)).plusMillis(i)));

        List<Batch> batches = replayed();

        assertThat(batches.stream().mapToInt(batch -> batch.events().size()).sum())
                .isEqualTo(EVENTS);
        assertThat(rows.read()).isLessThan(EVENTS + 200);
    }

    @Test
    void theSocketsOfACredentialThatWasRevokedThenAreClosed() {
        revocation(BATCH.minus(Duration.ofHours(1)), "ak_before");
        revocation(BATCH, "ak_then");
        revocation(BATCH.plus(Duration.ofHours(1)), "ak_since");

        assertThat(replayed())
                .singleElement()
                .satisfies(batch -> assertThat(batch.revoked()).containsExactly("ak_then"));
    }

    @Test
    void theSocketsOfARevokedCredentialAreClosedBeforeTheEventsAreHandedOn() {
        table.write(List.of(Write.put(Row.of(Keys.listed(TENANT)))));
        event(BATCH);
        revocation(BATCH, "ak_then");

        assertThat(replayed()).extracting(batch -> batch.revoked().size()).containsExactly(1, 0);
    }

    private List<Batch> replayed() {
        return new Replay(
                        table,
                        Map.of(
                                "approximateArrivalOfFirstRecord",
                                BATCH.toString(),
                                "approximateArrivalOfLastRecord",
                                BATCH.plusSeconds(1).toString(),
                                "streamArn",
                                "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/2026-01-01T00:00:00.000",
                                "endSequenceNumber",
                                "1"))
                .batches(TENANT);
    }

    private void revocation(Instant time, String credential) {
        table.write(List.of(Write.put(Row.of(Keys.revocation(TENANT, Ids.earliest("rev", time)))
                .with(Credentials.CREDENTIAL_ID, credential))));
    }

    private void event(Instant time) {
        table.write(List.of(Write.put(Row.of(Keys.event(TENANT, Ids.earliest("evt", time)))
                .with(LoggedEvent.TYPE, "tip.created")
                .with(LoggedEvent.BODY, "{}"))));
    }
}
