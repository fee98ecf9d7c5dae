package streamerapi.overlays;

import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;

/// The place of a widget on an overlay, in percent of the overlay's width and height.
///
/// The widget takes no more room than that. Its content is aligned to the edge of the box that is nearer to the
/// overlay's edge.
record OverlayBox(BigDecimal x, BigDecimal y, BigDecimal width, BigDecimal height) {

    private static final int MIN_SIDE = 2;
    private static final int WHOLE = 100;

    static final Schema<OverlayBox> SCHEMA = Schema.of(
            "OverlayBox",
            "Where a widget stands on an overlay, in percent of the overlay's width and height, with at most one"
                    + " decimal.",
            s -> {
                var x = s.percent("x", OverlayBox::x).doc("From the left edge.").example(new BigDecimal("2.1"));
                var y = s.percent("y", OverlayBox::y).doc("From the top.").example(new BigDecimal("3.7"));
                var width = s.percent("width", OverlayBox::width)
                        .between(MIN_SIDE, WHOLE)
                        .doc("`x` and `width` are 100 at most.")
                        .example(new BigDecimal("27.1"));
                var height = s.percent("height", OverlayBox::height)
                        .between(MIN_SIDE, WHOLE)
                        .doc("`y` and `height` are 100 at most.")
                        .example(12);
                return in -> {
                    OverlayBox box = new OverlayBox(x.of(in), y.of(in), width.of(in), height.of(in));
                    if (isMoreThanWhole(box.x, box.width)) {
                        throw in.refused("width", "must leave the box on the overlay: x and width are 100 at most");
                    }
                    if (isMoreThanWhole(box.y, box.height)) {
                        throw in.refused("height", "must leave the box on the overlay: y and height are 100 at most");
                    }
                    return box;
                };
            });

    static OverlayBox of(String x, String y, String width, String height) {
        return new OverlayBox(new BigDecimal(x), new BigDecimal(y), new BigDecimal(width), new BigDecimal(height));
    }

    private static boolean isMoreThanWhole(BigDecimal from, BigDecimal side) {
        return from.add(side).compareTo(BigDecimal.valueOf(WHOLE)) > 0;
    }
}
