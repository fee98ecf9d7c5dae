package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The viewer who looks at a tip page.
///
/// @param name as the platform has it; null if the viewer has not signed in
/// @param platform at which the viewer has signed in, as people know it; null if they have not
/// @param credits that can be spent
/// @param signIns the platforms to sign in with, by their labels
/// @param origin the service's own, at which sign-ins begin and end; empty if it is that of the page
/// @param message that a credit was to be spent on; empty if none was sent
/// @param error what is wrong with it; null if nothing is
public record TipVisitorView(
        @Nullable String name,
        @Nullable String platform,
        long credits,
        List<String> signIns,
        String origin,
        String message,
        @Nullable String error) {

    /// A viewer who has not signed in.
    public static TipVisitorView stranger(List<String> signIns) {
        return new TipVisitorView(null, null, 0, signIns, "", "", null);
    }

    /// Whether the viewer has signed in.
    public boolean isSignedIn() {
        return name != null;
    }

    /// The viewer after a message that was not taken.
    public TipVisitorView with(String sent, @Nullable String wrong) {
        return new TipVisitorView(name, platform, credits, signIns, origin, sent, wrong);
    }

    /// The viewer of a page, whose sign-ins begin at an origin.
    public TipVisitorView signingInAt(String other) {
        return new TipVisitorView(name, platform, credits, signIns, other, message, error);
    }

    /// The address at which a sign-in begins. A platform sends the browser back to the service's own origin, where the
    /// cookie of a sign-in that began at another one is missing.
    public String signInAddress(String page, String label) {
        return origin + page + "/sign-in/" + label;
    }

    /// A platform as people know it.
    public String platformName(String label) {
        return ConnectionWords.name(label);
    }

    /// The credits in words.
    public String creditWords() {
        return credits == 1 ? "1 credit" : credits + " credits";
    }
}
