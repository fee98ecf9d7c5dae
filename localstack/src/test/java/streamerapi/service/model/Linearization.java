package streamerapi.service.model;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Searches for an order of concurrent calls that explains their answers: each took effect at one moment between its
/// sending and its answer (Wing and Gong, "Testing and Verifying Concurrent Objects", 1993).
///
/// The search tries every call that no unfinished call wholly precedes, and does not try the same set of finished calls
/// in the same state twice. Clearing alone has two moments, as the service documents it: the tips that wait at the
/// first one are gone at the second, none of them having left between; a tip that comes between them stays.
final class Linearization {

    private final List<TimedCall> calls;
    private final Predicate<ModelQueue> end;
    private final Set<String> tried = new HashSet<>();

    private Linearization(List<TimedCall> calls, Predicate<ModelQueue> end) {
        this.calls = calls;
        this.end = end;
    }

    /// An order of the calls, each of which the model answers as it was answered, from a state to one that the
    /// predicate accepts; null if there is none.
    static @Nullable List<TimedCall> find(ModelQueue start, List<TimedCall> calls, Predicate<ModelQueue> end) {
        return new Linearization(List.copyOf(calls), end).search(start, new BitSet(), Map.of());
    }

    /// @param clearing what each clearing call that has begun saw
    private @Nullable List<TimedCall> search(ModelQueue model, BitSet finished, Map<TimedCall, Cleared> clearing) {
        if (finished.cardinality() == calls.size()) {
            return end.test(model) ? new ArrayList<>() : null;
        }
        if (!tried.add(finished + model.state() + model.history() + clearing)) {
            return null;
        }
        for (int i = finished.nextClearBit(0); i < calls.size(); i = finished.nextClearBit(i + 1)) {
            TimedCall call = calls.get(i);
            if (!mayBeNext(call, finished)) {
                continue;
            }
            List<TimedCall> order = call.operation().action() == Action.CLEAR
                    ? clear(i, model, finished, clearing)
                    : take(i, model, finished, clearing);
            if (order != null) {
                return order;
            }
        }
        return null;
    }

    private boolean mayBeNext(TimedCall call, BitSet finished) {
        for (int i = finished.nextClearBit(0); i < calls.size(); i = finished.nextClearBit(i + 1)) {
            if (calls.get(i).isBefore(call)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable List<TimedCall> take(int i, ModelQueue model, BitSet finished, Map<TimedCall, Cleared> clearing) {
        TimedCall call = calls.get(i);
        ModelQueue next = model.copy();
        Reply reply = next.perform(call.operation(), call.reply(), call.entered(), call.when());
        return reply.equals(call.reply()) ? goOn(i, next, finished, clearing) : null;
    }

    private @Nullable List<TimedCall> clear(
            int i, ModelQueue model, BitSet finished, Map<TimedCall, Cleared> clearing) {
        TimedCall call = calls.get(i);
        Cleared seen = clearing.get(call);
        if (seen == null) {
            Map<TimedCall, Cleared> begun = new HashMap<>(clearing);
            begun.put(call, new Cleared(model.waiting(), model.claimed()));
            return search(model, finished, begun);
        }
        if (!seen.stillHolds(model)) {
            return null;
        }
        ModelQueue next = model.copy();
        Map<TimedCall, Cleared> left = new HashMap<>(clearing);
        left.remove(call);
        return next.clear(seen.tips).equals(call.reply()) ? goOn(i, next, finished, left) : null;
    }

    private @Nullable List<TimedCall> goOn(int i, ModelQueue next, BitSet finished, Map<TimedCall, Cleared> clearing) {
        BitSet more = (BitSet) finished.clone();
        more.set(i);
        List<TimedCall> order = search(next, more, clearing);
        if (order != null) {
            order.addFirst(calls.get(i));
        }
        return order;
    }

    /// A clearing call's findings.
    private record Cleared(List<String> tips, @Nullable String claimed) {
        boolean stillHolds(ModelQueue model) {
            return tips.isEmpty()
                    || (model.waiting().containsAll(tips)
                            && String.valueOf(claimed).equals(String.valueOf(model.claimed())));
        }
    }
}
