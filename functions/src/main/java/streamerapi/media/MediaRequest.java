package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;

import java.util.function.Function;

/// A request for a video.
///
/// @param url a link to it, as it was sent
/// @param startTime the second at which playing begins; null to begin as the link says
/// @param field the field of the body that has the link, as a refusal names it
public record MediaRequest(String url, @Nullable Long startTime, String field) {

    /// A video that comes with a tip.
    public static final Schema<MediaRequest> OF_TIP = Schema.of(
            "TipMedia",
            "A video that comes with the tip. It enters the media queue under the tip's order id, with `requested_via`"
                    + " `tip`; one that cannot be requested is a 400, and nothing is queued.",
            s -> {
                var url = url(s, MediaRequest::url);
                var startTime = startTime(s, MediaRequest::startTime);
                return in -> new MediaRequest(url.of(in), startTime.of(in), "media.url");
            });

    /// The most characters of a link.
    public static final int MAX_URL = 2_048;

    /// The body of `POST /media`.
    ///
    /// @param name who requests it, 1 to 100 characters
    record NewMedia(String url, @Nullable Long startTime, String name) {

        static final Schema<NewMedia> SCHEMA = Schema.of("MediaRequest", "A request for a video.", s -> {
            var url = MediaRequest.url(s, NewMedia::url);
            var startTime = MediaRequest.startTime(s, NewMedia::startTime);
            var name = s.viewerText("name", NewMedia::name)
                    .between(1, 100)
                    .orElse("API")
                    .doc("Shown as who requested it.");
            return in -> new NewMedia(url.of(in), startTime.of(in), name.of(in));
        });

        MediaRequest request() {
            return new MediaRequest(url, startTime, "url");
        }
    }

    private static <T> Field<T, String> url(Shape<T> s, Function<T, String> getter) {
        return s.text("url", getter)
                .between(1, MAX_URL)
                .doc("A link to a video on YouTube or Vimeo.")
                .example("https://youtu.be/aqz-KE-bpKQ");
    }

    private static <T> Field<T, @Nullable Long> startTime(Shape<T> s, Function<T, @Nullable Long> getter) {
        return s.integer("start_time", getter)
                .between(0, Integer.MAX_VALUE)
                .orNull()
                .doc("The second at which playing begins. Without it the link's own `t=` counts, otherwise 0.");
    }
}
