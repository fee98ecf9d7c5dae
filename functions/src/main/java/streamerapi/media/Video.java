package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Map;

/// A video that its site says can be played.
///
/// @param startTime where playing begins, in seconds
/// @param thumbnail an `https` address, or null
/// @param duration in seconds; 0 if the site does not say
/// @param channel the id or handle of its publisher, as the site names it, or null
record Video(
        VideoLink link,
        long startTime,
        @Nullable String title,
        @Nullable String thumbnail,
        long duration,
        @Nullable String channel) {

    private static final int MAX_TITLE = 300;
    private static final int MAX_ADDRESS = 2_048;

    /// Reads a site's oEmbed answer (oembed.com, 2.3.4).
    static Video of(VideoLink link, Map<String, @Nullable Object> answer) {
        return new Video(
                link,
                link.startTime(),
                title(answer.get("title")),
                address(answer.get("thumbnail_url")),
                duration(answer.get("duration")),
                channel(address(answer.get("author_url"))));
    }

    /// This video, played from another second on.
    Video from(long seconds) {
        return new Video(link, seconds, title, thumbnail, duration, channel);
    }

    /// Whether an entry of the account's list bans it: a link to it, its id, or its channel's id, handle or link.
    boolean isBannedBy(String entry) {
        return isBannedBy(link, entry) || isChannelBannedBy(channel, entry);
    }

    /// Whether an entry bans the videos of a channel: its id, its handle, or a link to it or to one of its pages.
    static boolean isChannelBannedBy(@Nullable String channel, String entry) {
        return channel != null
                && banned(entry) == null
                && ChannelName.in(channel).equals(ChannelName.in(entry));
    }

    /// Whether an entry bans the video that a link names: a link to it, or its id.
    static boolean isBannedBy(VideoLink link, String entry) {
        VideoLink banned = banned(entry);
        return entry.strip().equals(link.videoId()) || (banned != null && banned.isSameVideo(link));
    }

    /// The video that an entry links to, if it is a link to one. Browsers show addresses without their scheme, so
    /// streamers write them so too.
    private static @Nullable VideoLink banned(String entry) {
        VideoLink link = VideoLink.parse(entry);
        return link == null ? VideoLink.parse("https://" + entry.strip()) : link;
    }

    private static @Nullable String title(@Nullable Object value) {
        if (!(value instanceof String text)) {
            return null;
        }
        String title = ViewerText.cleaned(text);
        if (ViewerText.isBlank(title)) {
            return null;
        }
        return ViewerText.cut(title, MAX_TITLE);
    }

    private static @Nullable String address(@Nullable Object value) {
        if (!(value instanceof String address) || address.length() > MAX_ADDRESS) {
            return null;
        }
        try {
            return "https".equals(URI.create(address).getScheme()) ? address : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static long duration(@Nullable Object value) {
        return value instanceof BigDecimal seconds
                        && seconds.signum() > 0
                        && seconds.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) < 0
                ? seconds.longValue()
                : 0;
    }

    private static @Nullable String channel(@Nullable String author) {
        String name = author == null ? "" : ChannelName.in(author);
        return name.isEmpty() ? null : name;
    }
}
