package streamerapi.simulation.year;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The secrets of an account, which stand in nothing that the service keeps or tells.
final class Secrecy {

    private final Map<String, String> secrets = new LinkedHashMap<>();
    private final List<String> told = new ArrayList<>();

    Secrecy(YearAccount account) {
        add("the API key", account.apiKey());
        add("the second API key", account.secondKey());
        add("the overlay's key", account.overlayKey());
        add("the session", account.cookie().replaceFirst("^[^=]*=", ""));
        add("the password", Prepared.PASSWORD);
        account.ingestSecrets().forEach((source, secret) -> add("the secret of " + source, secret));
    }

    /// Knows of one more secret from now on.
    void add(String name, String secret) {
        if (!secret.isEmpty()) {
            secrets.put(name, secret);
        }
    }

    /// Looks for secrets in a text that the service keeps or tells.
    ///
    /// @param where where it stands
    void look(String where, String text) {
        secrets.forEach((name, secret) -> {
            if (text.contains(secret)) {
                told.add(name + " in " + where);
            }
        });
    }

    /// Secrets that were found, and where.
    List<String> told() {
        return told;
    }
}
