package streamerapi.simulation.year;

import java.util.Map;

/// The account of a simulation, and what its people hold.
///
/// @param cookie of the owner's session
record YearAccount(
        String tenantId,
        String apiKey,
        String secondKey,
        String secondKeyId,
        String overlayId,
        String overlayKey,
        Map<String, String> ingestSecrets,
        String cookie,
        String csrfToken) {

    static final YearAccount NONE = new YearAccount("", "", "", "", "", "", Map.of(), "", "");
}
