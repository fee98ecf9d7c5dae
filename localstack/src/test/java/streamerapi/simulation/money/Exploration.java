package streamerapi.simulation.money;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Walks through the states of a payment, and holds each to the [Rules], now and at rest.
final class Exploration {

    private final Beginning beginning;
    private final PaymentWorld world;
    private final StateKey keys = new StateKey();
    private final Deque<Reached> open = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();

    Exploration(Beginning beginning, SpoiltWrites spoilt) {
        this.beginning = beginning;
        this.world = new PaymentWorld(beginning, spoilt);
    }

    /// @param isWhole whether no process died on the way: then nothing is asked for again that was answered
    private record Reached(PaymentWorld.State state, Trace trace, boolean isWhole) {

        int depth() {
            return trace.steps().size();
        }
    }

    /// How far an exploration goes.
    ///
    /// @param depth how many steps at most
    /// @param deaths in how many of the first steps a process also dies, at each of its points
    /// @param pairs in how many of the first steps each other step is also taken, at each of its points
    record Extent(int depth, int deaths, int pairs) {}

    /// How many states were reached that differ.
    int states() {
        return seen.size();
    }

    /// Tries every order of steps, breadth first.
    void everything(Extent extent) {
        reached(Trace.of(beginning), true);
        while (!open.isEmpty()) {
            Reached from = open.remove();
            rest(from);
            if (from.depth() < extent.depth) {
                world.restore(from.state);
                List<Step> choices = Choices.of(world);
                for (Step step : choices) {
                    after(from, step, extent, choices);
                }
            }
        }
    }

    private void after(Reached from, Step step, Extent extent, List<Step> others) {
        world.restore(from.state);
        world.points().countAgain();
        Trace trace = from.trace.then(step);
        take(step, trace, from.isWhole);
        int points = world.points().counted();
        reached(trace, from.isWhole);
        for (int point = 0; point < points && from.depth() < extent.deaths; point++) {
            world.restore(from.state);
            Trace deadly = trace.adding("the process dies at point " + point + " of that");
            die(step, point, deadly);
            reached(deadly, false);
        }
        if (from.depth() < extent.pairs) {
            others.stream()
                    .filter(other -> !other.act().isTime() && other.manner() == Manner.DOES)
                    .forEach(other -> interrupted(from, step, other, points));
        }
    }

    /// Takes another step at each point of a step.
    private void interrupted(Reached from, Step step, Step other, int points) {
        for (int point = 0; point < points; point++) {
            world.restore(from.state);
            Step both = step.during(other, point);
            Trace trace = from.trace.then(both);
            take(both, trace, from.isWhole);
            reached(trace, from.isWhole);
        }
    }

    /// Goes on from the state that the world is in now, unless one like it was reached before.
    private void reached(Trace trace, boolean isWhole) {
        PaymentWorld.State state = world.state();
        if (seen.add(isWhole + keys.of(state))) {
            open.add(new Reached(state, trace, isWhole));
        }
    }

    /// Takes steps at random. In every other walk a process dies in one of them.
    ///
    /// @param length how many
    void walk(Random random, int length) {
        PaymentWorld.State before = world.state();
        Trace trace = Trace.of(beginning);
        int deadly = random.nextBoolean() ? random.nextInt(length) : -1;
        for (int i = 0; i < length; i++) {
            Step step = Choices.any(world, random);
            trace = trace.then(step);
            if (i == deadly) {
                trace = trace.adding("a process dies in that");
                die(step, random.nextInt(20), trace);
            } else {
                take(step, trace, deadly < 0 || i < deadly);
            }
        }
        rest(new Reached(world.state(), trace, deadly < 0));
        world.restore(before);
    }

    private void take(Step step, Trace trace, boolean isWhole) {
        try {
            world.take(step);
        } catch (RuntimeException fault) {
            throw new AssertionError(trace.toString(), fault);
        }
        now(trace);
        trace.holds(objections(isWhole));
    }

    /// The processor's objections since the last question; none if a process died.
    private List<String> objections(boolean isWhole) {
        List<String> objections = isWhole ? List.copyOf(world.processor().objections()) : List.of();
        world.processor().objections().clear();
        return objections;
    }

    /// Holds the state to the rules that hold at any moment.
    private void now(Trace trace) {
        trace.holds(Rules.brokenNow(world.books(), world.processor().truth()));
    }

    /// Brings a state to rest, and then to rest again after a week, and holds it to the rules.
    private void rest(Reached from) {
        world.restore(from.state);
        rest(from.trace.adding("everything comes to rest"), from.isWhole);
        world.take(Step.of(Step.Act.WEEK));
        rest(from.trace.adding("everything comes to rest, and again after a week"), from.isWhole);
    }

    private void rest(Trace trace, boolean isWhole) {
        List<String> broken = new ArrayList<>();
        try {
            if (!new Drain(world).run()) {
                broken.add("it comes to rest");
            }
        } catch (RuntimeException fault) {
            throw new AssertionError(trace.toString(), fault);
        }
        broken.addAll(Rules.brokenAtRest(world.books(), world.processor().truth()));
        broken.addAll(objections(isWhole));
        trace.holds(broken);
    }

    private void die(Step step, int point, Trace trace) {
        world.points().dieAt(point);
        try {
            world.take(step);
        } catch (Death death) {
            // The process is gone; what it had committed stays.
        } catch (RuntimeException fault) {
            throw new AssertionError(trace.toString(), fault);
        } finally {
            world.points().clear();
            world.processor().objections().clear();
        }
        now(trace);
    }
}
