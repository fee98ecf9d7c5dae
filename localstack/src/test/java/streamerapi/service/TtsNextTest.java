package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that a waiting tip can be put at the head of the TTS queue, and that all others stay in their order.
@NullMarked
class TtsNextTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);
    private final String ada = account.tip("Ada");
    private final String bea = account.tip("Bea");
    private final String cy = account.tip("Cy");

    @Test
    void aTipIsPutBeforeEveryOther() {
        Object waiting = api.get("/tts/queue").at("items.2");

        Answer moved = next(cy).expect(200);

        assertThat(moved.at("success")).isEqualTo(true);
        assertThat(moved.at("tip")).isEqualTo(waiting);
        assertThat(happenings.last("queue.tts.moved")).isEqualTo(Map.of("tip", Objects.requireNonNull(waiting)));
        assertThat(waiting()).containsExactly(cy, ada, bea);
    }

    @Test
    void ofSeveralTheLastIsTheFirst() {
        next(bea).expect(200);
        next(cy).expect(200);
        assertThat(waiting()).containsExactly(cy, bea, ada);
        next(ada).expect(200);
        next(bea).expect(200);
        assertThat(waiting()).containsExactly(bea, ada, cy);
        String later = account.tip("Di");
        assertThat(waiting()).containsExactly(bea, ada, cy, later);
    }

    @Test
    void theTipThatIsAtTheHeadStaysAndNothingIsTold() {
        next(ada).expect(200);
        assertThat(account.eventTypes()).containsOnly("tip.created");
        next(cy).expect(200);
        next(cy).expect(200);
        assertThat(happenings.all("queue.tts.moved")).hasSize(1);
    }

    @Test
    void aTipKeepsItsNewPlaceWhenItIsReleased() {
        next(cy).expect(200);
        api.post("/tts/" + cy + "/start").expect(200);
        next(bea).expect(200);
        api.post("/tts/" + cy + "/release").expect(200);
        assertThat(waiting()).containsExactly(bea, cy, ada);
    }

    @Test
    void whatPlaysWasPlayedOrIsGoneIsRefused() {
        api.post("/tts/" + ada + "/start").expect(200);
        assertThat(next(ada).refuses(409, "already_playing").at("current_order_id"))
                .isEqualTo(ada);
        api.post("/tts/" + ada + "/finish").expect(200);
        next(ada).refuses(409, "not_in_queue");
        api.delete("/tts/" + bea).expect(200);
        next(bea).refuses(404, "not_found");
        api.post("/tts/clear").expect(200);
        next(cy).refuses(404, "not_found");
        next("tip_1763693883123_0h5m8z4q2w9x7y3k").refuses(404, "not_found");
        assertThat(happenings.all("queue.tts.moved")).isEmpty();
    }

    @Test
    void pagesHaveEachTipOnceInTheOrderOfTheQueue() {
        next(cy).expect(200);
        next(bea).expect(200);
        List<String> seen = new ArrayList<>();
        String address = "/tts/queue?limit=1";
        for (int page = 0; page < 3; page++) {
            Answer answer = api.get(address).expect(200);
            seen.addAll(answer.each("items", "order_id"));
            address = "/tts/queue?limit=1&after=" + answer.at("next_cursor");
        }
        assertThat(seen).containsExactly(bea, cy, ada);
        assertThat(api.get("/tts/queue?limit=1&after=" + ada).expect(200).each("items", "order_id"))
                .isEmpty();
    }

    @Test
    void ofManyAtOnceEachComesToTheHeadOnce() {
        List<String> tips = new ArrayList<>(List.of(ada, bea, cy));
        for (int i = 0; i < 5; i++) {
            tips.add(account.tip("Tip " + i));
        }
        AtOnce.run(8, i -> next(tips.get(i)).expect(200));

        List<String> told = happenings.all("queue.tts.moved").stream()
                .map(event -> String.valueOf(
                        Json.asObject(Json.asObject(event.get("data")).get("tip"))
                                .get("order_id")))
                .toList();
        assertThat(waiting()).containsExactlyInAnyOrderElementsOf(tips);
        assertThat(told.size()).isBetween(7, 8);
        assertThat(told).doesNotHaveDuplicates();
    }

    @Test
    void itTakesTheScopeOfTheQueueOrAModerator() {
        account.api(Scope.TTS_READ).post("/tts/" + cy + "/next").refuses(403, "missing_scope");
        account.dashboard().post("/dashboard/api/tts/" + cy + "/next").expect(200);
        assertThat(waiting()).containsExactly(cy, ada, bea);
    }

    private Answer next(String orderId) {
        return api.post("/tts/" + orderId + "/next");
    }

    private List<String> waiting() {
        return api.get("/tts/queue").expect(200).each("items", "order_id");
    }
}
