package streamerapi.media;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Links to videos, taken apart.
@NullMarked
class VideoLinkTest {

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
                    https://www.youtube.com/watch?v=dQw4w9WgXcQ YOUTUBE dQw4w9WgXcQ 0
                    https://youtube.com/watch?app=x&v=dQw4w9WgXcQ YOUTUBE dQw4w9WgXcQ 0
                    http://m.youtube.com:80/watch?v=dQw4w9WgXcQ&t=90 YOUTUBE dQw4w9WgXcQ 90
                    https://music.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s YOUTUBE dQw4w9WgXcQ 3723
                    https://youtu.be/dQw4w9WgXcQ?t=2m YOUTUBE dQw4w9WgXcQ 120
                    HTTPS://YOUTU.BE/dQw4w9WgXcQ YOUTUBE dQw4w9WgXcQ 0
                    https://www.youtube.com/shorts/dQw4w9WgXcQ YOUTUBE dQw4w9WgXcQ 0
                    https://www.youtube.com/live/dQw4w9WgXcQ?feature=a|b YOUTUBE dQw4w9WgXcQ 0
                    https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ YOUTUBE dQw4w9WgXcQ 0
                    https://vimeo.com/76979871 VIMEO 76979871 0
                    https://player.vimeo.com/video/76979871 VIMEO 76979871 0
                    """)
    void aLinkNamesItsVideoAndWherePlayingBegins(String link, VideoSite site, String videoId, long startTime) {
        assertThat(VideoLink.parse(link)).isEqualTo(new VideoLink(site, videoId, startTime));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://www.youtube.com/watch",
                "https://www.youtube.com/watch?v=dQw4w9WgXc",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQQ",
                "https://youtu.be/dQw4w9WgXcQ/more",
                "https://youtu.be:8443/dQw4w9WgXcQ",
                "http://youtu.be:443/dQw4w9WgXcQ",
                "https://user@youtu.be/dQw4w9WgXcQ",
                "https://youtu.be.example.com/dQw4w9WgXcQ",
                "https://evil.youtube.com/watch?v=dQw4w9WgXcQ",
                "https://www.vimeo.com/about",
                "https://vimeo.com/1234567890123",
                "ftp://youtu.be/dQw4w9WgXcQ",
                "youtu.be/dQw4w9WgXcQ",
                "dQw4w9WgXcQ",
                ""
            })
    void anyOtherTextIsNoLinkToAVideo(String text) {
        assertThat(VideoLink.parse(text)).isNull();
    }
}
