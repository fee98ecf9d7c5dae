package streamerapi.media;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Bans of channels, as streamers write them.
@NullMarked
class ChannelBanTest {

    @ParameterizedTest
    @CsvSource({
        "@%E3%81%8B%E3%81%88%E3%81%A7, @かえで",
        "@%E3%81%8B%E3%81%88%E3%81%A7, https://www.youtube.com/@かえで/streams",
        "@かえで, https://www.youtube.com/@%E3%81%8B%E3%81%88%E3%81%A7?si=1",
        "@100%, @100%",
        "@m.w, youtube.com/@M.W",
        "@m.w, @m.w/shorts",
        "user9, https://www.youtube.com/user/User9/",
        "Old, https://www.youtube.com/c/old/featured"
    })
    void aChannelIsBannedByItsHandleOrAnyLinkToIt(String channel, String entry) {
        assertThat(Video.isChannelBannedBy(channel, entry)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "@videos, https://www.youtube.com/@arcade/videos",
        "@watch, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "@playlist, https://www.youtube.com/playlist?list=PL1",
        "7kQ2mZx9LpA, https://youtu.be/7kQ2mZx9LpA",
        "7kQ2mZx9LpA, youtu.be/7kQ2mZx9LpA",
        "@youtube.com, https://www.youtube.com/@arcade",
        "@arcade, ' '"
    })
    void noOtherChannelIsBannedByALink(String channel, String entry) {
        assertThat(Video.isChannelBannedBy(channel, entry)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7kQ2mZx9LpA",
                "https://youtu.be/7kQ2mZx9LpA?si=1",
                "youtu.be/7kQ2mZx9LpA",
                " www.youtube.com/watch?v=7kQ2mZx9LpA&t=9 "
            })
    void aVideoIsBannedByItsIdOrAnyLinkToIt(String entry) {
        assertThat(Video.isBannedBy(new VideoLink(VideoSite.YOUTUBE, "7kQ2mZx9LpA", 0), entry))
                .isTrue();
        assertThat(Video.isBannedBy(new VideoLink(VideoSite.YOUTUBE, "7kQ2mZx9LpB", 0), entry))
                .isFalse();
    }
}
