package streamerapi.pages;

import java.net.URI;
import java.util.List;

/// Texts and addresses of videos for pages.
public final class Videos {

    /// The video sites' own hosts of pictures: pages load pictures from no other.
    static final List<String> PICTURES = List.of("https://i.ytimg.com", "https://i.vimeocdn.com");

    private Videos() {}

    /// Whether pages may load a picture.
    public static boolean isPicture(String address) {
        return PICTURES.stream().anyMatch(host -> address.startsWith(host + "/"));
    }

    /// Seconds as people write them: `3:05`, `1:02:03`; nothing for 0, which says that the length is not known.
    public static String length(String seconds) {
        long all = seconds.isEmpty() ? 0 : Long.parseLong(seconds);
        if (all == 0) {
            return "";
        }
        String minutes = all >= 3600 ? "%d:%02d".formatted(all / 3600, all / 60 % 60) : Long.toString(all / 60);
        return minutes + ":%02d".formatted(all % 60);
    }

    /// A video's address if a page may link to it; else the dashboard's own.
    public static String link(String address) {
        return "https".equals(URI.create(address).getScheme()) ? address : Site.PLACE + "/media";
    }
}
