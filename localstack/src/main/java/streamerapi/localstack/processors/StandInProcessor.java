package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandIn;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInRefusal;

import java.util.List;
import java.util.Set;

/// A processor that is played: its own paths, the pages on which a person pays, and `control/…`.
abstract sealed class StandInProcessor implements StandIn permits StandInStripe, StandInPayPal, StandInKofi {

    private final StandInLog log;

    StandInProcessor(StandInLog log) {
        this.log = log;
    }

    @Override
    public final StandInLog log() {
        return log;
    }

    /// Every secret that this processor gave or was given in this process.
    abstract Set<String> secrets();

    /// Answers a call of the processor's own paths.
    ///
    /// @throws StandInRefusal if it is refused
    abstract StandInAnswer own(StandInCall call);

    /// Answers what is below `control/`, but for its log and the answers that it is told to give.
    ///
    /// @param name the method and what stands after `control/`: `POST emit`
    /// @throws StandInRefusal if there is no such thing
    abstract StandInAnswer control(String name, ObjectNode order);

    @Override
    public final StandInAnswer answer(StandInCall call) {
        try {
            return call.path().startsWith(CONTROL) ? control(call) : own(call);
        } catch (StandInRefusal e) {
            return e.answer();
        }
    }

    private StandInAnswer control(StandInCall call) {
        String name = call.method() + " " + call.path().substring(CONTROL.length());
        return switch (name) {
            case "GET log" -> StandInAnswer.json(200, log.json());
            case "POST answer" -> {
                log.tell(order(call));
                yield StandInAnswer.json(200, node().put("success", true));
            }
            default -> control(name, order(call));
        };
    }

    private static ObjectNode order(StandInCall call) {
        return call.body().isBlank() ? node() : call.json().orElseThrow(() -> misunderstood("This is no JSON object"));
    }

    /// The refusal of an order that cannot be followed.
    static StandInRefusal misunderstood(String why) {
        return new StandInRefusal(StandInAnswer.text(400, why + "\n"));
    }

    static StandInRefusal noSuchControl() {
        return new StandInRefusal(
                StandInAnswer.text(404, "There is no such control; docs/local-stack.md lists them\n"));
    }

    static StandInAnswer delivered(List<Integer> statuses) {
        ObjectNode answer = node();
        ArrayNode list = answer.putArray("delivered");
        statuses.forEach(list::add);
        return StandInAnswer.json(202, answer);
    }

    static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }
}
