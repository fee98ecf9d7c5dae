package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.queues.Archiver;
import streamerapi.queues.Queued;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.Services;
import streamerapi.tips.Refunds;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// The worker's part in the archive: which rows it moves, and the lines of the log that tell of it.
final class Archiving implements MessageHandler {

    /// The beginning of the ids of tips that are no replays. Those that were rejected, or let in without being heard,
    /// stand in no list.
    private static final String TIPS = "tip_";

    private final Archiver archiver;

    Archiving(Services services) {
        this.archiver = new Archiver(
                services.table(),
                services.work(),
                services.clock(),
                new BigDecimal(services.environment().required("ARCHIVE_FROM_GB")),
                Integer.parseInt(services.environment().required("ARCHIVE_KEEPS_MONTHS")),
                List.of(Tip.INDEX, MediaItem.INDEX),
                Tip.INDEX,
                TIPS,
                List.of(Queued.REPLAYED_AT, Refunds.REVISION));
    }

    /// Begins with the accounts that have grown large.
    void begin() {
        LogLine.of("archive").with("large", archiver.begin().size()).write();
    }

    /// Goes on with one of them.
    ///
    /// @param fields of the message
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        archiver.goOn(fields)
                .ifPresent(step -> LogLine.of("archived")
                        .with("tenant_id", step.tenantId())
                        .with("gigabytes", step.gigabytes())
                        .with("moved", step.moved())
                        .write());
    }
}
