package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.util.Arrays;

/// A sentence at the top of the tip page, for a viewer who is led back to it. The address carries its label; an unknown
/// label shows no notice. Nor does one that is not true of who looks at the page: addresses are kept and passed on.
enum TipNotice implements Labelled {
    SIGN_IN_DENIED("You are not signed in. You can tip without signing in."),
    SIGN_IN_REFUSED("The platform refused to sign you in. Try again, or tip without signing in."),
    SIGN_IN_UNAVAILABLE("The platform did not answer, so you are not signed in. Try again, or tip without signing in."),
    CREDIT_SPENT("Thank you! Your message was sent, and one credit was used."),
    CREDIT_HELD(
            "Thank you! A moderator looks at your message first. One credit was used; if the message is refused, you get"
                    + " the credit back.");

    /// The parameter of the address.
    static final String PARAMETER = "notice";

    private final String words;

    TipNotice(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /// The address of a page that says this.
    String at(String path) {
        return path + "?" + PARAMETER + "=" + label();
    }

    /// Whether it can be true of who has signed in, or has not.
    private boolean fits(boolean isSignedIn) {
        return switch (this) {
            case CREDIT_SPENT, CREDIT_HELD -> isSignedIn;
            case SIGN_IN_DENIED, SIGN_IN_REFUSED, SIGN_IN_UNAVAILABLE -> !isSignedIn;
        };
    }

    /// The notice with a label; null if there is none, or it is not true of who looks at the page.
    static @Nullable TipNotice of(@Nullable String label, boolean isSignedIn) {
        return Arrays.stream(values())
                .filter(notice -> notice.label().equals(label) && notice.fits(isSignedIn))
                .findFirst()
                .orElse(null);
    }
}
