package streamerapi.pages;

import java.util.List;

/// A colour that a streamer has chosen, and the shades of it in which text can be read (WCAG 2.2, 1.4.3: a contrast of
/// 4.5), by day and by night. They take the places of the tokens of `dashboard.css`.
public final class Accent {

    /// The least contrast of a text.
    static final double READABLE = 4.5;

    private static final int WHITE = 0xFFFFFF;
    private static final int BLACK = 0;

    /// The grounds on which text in the accent stands: `--surface` and `--canvas`, by day and by night.
    private static final List<Integer> DAY = List.of(WHITE, 0xF7F7F9);

    private static final List<Integer> NIGHT = List.of(0x16181E, 0x0E0F13);

    private static final double SOFT_BY_DAY = 0.1;
    private static final double SOFT_BY_NIGHT = 0.22;
    private static final double HOVER = 0.14;
    private static final double STEP = 0.04;

    private final int colour;

    private Accent(int colour) {
        this.colour = colour;
    }

    /// A colour.
    ///
    /// @param text 6 hexadecimal digits
    public static Accent of(String text) {
        return new Accent(Integer.parseInt(text, 16));
    }

    /// The tokens, as a stylesheet.
    public String stylesheet() {
        return ":root { --accent: light-dark(%1$s, %2$s); --focus: light-dark(%1$s, %2$s); --accent-fill: %3$s;"
                        .formatted(hex(text(true)), hex(text(false)), hex(colour))
                + " --accent-fill-hover: %s; --on-accent: %s; --accent-soft: light-dark(%s, %s); }\n"
                        .formatted(hex(hover()), hex(onFill()), hex(soft(true)), hex(soft(false)));
    }

    /// The colour of text on surfaces, a shade of the chosen one.
    int text(boolean isDay) {
        int to = isDay ? BLACK : WHITE;
        for (double share = 0; share < 1; share += STEP) {
            int shade = mixed(colour, to, share);
            if (grounds(isDay).stream().allMatch(ground -> contrast(shade, ground) >= READABLE)
                    && contrast(shade, soft(isDay)) >= READABLE) {
                return shade;
            }
        }
        return to;
    }

    /// The colour of text on the chosen one: black or white, whichever has the higher contrast.
    int onFill() {
        return contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK;
    }

    /// The chosen colour under a pointer, away from its text's.
    int hover() {
        return mixed(colour, onFill() == WHITE ? BLACK : WHITE, HOVER);
    }

    /// A ground with a touch of the colour.
    int soft(boolean isDay) {
        return mixed(grounds(isDay).getFirst(), colour, isDay ? SOFT_BY_DAY : SOFT_BY_NIGHT);
    }

    static List<Integer> grounds(boolean isDay) {
        return isDay ? DAY : NIGHT;
    }

    /// The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
    static double contrast(int one, int other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16 & 0xFF)
                + 0.7152 * linear(colour >> 8 & 0xFF)
                + 0.0722 * linear(colour & 0xFF);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    private static int mixed(int from, int to, double share) {
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            double channel = (from >> shift & 0xFF) * (1 - share) + (to >> shift & 0xFF) * share;
            mixed |= (int) Math.round(channel) << shift;
        }
        return mixed;
    }

    private static String hex(int colour) {
        return "#%06x".formatted(colour);
    }
}
