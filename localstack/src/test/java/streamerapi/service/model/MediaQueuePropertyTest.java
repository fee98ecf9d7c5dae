package streamerapi.service.model;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that all calls to the media queue, one after another, are answered as the model says: every answer, everything
/// that can be read, and all announcements (spec "Media queue").
class MediaQueuePropertyTest {

    /// One step.
    ///
    /// @param pick which of the items that there are, chosen when its turn comes
    record Step(MediaAction action, int pick) {}

    @Property(tries = 8, edgeCases = EdgeCasesMode.NONE)
    void everyAnswerAndEverythingThatCanBeReadAgreesWithTheModel(@ForAll("sequences") List<Step> steps) {
        Run run = new Run(Service.shared().newAccount());
        for (MediaAction action : List.of(MediaAction.REQUEST, MediaAction.REQUEST, MediaAction.START)) {
            run.carryOut(new Step(action, 0));
        }
        steps.forEach(run::carryOut);
    }

    @Provide
    Arbitrary<List<Step>> sequences() {
        Arbitrary<MediaAction> actions = Arbitraries.frequency(
                Tuple.of(5, MediaAction.REQUEST),
                Tuple.of(7, MediaAction.START),
                Tuple.of(4, MediaAction.FINISH),
                Tuple.of(3, MediaAction.RELEASE),
                Tuple.of(2, MediaAction.REMOVE),
                Tuple.of(3, MediaAction.REPLAY),
                Tuple.of(2, MediaAction.SKIP),
                Tuple.of(2, MediaAction.PAUSE),
                Tuple.of(2, MediaAction.RESUME),
                Tuple.of(1, MediaAction.SHOW),
                Tuple.of(1, MediaAction.HIDE));
        return Combinators.combine(actions, Arbitraries.integers().between(0, 99))
                .as(Step::new)
                .list()
                .ofMinSize(10)
                .ofMaxSize(30);
    }

    /// One sequence, and the model beside it.
    private static final class Run {
        private final Account account;
        private final ApiClient api;
        private final ModelMediaQueue model = new ModelMediaQueue();
        private final List<String> all = new ArrayList<>(List.of("media_1763693883123_unknown"));
        private final List<String> done = new ArrayList<>();

        private Run(Account account) {
            this.account = account;
            this.api = account.api();
        }

        private void carryOut(Step step) {
            String item = item(step);
            done.add(step.action() + " " + item);
            Answer answer = call(step.action(), item);
            String entered = entered();
            String expected = model.perform(step.action(), item, entered);

            assertThat(answer.status() + " " + detail(step.action(), answer))
                    .as("answers to %s", done)
                    .isEqualTo(expected);
            assertThat(account.eventTypes()).as("events of %s", done).isEqualTo(model.events());
            assertThat(state()).as("after %s", done).isEqualTo(model.state());
        }

        private Answer call(MediaAction action, String item) {
            String verb = action.name().toLowerCase(Locale.ROOT);
            return switch (action) {
                case REQUEST -> api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE));
                case REMOVE -> api.delete("/media/" + item);
                case START, FINISH, RELEASE, REPLAY -> api.post("/media/" + item + "/" + verb);
                case SKIP, PAUSE, RESUME, SHOW, HIDE -> api.post("/media/" + verb);
            };
        }

        private static String detail(MediaAction action, Answer answer) {
            if (answer.status() >= 300) {
                return String.valueOf(answer.at("code"));
            }
            return action == MediaAction.SKIP ? String.valueOf(answer.at("skipped_order_id")) : "";
        }

        /// The id of the newest item if it is a new one; otherwise nothing.
        private String entered() {
            String newest = account.events().stream()
                    .map(event -> Json.asObject(Json.read(event)))
                    .filter(event -> "media.created".equals(event.get("type")))
                    .map(event ->
                            String.valueOf(Json.asObject(event.get("data")).get("order_id")))
                    .reduce("", (before, after) -> after);
            if (newest.isEmpty() || all.contains(newest)) {
                return "";
            }
            all.add(newest);
            return newest;
        }

        /// Mostly one that the action fits; sometimes any at all.
        private String item(Step step) {
            List<String> fitting =
                    switch (step.action()) {
                        case START, REMOVE -> model.waiting();
                        case FINISH, RELEASE -> model.claimed();
                        case REPLAY -> model.history();
                        case REQUEST, SKIP, PAUSE, RESUME, SHOW, HIDE -> List.of();
                    };
            List<String> candidates = fitting.isEmpty() || step.pick() % 4 == 0 ? all : fitting;
            return candidates.get(step.pick() / 4 % candidates.size());
        }

        private String state() {
            Answer queue = api.get("/media/queue").expect(200);
            Answer now = api.get("/media/now").expect(200);
            Object current = now.at("media") == null ? null : now.at("media.order_id");
            assertThat(queue.at("current_order_id")).isEqualTo(current);
            assertThat(queue.at("playing")).isEqualTo(now.at("playing")).isEqualTo(current != null);
            assertThat(queue.at("is_paused")).isEqualTo(now.at("is_paused"));
            return "paused=" + now.at("is_paused") + " visible=" + now.at("visible") + " now=" + current
                    + " anchored=" + (now.at("started_at") != null)
                    + " position=" + (now.at("position_seconds") != null)
                    + " waiting=" + queue.each("items", "order_id") + " history="
                    + api.get("/media/history?limit=100").expect(200).each("media", "order_id");
        }
    }
}
