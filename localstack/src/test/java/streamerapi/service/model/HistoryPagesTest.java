package streamerapi.service.model;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Walked page by page, a list is the whole list, whatever the size of a page.
class HistoryPagesTest {

    private static final int TIPS = 12;

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void historyWalkedWithAnyLimitIsTheWholeHistoryNewestFirst() {
        List<String> played = new ArrayList<>();
        for (int i = 0; i < TIPS; i++) {
            String orderId = account.tip("Tip " + i);
            api.post("/tts/" + orderId + "/start").expect(200);
            api.post(i % 3 == 0 ? "/tts/skip" : "/tts/" + orderId + "/finish").expect(200);
            played.addFirst(orderId);
        }
        for (int limit = 1; limit <= TIPS + 1; limit++) {
            assertThat(walk("/tts/history", "tips", "before", limit))
                    .as("limit %d", limit)
                    .isEqualTo(played);
        }
    }

    @Test
    void theQueueWalkedWithAnyLimitIsTheWholeQueueOldestFirst() {
        for (int i = 0; i < 4; i++) {
            account.tip("Cleared " + i);
        }
        api.post("/tts/clear").expect(200);
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < TIPS; i++) {
            waiting.add(account.tip("Tip " + i));
        }
        for (int limit = 1; limit <= TIPS + 1; limit++) {
            assertThat(walk("/tts/queue", "items", "after", limit))
                    .as("limit %d", limit)
                    .isEqualTo(waiting);
        }
    }

    private List<String> walk(String path, String list, String cursor, int limit) {
        List<String> walked = new ArrayList<>();
        @Nullable Object next = null;
        do {
            String query = "?limit=" + limit + (next == null ? "" : "&" + cursor + "=" + next);
            Answer page = api.get(path + query).expect(200);
            List<String> ids = page.each(list, "order_id");
            assertThat(ids).hasSizeBetween(1, limit);
            walked.addAll(ids);
            next = page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(next != null);
        } while (next != null && walked.size() <= TIPS);
        return walked;
    }
}
