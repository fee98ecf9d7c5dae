package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// The look of a tip page, as its streamer chose it.
///
/// @param picture an https address, or null
/// @param colour `#rrggbb`, or null for the service's own
/// @param goal null if none is shown
/// @param tips the last ones, newest first; none if they are not shown
public record TipLookView(
        @Nullable String picture,
        @Nullable String colour,
        @Nullable Goal goal,
        List<Given> tips) {

    /// The beginning of the paths of stylesheets with a colour.
    public static final String COLOURS = TipPageFile.PLACE + "/colours/";

    /// Tells the stylesheets of a colour from those of another release.
    private static final String RELEASE =
            Sha256.hex(Accent.of("4b46d6").stylesheet()).substring(0, 8);

    private static final String SCHEME = "https://";
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /// How far a goal has come, in the account's currency.
    public record Goal(String title, BigDecimal amount, BigDecimal current, String currency) {

        /// How much of it is there, 0 to 100.
        public String percent() {
            BigDecimal share =
                    amount.signum() <= 0 ? HUNDRED : current.multiply(HUNDRED).divide(amount, 0, RoundingMode.DOWN);
            return share.max(BigDecimal.ZERO).min(HUNDRED).toPlainString();
        }

        /// The sum and the goal as people read them.
        public String words() {
            return Money.text(current, currency) + " of " + Money.text(amount, currency);
        }
    }

    /// A tip that was heard.
    public record Given(String name, BigDecimal amount, String currency) {

        /// The amount as people read it.
        public String words() {
            return Money.text(amount, currency);
        }
    }

    /// The look of a page that shows nothing more.
    public static TipLookView plain(@Nullable String colour) {
        return new TipLookView(null, colour, null, List.of());
    }

    /// The address of the stylesheet with the colour; null without one.
    public @Nullable String stylesheet() {
        return colour == null ? null : COLOURS + colour.substring(1) + "-" + RELEASE + ".css";
    }

    /// The site of the picture, a source of the directive `img-src`; null without a picture.
    public @Nullable String pictureSite() {
        if (picture == null) {
            return null;
        }
        int path = picture.indexOf('/', SCHEME.length());
        return path < 0 ? picture : picture.substring(0, path);
    }
}
