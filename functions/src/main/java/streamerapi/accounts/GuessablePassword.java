package streamerapi.accounts;

import com.nulabinc.zxcvbn.StandardDictionaries;
import com.nulabinc.zxcvbn.StandardKeyboards;
import com.nulabinc.zxcvbn.Strength;
import com.nulabinc.zxcvbn.Zxcvbn;
import com.nulabinc.zxcvbn.ZxcvbnBuilder;
import com.nulabinc.zxcvbn.matchers.Match;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Passwords that are guessed first: the 30,000 most common of those that leaked, what a keyboard or a repetition
/// suggests, the person's own address, the names of the channel and the service, and whatever lies close to one of them
/// (NIST SP 800-63B, 3.1.1.2).
///
/// The list is read when the first password is chosen, so requests that choose none do not pay for it.
final class GuessablePassword {

    /// Fewer guesses than this find it: what an attacker can try against one account over its lock-outs in years, and
    /// against a stolen hash in hours.
    private static final double MIN_GUESSES = 1e6;

    /// The number of characters that are checked: the time that it takes grows with the length, and a longer password
    /// is good by its beginning.
    private static final int MAX_LOOKED_AT = 64;

    private static final List<String> OF_THE_SERVICE =
            List.of("streamer api", "streamerapi", "streamer", "stream", "dashboard", "overlay", "channel");

    /// Shorter words are part of any password.
    private static final int MIN_NAME = 3;

    private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}\\p{N}]+");

    /// The dictionary of the names, as the estimate calls it.
    private static final String NAMES = "user_inputs";

    private static final Zxcvbn ESTIMATE = estimate();

    private GuessablePassword() {}

    /// Refuses a password that is guessed first.
    ///
    /// @param channel the channel's name
    /// @throws Problem `bad_request`
    static void refuse(String password, String email, String channel) {
        int length = Math.min(MAX_LOOKED_AT, password.length());
        List<String> known = new ArrayList<>(OF_THE_SERVICE);
        for (String name : List.of(email, email.substring(0, Math.max(0, email.indexOf('@'))), channel)) {
            known.add(name);
            known.add(NO_LETTER.matcher(name).replaceAll(""));
            known.addAll(NO_LETTER.splitAsStream(name).toList());
        }
        known.removeIf(name -> name.length() < MIN_NAME);
        String beginning = password.substring(0, length);
        if (Stream.of(beginning, without(known, beginning))
                .distinct()
                .anyMatch(text -> guesses(text, known) < MIN_GUESSES)) {
            throw Problem.badField(
                    "password",
                    "password is too easy to guess: it is common, was leaked, repeats itself or follows from the email"
                            + " or the channel's name; choose several words that do not belong together");
        }
    }

    /// The rest of a password for an attacker who knows the names: they add nothing to it.
    private static String without(List<String> names, String password) {
        String lower = password.toLowerCase(Locale.ROOT);
        String rest = lower;
        for (String name : names) {
            rest = rest.replace(name.toLowerCase(Locale.ROOT), "");
        }
        return rest.equals(lower) ? password : rest;
    }

    /// How many guesses find a password for an attacker who tries the names first, however many there are. It is
    /// measured with all names at once, because one measurement of a long password takes a second.
    private static double guesses(String password, List<String> names) {
        if (password.isEmpty()) {
            return 0;
        }
        Strength strength = ESTIMATE.measure(password, names);
        double guesses = strength.getGuesses();
        for (Match match : strength.getSequence()) {
            guesses /= NAMES.equals(match.dictionaryName) ? match.rank : 1;
        }
        return guesses;
    }

    private static Zxcvbn estimate() {
        try {
            return new ZxcvbnBuilder()
                    .dictionary(StandardDictionaries.PASSWORDS_LOADER.load())
                    .keyboards(StandardKeyboards.loadAllKeyboards())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
