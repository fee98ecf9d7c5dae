package streamerapi.dashboard;

import streamerapi.pages.Fields;
import streamerapi.pages.HomeView.Check;
import streamerapi.pages.HomeView.Trouble;
import streamerapi.pages.QueueView;
import streamerapi.pages.Site;

import java.util.List;

/// The things that a streamer looks at before going live, made of what Home has read in any case.
final class GoLiveChecks {

    private static final String OVERLAYS = Site.PLACE + "/overlays";
    private static final String CONNECTIONS = Site.PLACE + "/connections";

    private GoLiveChecks() {}

    /// The checks, in the order in which they are worth mending.
    ///
    /// @param overlays as `GET /overlays` answers them
    /// @param troubles what is wrong anywhere
    static List<Check> of(QueueView queue, boolean isTippingOpen, Fields overlays, List<Trouble> troubles) {
        boolean isPlayerOpen = !queue.isWithoutPlayer();
        return List.of(
                new Check(isPlayerOpen ? "An overlay is open" : "No overlay is open", isPlayerOpen, OVERLAYS),
                sound(overlays.objects("overlays")),
                new Check(
                        queue.isPaused() ? "The queue is paused" : "The queue plays",
                        !queue.isPaused(),
                        QueuePages.ADDRESS),
                new Check(isTippingOpen ? "Tipping is open" : "Tipping is closed", isTippingOpen, HomePages.ADDRESS),
                connections(troubles));
    }

    /// Whether an overlay that is open was heard: it says itself whether its browser plays sound.
    private static Check sound(List<Fields> overlays) {
        List<Fields> heard = overlays.stream()
                .filter(overlay -> overlay.flag("connected") && !overlay.isNull("report"))
                .toList();
        return heard.stream()
                .filter(overlay -> overlay.object("report").text("state").equals("silent"))
                .findFirst()
                .map(silent -> new Check("An overlay is silent", false, OVERLAYS + "/" + silent.text("id")))
                .orElseGet(() -> heard.isEmpty()
                        ? new Check("Sound was not checked", false, OVERLAYS)
                        : new Check("Sound plays", true, OVERLAYS));
    }

    private static Check connections(List<Trouble> troubles) {
        return troubles.stream()
                .filter(trouble -> trouble.address().startsWith(CONNECTIONS)
                        || trouble.address().equals(Site.PLACE + "/bot"))
                .findFirst()
                .map(trouble -> new Check("A connection is not in order", false, trouble.address()))
                .orElseGet(() -> new Check("Connections are in order", true, CONNECTIONS));
    }
}
