package streamerapi.dashboard;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.pages.Fields;
import streamerapi.pages.HomeView.Check;
import streamerapi.pages.HomeView.Trouble;
import streamerapi.pages.QueueView;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The Go live check: five things, each in order or with the page on which it is set right.
@NullMarked
class GoLiveChecksTest {

    private static final String OVERLAYS = "/dashboard/overlays";

    @Test
    void aShowThatIsReadyHasFiveChecksInOrder() {
        List<Check> checks = checks(queue(1, false), true, List.of(overlay("o_1", true, "playing")), List.of());

        assertThat(checks).allMatch(Check::isGood);
        assertThat(checks)
                .extracting(Check::words)
                .containsExactly(
                        "An overlay is open",
                        "Sound plays",
                        "The queue plays",
                        "Tipping is open",
                        "Connections are in order");
    }

    @Test
    void aNewAccountIsToldWhatIsMissing() {
        assertThat(checks(queue(0, false), false, List.of(), List.of()))
                .containsExactly(
                        new Check("No overlay is open", false, OVERLAYS),
                        new Check("Sound was not checked", false, OVERLAYS),
                        new Check("The queue plays", true, "/dashboard/queue"),
                        new Check("Tipping is closed", false, "/dashboard/home"),
                        new Check("Connections are in order", true, "/dashboard/connections"));
    }

    @Test
    void aPausedQueueIsNotInOrder() {
        assertThat(checks(queue(1, true), true, List.of(), List.of()))
                .contains(new Check("The queue is paused", false, "/dashboard/queue"));
    }

    @Test
    void oneSilentOverlayAmongThoseThatPlayIsNamed() {
        List<Fields> overlays = List.of(overlay("o_1", true, "playing"), overlay("o_2", true, "silent"));

        assertThat(checks(queue(2, false), true, overlays, List.of()))
                .contains(new Check("An overlay is silent", false, OVERLAYS + "/o_2"));
    }

    @Test
    void whatAnOverlaySaidBeforeItWasClosedIsNotAskedFor() {
        List<Fields> overlays = List.of(overlay("o_1", false, "playing"), overlay("o_2", false, "silent"));

        assertThat(checks(queue(0, false), true, overlays, List.of()))
                .contains(new Check("Sound was not checked", false, OVERLAYS));
    }

    @Test
    void anOverlayThatHasNotReportedWasNotHeard() {
        assertThat(checks(queue(1, false), true, List.of(overlay("o_1", true, null)), List.of()))
                .contains(new Check("Sound was not checked", false, OVERLAYS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dashboard/connections/twitch", "/dashboard/bot"})
    void aConnectionThatIsLostLeadsToItsPage(String address) {
        List<Trouble> troubles = Stream.of("/dashboard/webhooks/wh_1", address, "/dashboard/connections/kick")
                .map(at -> new Trouble("Something is wrong.", at, "See"))
                .toList();

        assertThat(checks(queue(1, false), true, List.of(), troubles))
                .contains(new Check("A connection is not in order", false, address));
    }

    @Test
    void anEndpointThatFailsIsNoConnection() {
        List<Trouble> troubles = List.of(new Trouble("It fails.", "/dashboard/webhooks/wh_1", "See why"));

        assertThat(checks(queue(1, false), true, List.of(), troubles))
                .contains(new Check("Connections are in order", true, "/dashboard/connections"));
    }

    private static List<Check> checks(
            QueueView queue, boolean isTippingOpen, List<Fields> overlays, List<Trouble> troubles) {
        Fields answer = new Fields(
                Map.of("overlays", overlays.stream().map(Fields::json).toList()));
        return GoLiveChecks.of(queue, isTippingOpen, answer, troubles);
    }

    private static QueueView queue(int players, boolean isPaused) {
        return new QueueView(null, List.of(), isPaused, false, Set.of(), players, 0, false, false);
    }

    /// @param state what it reported of its sound; null if nothing yet
    private static Fields overlay(String id, boolean isConnected, @Nullable String state) {
        Map<String, @Nullable Object> json = new HashMap<>();
        json.put("id", id);
        json.put("connected", isConnected);
        json.put("report", state == null ? null : Map.of("state", state));
        return new Fields(json);
    }
}
