package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/// The video sites, asked whether a video can be played elsewhere than on their own pages.
///
/// It connects only to the site's own fixed address, which takes nothing but the video's id from the caller.
public final class VideoSites {

    /// How long an answer may take, from connecting to its last byte.
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final int TOO_MANY_REQUESTS = 429;

    private final String base;

    /// @param base what stands before a site's host: `https://`, or the address of a stand-in for them
    public VideoSites(String base) {
        this.base = base;
    }

    /// Asks the site about a video; null if the site does not show it.
    ///
    /// @throws Problem `unavailable` if it does not answer in time
    @Nullable
    Video look(VideoLink link, ExternalCalls calls) {
        return calls.once(link, () -> ask(link));
    }

    private @Nullable Video ask(VideoLink link) {
        try {
            JsonCall.Answer answer =
                    JsonCall.get(URI.create(base + link.question())).send(TIMEOUT);
            if (answer.isSuccess()) {
                return Video.of(link, answer.body());
            }
            if (answer.status() >= 400 && answer.status() < 500 && answer.status() != TOO_MANY_REQUESTS) {
                return null;
            }
            throw unavailable();
        } catch (IOException e) {
            throw unavailable();
        }
    }

    private static Problem unavailable() {
        return Problem.of(ErrorCode.UNAVAILABLE, "The video site does not answer; try again in a moment");
    }
}
