package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Videos as pages show them.
@NullMarked
class VideosTest {

    @ParameterizedTest
    @CsvSource({"'', ''", "0, ''", "5, 0:05", "185, 3:05", "3599, 59:59", "3600, 1:00:00", "3723, 1:02:03"})
    void aLengthIsShownAsPeopleWriteIt(String seconds, String words) {
        assertThat(Videos.length(seconds)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "https://youtu.be/x, https://youtu.be/x",
        "http://localhost:3000/x, /dashboard/media",
        "javascript:alert(1), /dashboard/media"
    })
    void onlyAnAddressOfHttpsIsALink(String address, String link) {
        assertThat(Videos.link(address)).isEqualTo(link);
    }
}
