package streamerapi.accounts;

import streamerapi.shared.problems.Problem;

import java.util.Locale;
import java.util.regex.Pattern;

/// Addresses that people sign in with. Case does not tell two of them apart, nor does white space around them.
final class Email {

    static final int MAX_CHARS = 254;

    private static final Pattern FORM = Pattern.compile("[^\\s@<>,;]{1,64}@[^\\s@<>,;]+");

    private Email() {}

    /// The address as it is stored and compared.
    ///
    /// @throws Problem `bad_request` if it cannot be one
    static String check(String sent) {
        String folded = folded(sent);
        if (folded.length() > MAX_CHARS || !FORM.matcher(folded).matches()) {
            throw Problem.badField("email", "email must be an email address");
        }
        return folded;
    }

    /// Returns the form in which addresses are compared: without spaces around it, and in lower case.
    static String folded(String sent) {
        return sent.strip().toLowerCase(Locale.ROOT);
    }
}
