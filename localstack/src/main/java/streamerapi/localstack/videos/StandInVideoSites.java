package streamerapi.localstack.videos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Answers for the video sites' oEmbed endpoints, below [#PATH] and the site's host, as the sites do.
///
/// There are a few videos, from minutes to a day long; one more exists and cannot be played elsewhere; every other is
/// missing.
public final class StandInVideoSites extends Handler.Wrapper {

    /// The prefix of a site's host and path.
    public static final String PATH = "/video-sites/";

    /// A link that it takes as playable.
    public static final String PLAYABLE = "https://www.youtube.com/watch?v=7kQ2mZx9LpA";

    /// A playable video of 20 minutes: longer than SQS can hold a message back.
    public static final String TWENTY_MINUTES = "https://vimeo.com/530117264";

    /// A playable video of 24 hours.
    public static final String A_DAY = "https://vimeo.com/661940385";

    private static final String NOT_ELSEWHERE = "https://www.youtube.com/watch?v=3vT8nWc1RsE";

    /// @param duration in seconds; 0 if the site does not tell
    private record Video(String link, String title, String author, int duration) {
        private String json() {
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put("version", "1.0")
                    .put("type", "video")
                    .put("title", title)
                    .put("author_url", author)
                    .put(
                            "thumbnail_url",
                            "https://media.example.com/thumbnails/" + link.replaceAll(".*[/=]", "") + ".jpg");
            return (duration == 0 ? json : json.put("duration", duration)).toString();
        }
    }

    private static final List<Video> VIDEOS = List.of(
            new Video(PLAYABLE, "Every boss theme, ranked", "https://www.youtube.com/@ArcadeAttic", 0),
            new Video(
                    "https://www.youtube.com/watch?v=b4Xw0eUq_Kg",
                    "Rain on a tent, one hour",
                    "https://www.youtube.com/channel/UC5tQp2vWnXk8dLr0JhYzAmg",
                    0),
            new Video("https://vimeo.com/418223907", "Paper boats", "https://vimeo.com/lanternworks", 214),
            new Video(TWENTY_MINUTES, "Lantern festival, uncut", "https://vimeo.com/lanternworks", 1_200),
            new Video(A_DAY, "The harbour, a day and a night", "https://vimeo.com/lanternworks", 86_400));

    /// @param next answers every other path
    public StandInVideoSites(Handler next) {
        super(next);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!request.getHttpURI().getPath().startsWith(PATH)) {
            return super.handle(request, response, callback);
        }
        String link = Request.extractQueryParameters(request).getValue("url");
        Video video = find(link);
        if (video != null) {
            answer(response, callback, 200, video.json());
        } else {
            answer(response, callback, NOT_ELSEWHERE.equals(link) ? 401 : 404, "{}");
        }
        return true;
    }

    private static @Nullable Video find(@Nullable String link) {
        return VIDEOS.stream()
                .filter(video -> video.link().equals(link))
                .findFirst()
                .orElse(null);
    }

    private static void answer(Response response, Callback callback, int status, String body) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", "application/json");
        response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
    }
}
