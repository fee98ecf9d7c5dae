package streamerapi.media;

import streamerapi.shared.labels.Labelled;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// A video site whose links can be requested. It is asked about them at its oEmbed endpoint (oembed.com), which is
/// public and needs no key.
enum VideoSite implements Labelled {
    YOUTUBE("[A-Za-z0-9_-]{11}", "https://www.youtube.com/watch?v=", "www.youtube.com/oembed?format=json&url="),
    VIMEO("[0-9]{1,12}", "https://vimeo.com/", "vimeo.com/api/oembed.json?url=");

    private final Pattern id;
    private final String link;
    private final String endpoint;

    /// @param id the form of a video's id
    /// @param link what an id makes a link of
    /// @param endpoint the oEmbed endpoint without its scheme, up to the link that is asked about
    VideoSite(String id, String link, String endpoint) {
        this.id = Pattern.compile(id);
        this.link = link;
        this.endpoint = endpoint;
    }

    boolean isId(String text) {
        return id.matcher(text).matches();
    }

    /// The canonical link to a video.
    String link(String videoId) {
        return link + videoId;
    }

    /// The address at which the site describes a video, without the scheme.
    String question(String videoId) {
        return endpoint + URLEncoder.encode(link(videoId), StandardCharsets.UTF_8);
    }
}
