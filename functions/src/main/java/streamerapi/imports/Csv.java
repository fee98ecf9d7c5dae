package streamerapi.imports;

import java.util.ArrayList;
import java.util.List;

/// Tables as text (RFC 4180): cells between commas, in quotes if they hold a comma, a quote or a line break.
public final class Csv {

    private Csv() {}

    /// The rows of a table. Lines end with LF or CRLF; empty ones are left out.
    ///
    /// @throws IllegalArgumentException if a quote is not closed
    public static List<List<String>> read(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
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
            } else if (c == ',') {
                row.add(cell.toString());
                cell.setLength(0);
            } else if (c == '\n') {
                end(rows, row, cell);
                row = new ArrayList<>();
            } else if (c != '\r') {
                cell.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("A quote is not closed");
        }
        end(rows, row, cell);
        return rows;
    }

    private static void end(List<List<String>> rows, List<String> row, StringBuilder cell) {
        if (!row.isEmpty() || !cell.isEmpty()) {
            row.add(cell.toString());
            rows.add(row);
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

    private static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
