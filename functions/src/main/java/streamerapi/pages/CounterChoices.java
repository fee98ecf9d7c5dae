package streamerapi.pages;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The counters of an account as a list to choose from.
public final class CounterChoices {

    private CounterChoices() {}

    /// No counter, the counters that there are, and the one that is chosen, even if it does not exist any more.
    ///
    /// @param counters as `GET /counters` answers them
    /// @param chosen its name; empty for none
    public static List<Map.Entry<String, String>> of(Fields counters, String chosen) {
        Stream<String> names = Stream.concat(
                counters.objects("counters").stream().map(counter -> counter.text("name")), Stream.of(chosen));
        return Stream.concat(
                        Stream.of(Map.entry("", "none")),
                        names.filter(name -> !name.isEmpty()).distinct().map(name -> Map.entry(name, name)))
                .toList();
    }
}
