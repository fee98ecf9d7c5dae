package streamerapi.shared.secrets;

import streamerapi.shared.tasks.Host;

import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Random;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text that keys are kept as: `<name>:<base64 of 32 bytes>`, oldest first, with commas between.
public final class KeyList {

    private static final int KEY_BYTES = 32;
    private static final int NAME_BYTES = 4;
    private static final Pattern KEY = Pattern.compile("([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)");

    private KeyList() {}

    /// A list of one new key. Its name is new too, so that a text that another key sealed is known to be another's.
    public static String create() {
        Random random = Host.random();
        byte[] name = new byte[NAME_BYTES];
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(name);
        random.nextBytes(key);
        return "k" + HexFormat.of().formatHex(name) + ":" + Base64.getEncoder().encodeToString(key);
    }

    /// The keys of a list.
    ///
    /// @param place where the list stands, for the message
    /// @throws SecretsUnavailable if it is no such list
    public static SequencedMap<String, byte[]> parse(String list, String place) {
        SequencedMap<String, byte[]> keys = new LinkedHashMap<>();
        for (String part : list.strip().split(",", -1)) {
            Matcher key = KEY.matcher(part.strip());
            if (!key.matches() || keys.containsKey(key.group(1))) {
                throw new SecretsUnavailable(place
                        + " must hold <name>:<base64 of 32 bytes>, several with commas between, each of another name");
            }
            keys.put(key.group(1), Base64.getDecoder().decode(key.group(2)));
        }
        return Collections.unmodifiableSequencedMap(keys);
    }
}
