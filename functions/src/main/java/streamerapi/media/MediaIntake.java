package streamerapi.media;

import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.InstantSource;
import java.util.List;

/// The one way in for every video: the link must name one, the account must not have banned it, and its site must say
/// that it can be played.
public final class MediaIntake {

    static final String BANNED = "The streamer has banned the video";

    private final VideoSites sites;
    private final InstantSource clock;

    public MediaIntake(VideoSites sites, InstantSource clock) {
        this.sites = sites;
        this.clock = clock;
    }

    /// The item that a request becomes. It asks the video site.
    ///
    /// @param banned the account's list of links, video ids and channel ids
    /// @param orderId `media_…`, or the id of the tip that it came with
    /// @param via how it was requested: `api`, `tip`
    /// @param calls of the request or message that brought it
    /// @throws Problem `invalid_media`, or `unavailable` if the site does not answer in time
    public MediaItem accept(
            String tenantId,
            MediaRequest request,
            List<String> banned,
            String orderId,
            String donorName,
            String via,
            ExternalCalls calls) {
        VideoLink link = VideoLink.parse(request.url());
        if (link == null) {
            throw invalid(request, "This is not a link to a video on YouTube or Vimeo");
        }
        if (banned.stream().anyMatch(entry -> Video.isBannedBy(link, entry))) {
            throw invalid(request, BANNED);
        }
        Video video = sites.look(link, calls);
        if (video == null) {
            throw invalid(request, "The video does not exist, or cannot be played elsewhere than on its site");
        }
        if (banned.stream().anyMatch(video::isBannedBy)) {
            throw invalid(request, BANNED);
        }
        Long startTime = request.startTime();
        return MediaItem.waiting(
                tenantId, orderId, startTime == null ? video : video.from(startTime), donorName, via, clock.instant());
    }

    private static Problem invalid(MediaRequest request, String why) {
        return Problem.of(ErrorCode.INVALID_MEDIA, why).with("field", request.field());
    }
}
