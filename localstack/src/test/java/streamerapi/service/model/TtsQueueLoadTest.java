package streamerapi.service.model;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import streamerapi.service.Service;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Under many calls at once nothing is lost and nothing counted twice: what was announced accounts for what is there.
@Timeout(300)
class TtsQueueLoadTest {

    private static final int CALLERS = 6;
    private static final int CALLS_EACH = 30;
    private static final List<Action> CLAIMING = List.of(
            Action.TIP,
            Action.TIP,
            Action.START,
            Action.START,
            Action.FINISH,
            Action.RELEASE,
            Action.REMOVE,
            Action.NEXT,
            Action.SKIP,
            Action.READ_QUEUE);

    private final QueueCaller caller = new QueueCaller(Service.shared().newAccount());
    private final ConcurrentLinkedQueue<String> tips = new ConcurrentLinkedQueue<>();

    /// The tips that a caller put at the head, or is about to.
    private final Set<String> atHead = ConcurrentHashMap.newKeySet();

    private final AtomicInteger cleared = new AtomicInteger();

    @Test
    void everyClaimEndsOnceBeforeTheNextBegins() throws Exception {
        load(CLAIMING);

        List<String> slot = caller.committed().stream()
                .filter(event -> !event.startsWith("tip.created")
                        && !event.startsWith("queue.tts.removed")
                        && !event.startsWith("queue.tts.moved"))
                .toList();
        for (int i = 0; i < slot.size(); i += 2) {
            String claim = slot.get(i);
            assertThat(claim).startsWith("queue.tts.started ");
            String orderId = claim.substring(claim.indexOf(' ') + 1);
            if (i + 1 < slot.size()) {
                assertThat(slot.get(i + 1))
                        .isIn(
                                "queue.tts.finished " + orderId,
                                "queue.tts.released " + orderId,
                                "queue.tts.skipped " + orderId);
            } else {
                assertThat(read(Action.READ_NOW)).isEqualTo("paused=false playing=" + orderId);
            }
        }
        accountForEveryTip();
        assertThat(announced("queue.tts.finished", "queue.tts.skipped"))
                .containsExactlyElementsOf(ids(read(Action.READ_HISTORY)).reversed());
    }

    @Test
    void everyTipIsWaitingPlayedRemovedOrClearedOnce() throws Exception {
        List<Action> all = new ArrayList<>(CLAIMING);
        all.addAll(List.of(Action.PAUSE, Action.RESUME, Action.RESUME, Action.CLEAR));
        load(all);

        accountForEveryTip();
        int claimed = read(Action.READ_NOW).endsWith("playing=null") ? 0 : 1;
        int ended = announced("queue.tts.finished", "queue.tts.released", "queue.tts.skipped")
                .size();
        int freed = announced("queue.tts.resumed", "queue.tts.cleared").size();
        assertThat(announced("queue.tts.started").size() - claimed).isBetween(ended, ended + freed);
        int pauses = announced("queue.tts.paused").size();
        int paused = read(Action.READ_NOW).startsWith("paused=true") ? 1 : 0;
        assertThat(announced("queue.tts.resumed")).hasSize(pauses - paused);
    }

    private void accountForEveryTip() {
        List<String> created = announced("tip.created");
        assertThat(created).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(tips);
        List<String> waiting = ids(read(Action.READ_QUEUE));
        List<String> played = ids(read(Action.READ_HISTORY));
        List<String> removed = announced("queue.tts.removed");
        List<String> kept = new ArrayList<>(waiting);
        kept.addAll(played);
        kept.addAll(removed);
        assertThat(kept).doesNotHaveDuplicates().isSubsetOf(created);
        assertThat(created).as("waiting, played, removed or cleared").hasSize(kept.size() + cleared.get());
        assertThat(announced("queue.tts.finished", "queue.tts.skipped")).containsExactlyInAnyOrderElementsOf(played);
    }

    private List<String> announced(String... types) {
        Set<String> wanted = new HashSet<>(List.of(types));
        return caller.events().stream()
                .filter(event -> wanted.contains(event.substring(0, event.indexOf(' '))))
                .map(event -> event.substring(event.indexOf(' ') + 1))
                .toList();
    }

    private String read(Action action) {
        return caller.perform(new QueueOperation(action, "")).detail();
    }

    /// The ids between the brackets of what was read.
    private static List<String> ids(String read) {
        String list = read.substring(read.indexOf('[') + 1, read.indexOf(']'));
        return list.isEmpty() ? List.of() : List.of(list.split(", "));
    }

    private void load(List<Action> actions) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(i);
                work.add(() -> inTurn(actions, random));
            }
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        }
    }

    private boolean inTurn(List<Action> actions, Random random) {
        for (int i = 0; i < CALLS_EACH; i++) {
            Action action = actions.get(random.nextInt(actions.size()));
            QueueOperation operation = new QueueOperation(action, action == Action.TIP ? "Tip" : target(random));
            if (action == Action.NEXT) {
                atHead.add(operation.orderId());
            }
            Reply reply = caller.perform(operation);
            assertThat(reply.status()).as("%s %s", action, reply).isIn(200, 201, 404, 409);
            switch (action) {
                case TIP -> tips.add(reply.detail());
                case CLEAR -> cleared.addAndGet(Integer.parseInt(reply.detail()));
                case READ_QUEUE -> checkQueue(reply.detail());
                default -> assertThat(reply.isDone() || !reply.code().isEmpty()).isTrue();
            }
        }
        return true;
    }

    /// The tip that plays, or one of the latest.
    private String target(Random random) {
        String now = read(Action.READ_NOW);
        String playing = now.substring(now.indexOf("playing=") + "playing=".length());
        List<String> known = List.copyOf(tips);
        if (random.nextBoolean() && !playing.equals("null")) {
            return playing;
        }
        return known.isEmpty()
                ? "tip_1763693883123_unknown"
                : known.get(random.nextInt(known.size() / 2, known.size()));
    }

    private void checkQueue(String read) {
        List<String> waiting = ids(read);
        List<String> unmoved =
                waiting.stream().filter(tip -> !atHead.contains(tip)).toList();
        assertThat(unmoved).isSortedAccordingTo((a, b) -> a.equals(b) ? 0 : ModelQueue.isOlder(a, b) ? -1 : 1);
        String playing = read.substring(read.indexOf("playing=") + "playing=".length(), read.indexOf(" items="));
        assertThat(playing).isIn(withNull(waiting));
    }

    private static List<String> withNull(List<String> waiting) {
        List<String> all = new ArrayList<>(waiting);
        all.add("null");
        return all;
    }
}
