package streamerapi.tippage;

import streamerapi.shared.tasks.Host;

import java.util.Base64;
import java.util.regex.Pattern;

/// The form's hidden field, by which a checkout is made once however often the form is sent: 192 random bits.
final class FormRequest {

    static final String FIELD = "request";

    private static final int BYTES = 24;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22,86}");

    private FormRequest() {}

    /// A new one.
    static String random() {
        byte[] random = new byte[BYTES];
        Host.random().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// The request that was sent; a new one if it could be guessed.
    static String of(String sent) {
        return FORM.matcher(sent).matches() ? sent : random();
    }
}
