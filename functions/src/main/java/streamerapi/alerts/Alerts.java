package streamerapi.alerts;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.filter.CleanText;
import streamerapi.goals.Tally;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.text.ViewerText;
import streamerapi.viewers.Credits;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Alerts of the platforms (contract "Ingest"). An alert becomes an event if the account's alert settings let it. A
/// viewer who subscribes or gives subscriptions gets credits in any case, if the viewer has signed in.
public final class Alerts {

    /// The most bytes that the names of a gift's recipients take of an event, whose size is bounded.
    private static final int MAX_RECIPIENTS_BYTES = 24 * 1024;

    private final Table table;
    private final Credits credits;
    private final Ids ids;

    public Alerts(Table table, Credits credits, Ids ids) {
        this.table = table;
        this.credits = credits;
        this.ids = ids;
    }

    /// The types of ingest that are taken here.
    public IngestTypes types() {
        IngestTypes types = IngestTypes.none();
        for (AlertType type : AlertType.values()) {
            List<Connector> sources =
                    switch (type) {
                        case FOLLOW, SUB, RESUB, GIFT_SUB -> Connector.PLATFORMS;
                        case CHEER, RAID -> List.of(Connector.ALPHA);
                        case PAID_GIFT -> List.of(Connector.BETA);
                    };
            types = types.with(sources, type.label(), message -> take(type, message));
        }
        return types;
    }

    private Outcome<Map<String, Object>> take(AlertType type, IngestMessage message) {
        AlertData data = AlertData.SCHEMA.read(message.body());
        long counted = type.counts(data);
        Platform platform = message.platform();
        EventType becomes = EventType.of(platform.label() + "." + type.label()).orElseThrow();
        Row account = Objects.requireNonNull(table.get(Keys.profile(message.tenantId())));
        Settings settings = Settings.of(account);
        PlatformAlert alert = alert(type, platform, data, new CleanText(settings));
        Outcome<Map<String, Object>> outcome = Outcome.<Map<String, Object>>of(Map.of())
                .and(granted(type, message.tenantId(), platform, data, settings));
        if (Tally.isKept(account)) {
            outcome = outcome.writing(type.tally(data, hasTiers(platform))
                    .counted(message.tenantId(), message.id())
                    .toArray(Write[]::new));
        }
        return settings.alerts().allows(becomes, counted)
                ? outcome.emitting(PlatformAlert.event(becomes), alert)
                : outcome;
    }

    private static boolean hasTiers(Platform platform) {
        return platform == Platform.ALPHA;
    }

    private PlatformAlert alert(AlertType type, Platform platform, AlertData data, CleanText text) {
        type.check(data, hasTiers(platform));
        String name = data.isAnonymous() ? null : seen(text, data.userName());
        String said = seen(text, data.message());
        return new PlatformAlert(
                type == AlertType.PAID_GIFT ? null : ids.next("ev"),
                name,
                data.isAnonymous() ? null : seen(text, data.userLogin()),
                said == null ? type.says(name == null ? "Somebody" : name, data) : said,
                text.orNull(data.subMessage()),
                named(text, data.giftRecipients()),
                text.orNull(data.note()),
                data);
    }

    /// The cleaned names of a gift's recipients: the first of them if they are more than an event holds.
    private static List<String> named(CleanText text, List<String> recipients) {
        List<String> named = new ArrayList<>();
        int bytes = 0;
        for (String recipient : recipients) {
            String name = text.of(recipient);
            bytes += Json.write(name).length + 1;
            if (bytes > MAX_RECIPIENTS_BYTES) {
                break;
            }
            named.add(name);
        }
        return named;
    }

    /// The cleaned text, or null if nothing of it is seen.
    private static @Nullable String seen(CleanText text, @Nullable String sent) {
        String cleaned = text.orNull(sent);
        return cleaned == null || ViewerText.isBlank(cleaned) ? null : cleaned;
    }

    /// The credits that an alert brings to who caused it.
    private Outcome<?> granted(AlertType type, String tenantId, Platform platform, AlertData data, Settings settings) {
        return data.userId() == null
                ? Outcome.empty()
                : credits.grantIfSignedIn(
                        tenantId,
                        platform,
                        data.userId(),
                        type.credits(data, settings.subRewards()),
                        type.creditNote());
    }
}
