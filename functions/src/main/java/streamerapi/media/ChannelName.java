package streamerapi.media;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The name of a channel, an id or a handle, in the form in which two of them are compared.
///
/// Addresses of one channel differ: of one of its pages (`/videos`), with a mark of who shared it (`?si=…`), with
/// letters that are escaped.
final class ChannelName {

    /// The path segments that stand before the name.
    private static final Set<String> BEFORE = Set.of("channel", "user", "c");

    /// The first path segments of pages that are no channel's.
    private static final Set<String> OTHER_PAGES = Set.of("watch", "playlist", "results", "feed", "hashtag");

    private ChannelName() {}

    /// The name that a text is, or that is in the link that it is; empty if there is none.
    static String in(String text) {
        List<String> segments = Stream.of(text.strip()
                        .replaceFirst("^(?i:https?)://", "")
                        .replaceFirst("[?#].*", "")
                        .split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        boolean isLink = segments.size() > 1 && !segments.getFirst().startsWith("@");
        List<String> path =
                isLink && segments.getFirst().contains(".") ? segments.subList(1, segments.size()) : segments;
        if (path.isEmpty() || (isLink && OTHER_PAGES.contains(path.getFirst()))) {
            return "";
        }
        return plain(path.size() > 1 && BEFORE.contains(path.getFirst()) ? path.get(1) : path.getFirst());
    }

    /// Handles differ in case, and are written with an `@` or without.
    private static String plain(String segment) {
        String name = Normalizer.normalize(unescaped(segment), Normalizer.Form.NFC);
        return name.replaceFirst("^@", "").toLowerCase(Locale.ROOT);
    }

    private static String unescaped(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return segment;
        }
    }
}
