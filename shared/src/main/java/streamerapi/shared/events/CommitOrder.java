package streamerapi.shared.events;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The order in which events are told: that of the stream, but events of one commit among themselves in the order in
/// which they were decided. The stream brings the rows of a transaction in any order.
final class CommitOrder {

    private CommitOrder() {}

    /// The events in that order, at the same places as before: of a commit's places, its first event has the first.
    ///
    /// @param events in the order of the stream
    static List<LoggedEvent> of(List<LoggedEvent> events) {
        Map<String, List<LoggedEvent>> commits = new HashMap<>();
        for (LoggedEvent event : events) {
            commits.computeIfAbsent(commit(event), first -> new ArrayList<>()).add(event);
        }
        commits.values().forEach(commit -> commit.sort(Comparator.comparing(LoggedEvent::commit)));
        return events.stream()
                .map(event -> commits.getOrDefault(commit(event), List.of())
                        .removeFirst()
                        .at(event.place()))
                .toList();
    }

    /// The id of the commit's first event.
    private static String commit(LoggedEvent event) {
        int end = event.commit().indexOf('#');
        return end < 0 ? event.id() : event.commit().substring(0, end);
    }
}
