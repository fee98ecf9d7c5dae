package streamerapi.service.model;

import java.time.Instant;

/// When something happened: not before one moment and not after the other.
record Span(Instant from, Instant to) {}
