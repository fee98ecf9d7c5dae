package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Form;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A link to a video, taken apart: many links name the same video.
///
/// @param startTime where playing begins as the link itself has it, in seconds
record VideoLink(VideoSite site, String videoId, long startTime) {

    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,4})h)?(?:(\\d{1,4})m)?(?:(\\d{1,8})s?)?");

    /// The characters that browsers take in a link and RFC 3986 does not.
    private static final Pattern UNESCAPED = Pattern.compile("[|^`{}\"<>]|%(?![0-9A-Fa-f]{2})");

    /// The link's video; null if it is not a video of a known site.
    static @Nullable VideoLink parse(String text) {
        URI uri;
        try {
            uri = new URI(escaped(text.strip()));
        } catch (URISyntaxException e) {
            return null;
        }
        int port = defaultPort(uri);
        boolean isAtPort = uri.getPort() == -1 || uri.getPort() == port;
        if (port < 0 || !isAtPort || uri.getHost() == null || uri.getUserInfo() != null) {
            return null;
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT).replaceFirst("^(www|m|music)\\.", "");
        List<String> path = Stream.of(
                        Objects.requireNonNullElse(uri.getPath(), "").split("/", -1))
                .filter(segment -> !segment.isEmpty())
                .toList();
        return switch (host) {
            case "youtube.com", "youtube-nocookie.com" -> of(VideoSite.YOUTUBE, ofYouTube(path, uri), uri);
            case "youtu.be" -> of(VideoSite.YOUTUBE, path.size() == 1 ? path.getFirst() : null, uri);
            case "vimeo.com" -> of(VideoSite.VIMEO, ofVimeo(path), uri);
            case "player.vimeo.com" -> of(VideoSite.VIMEO, after(path, List.of("video")), uri);
            default -> null;
        };
    }

    private static String escaped(String text) {
        return UNESCAPED.matcher(text).replaceAll(match -> URLEncoder.encode(match.group(), StandardCharsets.UTF_8));
    }

    /// The port of a link that names none; -1 if it is not of the web.
    private static int defaultPort(URI uri) {
        return switch (Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT)) {
            case "https" -> 443;
            case "http" -> 80;
            default -> -1;
        };
    }

    /// The canonical link to this video.
    String url() {
        return site.link(videoId);
    }

    /// The address at which the site describes the video, without the scheme.
    String question() {
        return site.question(videoId);
    }

    boolean isSameVideo(VideoLink other) {
        return site == other.site && videoId.equals(other.videoId);
    }

    private static @Nullable VideoLink of(VideoSite site, @Nullable String videoId, URI uri) {
        return videoId == null || !site.isId(videoId) ? null : new VideoLink(site, videoId, startTime(uri));
    }

    private static @Nullable String ofYouTube(List<String> path, URI uri) {
        return path.equals(List.of("watch"))
                ? parameter(uri.getRawQuery(), "v")
                : after(path, List.of("shorts", "live", "embed", "v"));
    }

    private static @Nullable String ofVimeo(List<String> path) {
        return switch (path.size()) {
            case 1 -> path.getFirst();
            case 3 -> path.getFirst().equals("channels") ? path.get(2) : null;
            case 4 -> List.of("groups", "showcase").contains(path.getFirst()) ? path.get(3) : null;
            default -> null;
        };
    }

    /// The second segment of a path of two, if the first is one of these.
    private static @Nullable String after(List<String> path, List<String> first) {
        return path.size() == 2 && first.contains(path.getFirst()) ? path.get(1) : null;
    }

    /// `t` or `start` of the query, or of the fragment: `90`, `90s`, `1h2m3s`.
    private static long startTime(URI uri) {
        String query = uri.getRawQuery();
        return Stream.of(parameter(query, "t"), parameter(query, "start"), parameter(uri.getRawFragment(), "t"))
                .filter(Objects::nonNull)
                .map(VideoLink::seconds)
                .findFirst()
                .orElse(0L);
    }

    private static long seconds(String text) {
        Matcher time = TIME.matcher(text);
        return time.matches() ? 3600 * number(time.group(1)) + 60 * number(time.group(2)) + number(time.group(3)) : 0;
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static @Nullable String parameter(@Nullable String query, String name) {
        return query == null
                ? null
                : Form.parse(query).getOrDefault(name, List.of()).stream()
                        .findFirst()
                        .orElse(null);
    }
}
