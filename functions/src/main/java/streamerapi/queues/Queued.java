package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;

/// An item of a queue: one row all its life, whose place says where it stands.
public interface Queued {
    /// When the item of the history was replayed last.
    Attribute<Instant> REPLAYED_AT = Attribute.time("replayed_at");

    /// Marks an item of a person who was erased.
    Attribute.Flag ERASED = Attribute.flag("erased");

    /// How soon after a replay the same item can be replayed again (contract "REST").
    Duration REPLAY_WINDOW = Duration.ofSeconds(30);

    /// The attribute of [#turn], if it is not the order id's.
    Attribute<String> TURN = Attribute.text("turn");

    /// The beginning of a turn of an item that was put at the head of the queue; eight digits follow.
    String AT_HEAD = "!";

    int AT_HEAD_DIGITS = 8;
    int FIRST_AT_HEAD = 99_999_999;

    Row row();

    /// The key of its row.
    default Key key() {
        return row().key();
    }

    QueueIndex index();

    /// The word for it in sentences: `tip` or `video`.
    String noun();

    /// Its id: `replay_…` for a replay.
    default String orderId() {
        return key().sort().substring(index().rows().length());
    }

    /// Its place in the account's index; null if it stands in no list.
    default @Nullable String place() {
        return row().find(Table.PLACE);
    }

    /// The list that it stands in.
    default Standing standing() {
        return index().standing(place());
    }

    /// The value that it is sorted by in the queue: its order id's time, or, if it waited for a decision, the one that
    /// it got when it was let in, or, if it was put at the head, that of [#turnBefore].
    default String turn() {
        String turn = row().find(TURN);
        return turn == null ? Ids.orderTime(orderId()) : turn;
    }

    /// The turn of another item that comes before this one, the head of the queue.
    ///
    /// A turn that an item has by its order id begins with a digit. One of an item that was put at the head begins with
    /// a character that sorts before digits, and a number that is one less each time; the first is the greatest.
    default String turnBefore(String otherOrderId) {
        String head = turn();
        int number = head.startsWith(AT_HEAD)
                ? Integer.parseInt(head, AT_HEAD.length(), AT_HEAD.length() + AT_HEAD_DIGITS, 10) - 1
                : FIRST_AT_HEAD;
        return AT_HEAD + "%08d_%s".formatted(number, Ids.orderTime(otherOrderId));
    }

    /// The condition that the item still has the place that was read here, and that its person was not erased since:
    /// what is written or announced of it has the person's name.
    default Condition stillThere() {
        String place = place();
        return Condition.all(
                place == null ? Condition.absent(Table.PLACE) : Condition.equal(Table.PLACE, place), notErasedSince());
    }

    /// The condition that the person of the item was not erased since it was read here.
    default Condition notErasedSince() {
        return Condition.unchanged(row(), ERASED);
    }

    /// The write that notes, in an item of the history, that it is replayed now; of many at once, one holds.
    ///
    /// @throws Problem `replay_too_soon` with `retry_after`
    default Write replayed(Instant now) {
        Instant before = row().find(REPLAYED_AT);
        if (before != null && !before.isBefore(now.minus(REPLAY_WINDOW))) {
            long millis = Duration.between(now, before.plus(REPLAY_WINDOW)).toMillis();
            throw Problem.of(ErrorCode.REPLAY_TOO_SOON, "The " + noun() + " was replayed a moment ago")
                    .with("retry_after", millis / 1000 + 1);
        }
        return Write.update(key())
                .set(REPLAYED_AT, now)
                .when(Condition.all(
                        stillThere(),
                        Condition.any(
                                Condition.absent(REPLAYED_AT),
                                Condition.below(REPLAYED_AT, now.minus(REPLAY_WINDOW)))));
    }
}
