package streamerapi.erasure;

import streamerapi.leaderboard.Leaderboard;
import streamerapi.media.MediaItem;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Queued;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.HeldTip;
import streamerapi.tts.Tip;

import java.util.List;
import java.util.stream.Stream;

/// The part of an erasure that takes the person out of tips and videos. A tip keeps its amount and its place.
final class ErasedItems {
    private final Table table;

    ErasedItems(Table table) {
        this.table = table;
    }

    /// The tips of the person.
    void tips(List<Row> page, Person person) {
        page.forEach(row -> tip(row, person));
    }

    private void tip(Row row, Person person) {
        if (person.isOf(row.find(Tip.PLATFORM), row.find(Tip.PLATFORM_USER_ID))) {
            table.update(HeldTip.withoutReasons(Write.update(row.key()))
                    .set(Tip.NAME, Person.NAME)
                    .set(Leaderboard.DONOR, person.donor())
                    .set(Queued.ERASED, true)
                    .remove(Tip.MESSAGE)
                    .remove(Tip.PLATFORM)
                    .remove(Tip.PLATFORM_USER_ID)
                    .remove(Tip.EXTERNAL_REF)
                    .remove(Tip.TTS_URL)
                    .remove(Tip.TTS_UNTIL)
                    .when(Condition.rowExists()));
        }
    }

    /// The videos that the person asked for, or that came with one of the person's tips. Those that no account is known
    /// of are the person's if they were requested under one of the names.
    void videos(String tenantId, List<Row> page, Person person) {
        List<String> ofErased = erased(
                        Tip.INDEX,
                        tenantId,
                        page.stream().map(ErasedItems::orderId).toList())
                .toList();
        for (Row row : page) {
            boolean isOfTip = ofErased.contains(orderId(row));
            String account = row.find(MediaItem.REQUESTED_BY);
            if (isOfTip
                    || (account == null
                            ? person.isCalled(row.find(MediaItem.DONOR_NAME))
                            : person.accounts().contains(account))) {
                table.update(Write.update(row.key())
                        .set(MediaItem.DONOR_NAME, Person.NAME)
                        .set(Queued.ERASED, true)
                        .remove(MediaItem.REQUESTED_BY)
                        .when(Condition.rowExists()));
            }
        }
    }

    /// Returns those of the orders that are tips or videos of people who were erased.
    List<String> erased(String tenantId, List<String> orders) {
        return Stream.of(Tip.INDEX, MediaItem.INDEX)
                .flatMap(index -> erased(index, tenantId, orders))
                .toList();
    }

    private Stream<String> erased(QueueIndex index, String tenantId, List<String> orders) {
        return index.findAll(table, tenantId, orders).stream()
                .filter(row -> row.get(Queued.ERASED))
                .map(ErasedItems::orderId);
    }

    private static String orderId(Row item) {
        String sort = item.key().sort();
        return sort.substring(sort.indexOf('#') + 1);
    }
}
