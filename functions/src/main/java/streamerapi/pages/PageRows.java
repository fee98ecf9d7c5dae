package streamerapi.pages;

import java.util.List;
import java.util.function.ToIntFunction;

/// How many rows of a list a page that lives shows. It is loaded again whenever something changes, and a function
/// answers with 6 MB at most, so the list is bounded by its size as well as by its number.
public final class PageRows {

    /// How many rows a page lists unless it is asked for all.
    static final int FEW = 50;

    /// Bytes of the rows of a page that lists all, or few more.
    private static final int MAX_BYTES = 2_000_000;

    /// Bytes of a row beside its texts: its buttons.
    private static final int OF_BUTTONS = 2_000;

    /// Bytes of a character at most: `&amp;`, for example.
    private static final int OF_CHARACTER = 5;

    private PageRows() {}

    /// @param characters the characters of a row's texts, each as often as the row has it
    static int shown(List<Fields> rows, boolean all, ToIntFunction<Fields> characters) {
        if (!all) {
            return Math.min(FEW, rows.size());
        }
        int bytes = 0;
        int fitting = 0;
        while (fitting < rows.size() && bytes < MAX_BYTES) {
            bytes += OF_BUTTONS + OF_CHARACTER * characters.applyAsInt(rows.get(fitting));
            fitting++;
        }
        return fitting;
    }
}
