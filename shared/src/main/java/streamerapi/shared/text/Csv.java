package streamerapi.shared.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Tables as text (RFC 4180): cells between commas, in quotes if they hold a separator, a quote or a line break.
///
/// A table that is read may have semicolons in place of the commas, as spreadsheets save it in countries that write
/// 1,5, or tabulators, as it is pasted from one.
///
/// A cell that a spreadsheet would take for a formula is written with an apostrophe in front, which is left out again
/// when the table is read.
public final class Csv {

    /// A cell that a spreadsheet could take for a formula: it begins with a sign of formulas, in any width, after any
    /// invisible characters, or with a control. A number is none.
    private static final Pattern FORMULA = Pattern.compile(
            "(?!-[0-9]+(\\.[0-9]+)?$)([\\s\\p{Z}\\p{Cf}]*[=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]|\\p{Cc}).*",
            Pattern.DOTALL);

    /// The byte order mark of Unicode.
    private static final String MARK = "\ufeff";

    private static final String SEPARATORS = ",;\t";

    private static final Pattern GUARDED = Pattern.compile("'+" + FORMULA.pattern(), Pattern.DOTALL);

    private Csv() {}

    /// A row of a table.
    ///
    /// @param line the number of the line in which it begins, from 1
    public record Line(int line, List<String> cells) {}

    /// The rows of a table, as [#write] was given them. Lines end with LF or CRLF; empty ones are left out. The first
    /// separator outside quotes separates all cells.
    ///
    /// @throws IllegalArgumentException if a quote is not closed; it says in which line the quote is
    public static List<List<String>> read(String text) {
        return lines(text).stream().map(Line::cells).toList();
    }

    /// The rows of a table with the numbers of their lines.
    ///
    /// @throws IllegalArgumentException as of [#read]
    public static List<Line> lines(String text) {
        char separator = separator(text);
        List<Line> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        int quote = 0;
        int line = 1;
        int began = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line += c == '\n' ? 1 : 0;
            if (quoted) {
                if (c != '"') {
                    cell.append(c);
                } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
                    cell.append(c);
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"' && cell.isEmpty()) {
                quoted = true;
                quote = line;
            } else if (c == separator) {
                row.add(unguarded(cell.toString()));
                cell.setLength(0);
            } else if (c == '\n') {
                end(rows, began, row, cell);
                row = new ArrayList<>();
                began = line;
            } else if (c != '\r') {
                cell.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("the quote in line " + quote + " is not closed");
        }
        end(rows, began, row, cell);
        return rows;
    }

    private static char separator(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (!quoted && SEPARATORS.indexOf(c) >= 0) {
                return c;
            }
        }
        return ',';
    }

    private static void end(List<Line> rows, int line, List<String> row, StringBuilder cell) {
        if (!row.isEmpty() || !cell.isEmpty()) {
            row.add(unguarded(cell.toString()));
            rows.add(new Line(line, row));
        }
        cell.setLength(0);
    }

    /// A table as text.
    public static String write(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(String.join(",", row.stream().map(Csv::cell).toList())).append("\r\n");
        }
        return text.toString();
    }

    /// A table as a file: with the mark of UTF-8 before it, without which Excel reads another encoding.
    ///
    /// @param table as of [#write]
    public static String file(String table) {
        return MARK + table;
    }

    private static String cell(String text) {
        String safe = guarded(text);
        boolean plain = safe.chars().noneMatch(c -> SEPARATORS.indexOf(c) >= 0 || c == '"' || c == '\n' || c == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }

    /// A text with an apostrophe more if it is a formula, or if it would lose one when it is read.
    private static String guarded(String text) {
        return FORMULA.matcher(text).matches() || GUARDED.matcher(text).matches() ? "'" + text : text;
    }

    private static String unguarded(String text) {
        return GUARDED.matcher(text).matches() ? text.substring(1) : text;
    }
}
