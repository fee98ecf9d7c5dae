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

    static final YearAccount NONE = of("", "", Map.of());

    /// An account that has just been made.
    static YearAccount of(String tenantId, String apiKey, Map<String, String> ingestSecrets) {
        return new YearAccount(tenantId, apiKey, "", "", "", "", ingestSecrets, "", "");
    }

    YearAccount signedIn(String session, String token) {
        return new YearAccount(
                tenantId, apiKey, secondKey, secondKeyId, overlayId, overlayKey, ingestSecrets, session, token);
    }

    YearAccount withSecondKey(String key, String id) {
        return new YearAccount(tenantId, apiKey, key, id, overlayId, overlayKey, ingestSecrets, cookie, csrfToken);
    }

    YearAccount withOverlay(String id, String key) {
        return new YearAccount(tenantId, apiKey, secondKey, secondKeyId, id, key, ingestSecrets, cookie, csrfToken);
    }
}
