package streamerapi.localstack.standins;

/// A request that a stand-in refuses, with its answer.
public final class StandInRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient StandInAnswer answer;

    public StandInRefusal(StandInAnswer answer) {
        super(answer.body(), null, false, false);
        this.answer = answer;
    }

    public StandInAnswer answer() {
        return answer;
    }
}
