package streamerapi.localstack.platforms;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

/// A person with an account at a platform. Any login has one: its id follows from it.
///
/// @param id decimal digits
record StandInUser(String id, String login, String name) {

    private static final long LOWEST_ID = 100_000_000;
    private static final long IDS = 800_000_000;

    /// @param name as people write it: letters, digits and underscores
    static StandInUser named(String name) {
        String login = name.toLowerCase(Locale.ROOT);
        CRC32 sum = new CRC32();
        sum.update(login.getBytes(StandardCharsets.UTF_8));
        return new StandInUser(Long.toString(LOWEST_ID + sum.getValue() % IDS), login, name);
    }
}
