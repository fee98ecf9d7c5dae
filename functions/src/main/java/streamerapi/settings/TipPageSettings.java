package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/// The account's tip page: the setting `tip_page`.
///
/// @param enabled whether the page is there; never without a `slug`
/// @param slug the last part of its address, unique in the installation, or null
/// @param title its heading, up to 80 characters, or null for one with the account's name
/// @param text what stands below the heading, up to 500 characters, or null
/// @param presets amounts to choose from, up to 6
/// @param minAmount the least amount, 0 to 1,000,000 in the account's currency
/// @param maxAmount the greatest amount, `minAmount` to 1,000,000
/// @param media whether a donor may send a video with a tip
/// @param signIn whether viewers can sign in with the platforms that are connected
/// @param pictureUrl an https address of a picture above the heading, or null
/// @param colour `#rrggbb` of buttons and links, or null for the service's own
/// @param showGoal whether the page shows the tip goal
/// @param showTips whether the page shows the last tips that were heard
public record TipPageSettings(
        boolean enabled,
        @Nullable String slug,
        @Nullable String title,
        @Nullable String text,
        List<BigDecimal> presets,
        BigDecimal minAmount,
        BigDecimal maxAmount,
        boolean media,
        boolean signIn,
        @Nullable String pictureUrl,
        @Nullable String colour,
        boolean showGoal,
        boolean showTips) {

    private static final String PATH = "/tip/";
    private static final int MIN_SLUG = 3;
    private static final int MAX_SLUG = 40;
    private static final int MAX_TITLE = 80;
    private static final int MAX_TEXT = 500;
    private static final int MAX_PRESETS = 6;
    private static final int MAX_MONEY = 1_000_000;
    private static final BigDecimal DEFAULT_MIN = BigDecimal.ONE;
    private static final BigDecimal DEFAULT_MAX = BigDecimal.valueOf(1_000);
    private static final List<BigDecimal> DEFAULT_PRESETS =
            List.of(BigDecimal.valueOf(3), BigDecimal.valueOf(5), BigDecimal.valueOf(10), BigDecimal.valueOf(25));
    private static final Pattern SLUG = Pattern.compile("[a-z0-9][a-z0-9-]{1,38}[a-z0-9]");

    private static final int MAX_ADDRESS = 500;
    private static final String URI_CHARACTERS = "([A-Za-z0-9._~:/?@!$()*+,=-]|&|%[0-9A-Fa-f]{2})*";
    private static final Pattern PICTURE =
            Pattern.compile("https://[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?(:[0-9]{1,5})?" + "(/"
                    + URI_CHARACTERS + "(#" + URI_CHARACTERS + ")?)?");
    private static final Pattern COLOUR = Pattern.compile("#[0-9a-f]{6}");

    static final TipPageSettings DEFAULT = new TipPageSettings(
            false, null, null, null, DEFAULT_PRESETS, DEFAULT_MIN, DEFAULT_MAX, false, true, null, null, false, false);

    static final Schema<TipPageSettings> SCHEMA =
            Schema.of("TipPageSettings", "The page at which viewers pay for tips: `/tip/{slug}`.", s -> {
                var enabled = s.flag("enabled", TipPageSettings::enabled)
                        .orElse(false)
                        .doc("Whether the page is on. This needs a `slug`.");
                var slug = s.text("slug", TipPageSettings::slug)
                        .between(MIN_SLUG, MAX_SLUG)
                        .matching(SLUG, "have 3 to 40 characters of a to z, 0 to 9 and -, and not begin or end with -")
                        .orNull()
                        .doc("The last part of the page's address. It is unique in the installation. A slug that is"
                                + " given up can be taken at once.")
                        .example("mira-live");
                var title = s.text("title", TipPageSettings::title)
                        .between(1, MAX_TITLE)
                        .orNull()
                        .doc("The page's heading; null for one with the account's name. The processor shows it too.");
                var text = s.text("text", TipPageSettings::text)
                        .between(1, MAX_TEXT)
                        .orNull()
                        .doc("The text below the heading.");
                var presets = s.amounts("presets", TipPageSettings::presets, MAX_MONEY)
                        .max(MAX_PRESETS)
                        .orElse(DEFAULT_PRESETS)
                        .doc("Amounts to choose from. Those outside the limits are not shown.");
                var minAmount = s.money("min_amount", TipPageSettings::minAmount)
                        .between(0, MAX_MONEY)
                        .orElse(DEFAULT_MIN)
                        .doc("The least amount, in the account's currency.");
                var maxAmount = s.money("max_amount", TipPageSettings::maxAmount)
                        .between(0, MAX_MONEY)
                        .orElse(DEFAULT_MAX)
                        .doc("The greatest amount, in the account's currency; more than 0, and not below"
                                + " `min_amount`.");
                var media = s.flag("media", TipPageSettings::media)
                        .orElse(false)
                        .doc("Whether a donor may send a video with a tip.");
                var signIn = s.flag("sign_in", TipPageSettings::signIn)
                        .orElse(true)
                        .doc("Whether viewers can sign in with the platforms whose applications are known. The address"
                                + " that it needs is the connection's `viewer_redirect_uri`.");
                var picture = s.text("picture_url", TipPageSettings::pictureUrl)
                        .max(MAX_ADDRESS)
                        .matching(PICTURE, "be an https address of ASCII characters")
                        .orNull()
                        .doc("A picture above the heading. Each visitor's browser asks that site for it.")
                        .example("https://cdn.example.com/mira.png");
                var colour = s.text("color", TipPageSettings::colour)
                        .matching(COLOUR, "be # and 6 of 0 to 9 and a to f")
                        .orNull()
                        .doc("The colour of buttons and links; null for the service's own. If text would not be"
                                + " readable in it, the page uses a darker or lighter one.")
                        .example("#e0218a");
                var showGoal = s.flag("show_goal", TipPageSettings::showGoal)
                        .orElse(false)
                        .doc("Whether the page shows the tip goal: that of the oldest overlay whose goal is enabled.");
                var showTips = s.flag("show_tips", TipPageSettings::showTips)
                        .orElse(false)
                        .doc("Whether the page shows names and amounts of the last five tips that were played.");
                return in -> consistent(
                        in,
                        new TipPageSettings(
                                enabled.of(in),
                                slug.of(in),
                                title.of(in),
                                text.of(in),
                                presets.of(in),
                                minAmount.of(in),
                                maxAmount.of(in),
                                media.of(in),
                                signIn.of(in),
                                picture.of(in),
                                colour.of(in),
                                showGoal.of(in),
                                showTips.of(in)));
            });

    /// The path of the page below `{auth_url}`; null while the page is not there.
    public @Nullable String path() {
        return enabled && slug != null ? path(slug) : null;
    }

    /// The path of a page.
    public static String path(String slug) {
        return PATH + slug;
    }

    private static TipPageSettings consistent(FieldValues in, TipPageSettings page) {
        if (page.enabled && page.slug == null) {
            throw in.refused("slug", "is required for the page to be enabled");
        }
        if (page.maxAmount.signum() == 0) {
            throw in.refused("max_amount", "must be more than 0");
        }
        if (page.maxAmount.compareTo(page.minAmount) < 0) {
            throw in.refused("max_amount", "must not be below min_amount");
        }
        return page;
    }

    /// Whether a page can have this slug.
    public static boolean isSlug(String slug) {
        return SLUG.matcher(slug).matches();
    }
}
