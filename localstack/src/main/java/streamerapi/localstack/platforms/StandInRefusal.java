package streamerapi.localstack.platforms;

/// A request that a stand-in refuses, with its answer.
final class StandInRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient StandInAnswer answer;

    StandInRefusal(StandInAnswer answer) {
        super(answer.body(), null, false, false);
        this.answer = answer;
    }

    StandInAnswer answer() {
        return answer;
    }
}
