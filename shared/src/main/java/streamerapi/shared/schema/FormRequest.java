package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.tasks.Host;

import java.util.Base64;
import java.util.regex.Pattern;

/// A form's hidden field, by which what the form asks for is done once however often it is sent: 192 random bits.
public final class FormRequest {

    public static final String FIELD = "request";

    private static final int BYTES = 24;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22,86}");

    private FormRequest() {}

    /// A new one.
    public static String random() {
        byte[] random = new byte[BYTES];
        Host.random().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// Whether it was sent, and could not be guessed.
    public static boolean isOne(@Nullable String sent) {
        return sent != null && FORM.matcher(sent).matches();
    }

    /// The request that was sent; a new one if it could be guessed.
    public static String of(String sent) {
        return isOne(sent) ? sent : random();
    }
}
