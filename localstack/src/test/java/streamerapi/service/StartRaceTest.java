package streamerapi.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Many consumers want to play at once, and one of them does (spec "TTS queue", `start`).
@Timeout(300)
class StartRaceTest {

    private static final int CLIENTS = 20;

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void ofTwentyThatStartTheSameTipOneGetsItEveryTime() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int round = 0; round < 100; round++) {
                String orderId = account.tip("Tip " + round);

                List<Answer> answers = race(
                        clients,
                        IntStream.range(0, CLIENTS).mapToObj(i -> orderId).toList());

                assertThat(wonBy(answers, orderId)).as("round %d", round).hasSize(1);
                api.post("/tts/" + orderId + "/finish").expect(200);
            }
        }
        assertThat(account.eventTypes()).filteredOn("queue.tts.started"::equals).hasSize(100);
    }

    @Test
    void ofTwentyThatStartATipEachOneGetsTheSlot() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<String> orderIds = new ArrayList<>();
            for (int round = 0; round < 20; round++) {
                while (orderIds.size() < CLIENTS) {
                    orderIds.add(account.tip("Tip"));
                }

                List<Answer> answers = race(clients, orderIds);

                List<Integer> winners = IntStream.range(0, CLIENTS)
                        .filter(i -> answers.get(i).status() == 200)
                        .boxed()
                        .toList();
                assertThat(winners).as("round %d", round).hasSize(1);
                String winner = orderIds.remove((int) winners.getFirst());
                assertThat(wonBy(answers, winner)).hasSize(1);
                assertThat(api.get("/tts/now").expect(200).at("tip.order_id")).isEqualTo(winner);
                api.post("/tts/" + winner + "/finish").expect(200);
            }
        }
        assertThat(account.eventTypes()).filteredOn("queue.tts.started"::equals).hasSize(20);
    }

    /// The answers that gave the slot; each other one must name the winner.
    private static List<Answer> wonBy(List<Answer> answers, String winner) {
        List<Answer> won = new ArrayList<>();
        for (Answer answer : answers) {
            if (answer.status() == 200) {
                assertThat(answer.at("tip.order_id")).isEqualTo(winner);
                won.add(answer);
            } else {
                answer.refuses(409, "already_playing");
                assertThat(answer.at("current_order_id")).isEqualTo(winner);
            }
        }
        return won;
    }

    /// Starts each of the tips at the same moment.
    private List<Answer> race(ExecutorService clients, List<String> orderIds)
            throws InterruptedException, ExecutionException {
        CyclicBarrier together = new CyclicBarrier(orderIds.size());
        List<Callable<Answer>> starts = new ArrayList<>();
        for (String orderId : orderIds) {
            starts.add(() -> {
                together.await();
                return api.post("/tts/" + orderId + "/start");
            });
        }
        List<Answer> answers = new ArrayList<>();
        for (Future<Answer> answer : clients.invokeAll(starts)) {
            answers.add(answer.get());
        }
        return answers;
    }
}
