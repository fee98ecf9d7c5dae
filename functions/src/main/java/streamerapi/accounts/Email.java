package streamerapi.accounts;

import streamerapi.shared.problems.Problem;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/// Addresses that people sign in with. Case does not tell two of them apart, nor does white space around them, nor
/// whether an international domain name is written in its own letters or in ASCII: some browsers send it as
/// `xn--mller-kva.de`, others as `müller.de`.
final class Email {

    static final int MAX_CHARS = 254;

    /// How a label of an international domain name begins in ASCII.
    private static final String ENCODED = "xn--";

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

    /// Returns the form in which addresses are compared: without spaces around it, in lower case, composed, and with
    /// the domain in its own letters.
    static String folded(String sent) {
        String lower = Normalizer.normalize(sent.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        int domain = lower.lastIndexOf('@') + 1;
        boolean isInternational = lower.startsWith(ENCODED, domain) || lower.indexOf("." + ENCODED, domain) >= 0;
        return isInternational ? lower.substring(0, domain) + IDN.toUnicode(lower.substring(domain)) : lower;
    }
}
