package streamerapi.simulation.money;

/// How the processor takes a request.
enum Manner {
    DOES("does it"),
    REFUSES("refuses"),
    DOES_SILENTLY("does it and does not answer"),
    IS_SILENT("does not do it and does not answer"),
    TELLS_FIRST("does it, and its message comes before its answer"),
    TELLS_ONLY("does it, and its message comes, and no answer");

    private final String words;

    Manner(String words) {
        this.words = words;
    }

    boolean isDone() {
        return this != REFUSES && this != IS_SILENT;
    }

    boolean isTold() {
        return this == TELLS_FIRST || this == TELLS_ONLY;
    }

    boolean isAnswered() {
        return this == DOES || this == REFUSES || this == TELLS_FIRST;
    }

    @Override
    public String toString() {
        return words;
    }
}
