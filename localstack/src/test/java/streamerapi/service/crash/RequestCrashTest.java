package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.service.Answer;

import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// A function that answers a request dies, at every call to AWS that writes or sends; the caller sends the request
/// again.
@NullMarked
class RequestCrashTest {

    private final CrashStack stack = CrashStack.shared();

    static List<CrashOperation> operations() {
        return CrashOperation.all();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aRequestWhoseFunctionDiesIsWholeOrUndoneAndCanBeSentAgain(CrashOperation operation) {
        stack.everyCrash(operation.name(), crash -> {
            try (Stage stage = new Stage(stack.service())) {
                operation.prepare().accept(stage);
                stage.begin();

                sendUntilAnswered(operation, stage, crash);

                assertThat(stage.newEvents()).isBetween(operation.fewest(), operation.most());
                stage.isWhole();
                stage.reachesEverybody();
                stage.goesOn();
            }
        });
    }

    private void sendUntilAnswered(CrashOperation operation, Stage stage, Crash crash) {
        String mark = UUID.randomUUID().toString();
        RepeatableCall call = operation.call().apply(stage).with("Mark", mark);
        stack.killer().arm(crash, operation.function(), List.of(mark));
        Answer first = call.send(stage.account());
        if (crash.happened()) {
            assertThat(first.status()).isEqualTo(500);
            stage.isWhole();
            Answer second = call.send(stage.account());
            assertThat(second.status()).as(second.text()).isBetween(200, 499);
        } else {
            assertThat(first.status()).as(first.text()).isBetween(200, 499);
        }
    }
}
