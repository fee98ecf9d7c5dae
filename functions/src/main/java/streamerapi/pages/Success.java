package streamerapi.pages;

import java.util.List;

/// How the deliveries that a page lists went.
///
/// @param succeeded of those that have ended, at most `ended`
/// @param median of the last attempts that were answered, in milliseconds; -1 if none was
public record Success(int succeeded, int ended, long median) {

    /// @param deliveries as `GET /webhook-endpoints/{id}/deliveries` answers them
    public static Success of(Fields deliveries) {
        List<Fields> ended = deliveries.objects("deliveries").stream()
                .filter(delivery -> !delivery.text("status").equals("pending"))
                .toList();
        List<Long> took = deliveries.objects("deliveries").stream()
                .filter(delivery -> !delivery.isNull("response_status") && !delivery.isNull("duration_ms"))
                .map(delivery -> Long.valueOf(delivery.text("duration_ms")))
                .sorted()
                .toList();
        int succeeded = (int) ended.stream()
                .filter(delivery -> delivery.text("status").equals("succeeded"))
                .count();
        return new Success(succeeded, ended.size(), took.isEmpty() ? -1 : took.get(took.size() / 2));
    }

    /// The share that succeeded, in words.
    public String rate() {
        return ended == 0 ? "none has ended" : succeeded + " of " + ended;
    }

    /// The median, in words.
    public String latency() {
        return median < 0 ? "no answer yet" : median + " ms";
    }
}
