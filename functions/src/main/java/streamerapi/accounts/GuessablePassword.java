package streamerapi.accounts;

import com.nulabinc.zxcvbn.StandardDictionaries;
import com.nulabinc.zxcvbn.StandardKeyboards;
import com.nulabinc.zxcvbn.Zxcvbn;
import com.nulabinc.zxcvbn.ZxcvbnBuilder;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Passwords that are guessed first: the 30,000 most common of those that leaked, what a keyboard or a repetition
/// suggests, the person's own address, and whatever lies close to one of them (NIST SP 800-63B, 3.1.1.2).
///
/// The list is read when the first password is chosen, so requests that choose none do not pay for it.
final class GuessablePassword {

    /// Fewer guesses than this find it: what an attacker can try against one account over its lock-outs in years, and
    /// against a stolen hash in hours.
    private static final double MIN_GUESSES = 1e6;

    /// What is looked at: the time that it takes grows with the length, and a longer password is good by its beginning.
    private static final int MAX_LOOKED_AT = 64;

    private static final Zxcvbn ESTIMATE = estimate();

    private GuessablePassword() {}

    /// Refuses a password that is guessed first.
    ///
    /// @throws Problem `bad_request`
    static void refuse(String password, String email) {
        int length = Math.min(MAX_LOOKED_AT, password.length());
        List<String> known = List.of(email, email.substring(0, Math.max(0, email.indexOf('@'))), "streamer api");
        if (ESTIMATE.measure(password.subSequence(0, length), known).getGuesses() < MIN_GUESSES) {
            throw Problem.badField(
                    "password",
                    "password is too easy to guess: it is common, was leaked, repeats itself or follows from the email;"
                            + " take several words that do not belong together");
        }
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
