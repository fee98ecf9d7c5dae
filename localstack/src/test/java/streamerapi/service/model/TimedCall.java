package streamerapi.service.model;

/// A call that was made, and its answer.
///
/// @param entered the id of the tip that it made; empty if it made none
/// @param invoked when it was sent, in nanoseconds of this process's own clock
/// @param returned when its answer had come, by the same clock
/// @param when the same, by the service's clock
record TimedCall(QueueOperation operation, Reply reply, String entered, long invoked, long returned, Span when) {

    /// Whether it was over before the other began.
    boolean isBefore(TimedCall other) {
        return returned < other.invoked;
    }

    @Override
    public String toString() {
        return "%,12d to %,12d µs: %s %s -> %d %s %s"
                .formatted(
                        invoked / 1000,
                        returned / 1000,
                        operation.action(),
                        operation.orderId(),
                        reply.status(),
                        reply.code(),
                        reply.detail() + (entered.equals(reply.detail()) ? "" : " made " + entered));
    }
}
