package streamerapi.shared.text;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// No cell of a table is a formula to a spreadsheet, and every table is read as it was written.
@NullMarked
class CsvTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+49",
                "-1+1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                " =1",
                "\u00a0=1",
                "\u200b=1",
                "\u3000\u200b =1",
                "＝1",
                "＋1",
                "－1",
                "＠A",
                "﹦1",
                "\u22121+1",
                "\t",
                "\nplain",
                "-",
                "=1\n2",
            })
    void aFormulaIsWrittenAsAText(String formula) {
        String table = Csv.write(List.of(List.of("name", formula)));

        assertThat(table.replace("\"", "")).startsWith("name,'" + formula);
        assertThat(Csv.read(table)).isEqualTo(List.of(List.of("name", formula)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ada", "-7", "-7.50", "5", "a=b", "", "'tis", "it's", "2026-11-21", "a,\"b\"\nc", "''"})
    void anyOtherTextIsWrittenAsItIs(String text) {
        String table = Csv.write(List.of(List.of("name", text)));

        assertThat(table).doesNotContain(",'=").doesNotStartWith("name,''''");
        assertThat(Csv.read(table)).isEqualTo(List.of(List.of("name", text)));
    }

    @Test
    void anApostropheOfTheTextItselfStays() {
        List<List<String>> rows = List.of(List.of("'=1", "''=1", "'", "'a"));

        assertThat(Csv.write(rows)).isEqualTo("''=1,'''=1,','a\r\n");
        assertThat(Csv.read(Csv.write(rows))).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(chars = {',', ';', '\t'})
    void theFirstSeparatorOutsideQuotesSeparatesAllCells(char separator) {
        String table = "\"a,;\t\"|b\r\n1,5;2\t3|\"c|d\"\r\n".replace('|', separator);

        List<List<String>> rows = Csv.read(table);

        assertThat(rows.getFirst()).containsExactly("a,;\t", "b");
        assertThat(rows.get(1)).endsWith("c" + separator + "d");
        assertThat(Csv.read(Csv.write(rows))).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b", "a\tb", "a,b"})
    void aSeparatorInATextSeparatesNothing(String text) {
        assertThat(Csv.read(Csv.write(List.of(List.of(text))))).isEqualTo(List.of(List.of(text)));
    }

    @Test
    void aRowSaysInWhichLineItBeginsAndAnOpenQuoteWhereItIs() {
        assertThat(Csv.lines("\r\na,b\r\n\"c\nd\",e\n\nf\n"))
                .extracting(Csv.Line::line)
                .containsExactly(2, 3, 6);
        assertThatThrownBy(() -> Csv.read("a\nb,\"c\nd\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the quote in line 2 is not closed");
    }
}
