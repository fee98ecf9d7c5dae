package streamerapi.simulation.money;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A payment's history, told as a story if a rule is broken.
///
/// @param steps those that were chosen
/// @param story the steps and what else happened, a line each
record Trace(Beginning beginning, List<Step> steps, List<String> story) {

    static Trace of(Beginning beginning) {
        return new Trace(beginning, List.of(), List.of());
    }

    Trace then(Step step) {
        return new Trace(beginning, with(steps, step), with(story, step.toString()));
    }

    /// With something that was no step.
    Trace adding(String line) {
        return new Trace(beginning, steps, with(story, line));
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> all = new ArrayList<>(list);
        all.add(more);
        return List.copyOf(all);
    }

    /// @throws AssertionError with the story, if a rule is broken
    void holds(List<String> broken) {
        if (!broken.isEmpty()) {
            throw new AssertionError(this + "\nThen it does not hold that:\n  " + String.join("\n  ", broken));
        }
    }

    @Override
    public String toString() {
        return "A payment, " + beginning + ":\n"
                + IntStream.range(0, story.size())
                        .mapToObj(i -> "  " + (i + 1) + ". " + story.get(i))
                        .collect(Collectors.joining("\n"));
    }
}
