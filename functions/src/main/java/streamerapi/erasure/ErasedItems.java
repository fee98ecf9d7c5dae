package streamerapi.erasure;

import streamerapi.leaderboard.Leaderboard;
import streamerapi.queues.Queued;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.util.List;

/// The part of an erasure that takes the person out of tips and videos. A tip keeps its amount and its place.
final class ErasedItems {
    private static final Attribute<String> DONOR_NAME = Attribute.text("donor_name");
    private static final Attribute<String> EXTERNAL_REF = Attribute.text("external_ref");
    private static final Attribute<String> MESSAGE = Attribute.text("message");
    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    private static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");
    private static final Attribute<String> REVIEW_REASON = Attribute.text("review_reason");

    private final Table table;

    ErasedItems(Table table) {
        this.table = table;
    }

    /// The tips of the person.
    void tips(List<Row> page, Person person) {
        page.forEach(row -> tip(row, person));
    }

    private void tip(Row row, Person person) {
        if (person.isOf(row.find(PLATFORM), row.find(PLATFORM_USER_ID))) {
            table.update(Write.update(row.key())
                    .set(NAME, Person.NAME)
                    .set(Leaderboard.DONOR, person.donor())
                    .set(Queued.ERASED, true)
                    .remove(MESSAGE)
                    .remove(PLATFORM)
                    .remove(PLATFORM_USER_ID)
                    .remove(EXTERNAL_REF)
                    .remove(REVIEW_REASON)
                    .remove(Tip.TTS_URL)
                    .remove(Tip.TTS_UNTIL)
                    .when(Condition.rowExists()));
        }
    }

    /// The videos of the person's tips, and those that were requested under a name of the person.
    void videos(String tenantId, List<Row> page, Person person) {
        List<String> erased = erased(
                tenantId,
                page.stream()
                        .map(row -> row.key().sort().substring(Keys.MEDIA.length()))
                        .toList());
        for (Row row : page) {
            boolean isOfTip = erased.contains(row.key().sort().substring(Keys.MEDIA.length()));
            if (isOfTip || person.isCalled(row.find(DONOR_NAME))) {
                table.update(Write.update(row.key())
                        .set(DONOR_NAME, Person.NAME)
                        .set(Queued.ERASED, true)
                        .when(Condition.rowExists()));
            }
        }
    }

    /// Returns those of the orders that are tips of people who were erased.
    List<String> erased(String tenantId, List<String> orders) {
        return Tip.LANE.findAll(table, tenantId, orders).stream()
                .filter(row -> row.get(Queued.ERASED))
                .map(row -> row.key().sort().substring(Keys.TIP.length()))
                .toList();
    }
}
