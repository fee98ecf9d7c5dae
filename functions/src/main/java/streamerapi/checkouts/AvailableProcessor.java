package streamerapi.checkouts;

import streamerapi.shared.connectors.Processor;

/// A processor that a donor can choose.
///
/// @param isTest whether no real money is moved
public record AvailableProcessor(Processor processor, boolean isTest) {}
