package streamerapi.tips;

import streamerapi.effects.EffectTransport;
import streamerapi.queues.Standing;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Async;
import streamerapi.tts.Tip;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The money of an account's donors that is to go back to them when the account ends: what is on hold for tips that
/// wait for a moderator, and what a processor was asked to release or to refund and has not confirmed.
public final class OpenHolds {

    /// How many payments are let go of at once, and in all. The processor ends the other holds by itself.
    private static final int MAX = 50;

    private final TableReader table;
    private final EffectTransport processors;

    public OpenHolds(TableReader table, EffectTransport processors) {
        this.table = table;
        this.processors = processors;
    }

    /// The requests that let go of it, the oldest tips first.
    public List<Effect> of(String tenantId) {
        Stream<Effect> asked = table.query(Query.of(EffectKeys.EFFECTS, tenantId + "#")).stream()
                .map(row -> new EffectRow(row).effect())
                .filter(effect -> effect.action() == EffectAction.RELEASE || effect.action() == EffectAction.REFUND);
        Stream<Effect> held =
                table.query(Query.places(Keys.account(tenantId), Tip.INDEX.prefix(Standing.IN_REVIEW))).stream()
                        .map(row -> new HeldTip(new Tip(row)))
                        .filter(tip -> tip.payment() == PaymentState.HELD && tip.pending() == null)
                        .map(tip -> tip.effect(EffectAction.RELEASE));
        return Stream.concat(asked, held).toList();
    }

    /// Asks the processors once for each. The tips stay as they are: a processor that releases a payment says so.
    ///
    /// @return whether all of it was let go of
    public boolean letGo(String tenantId, List<Effect> requests) {
        List<Async<Boolean>> running = requests.stream()
                .limit(MAX)
                .map(effect -> Async.start(() -> processors.carryOut(tenantId, effect) instanceof EffectResult.Done))
                .toList();
        return running.stream().map(Async::join).toList().stream().allMatch(Predicate.isEqual(true))
                && requests.size() <= MAX;
    }
}
