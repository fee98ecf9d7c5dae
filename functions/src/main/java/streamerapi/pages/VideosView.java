package streamerapi.pages;

import java.util.List;

/// The queue of videos as a streamer looks at it.
///
/// @param queue as `GET /media/queue` answers it
/// @param now as `GET /media/now` answers it
/// @param waiting the videos of the queue without the one that plays, in the order in which they play
/// @param shown how many of them the page lists
/// @param all whether it lists as many of them as a page holds
/// @param history as `GET /media/history` answers it
public record VideosView(Fields queue, Fields now, List<Fields> waiting, int shown, boolean all, Fields history) {

    /// How often a row has the video's title: it is read out with each of its buttons.
    private static final int TITLES = 3;

    public static VideosView of(Fields queue, Fields now, Fields history, boolean all) {
        String playing = now.isNull("media") ? "" : now.object("media").text("order_id");
        List<Fields> waiting = queue.objects("items").stream()
                .filter(item -> !item.text("order_id").equals(playing))
                .toList();
        return new VideosView(queue, now, waiting, PageRows.shown(waiting, all, VideosView::characters), all, history);
    }

    private static int characters(Fields video) {
        return TITLES * video.text("video_title").length()
                + video.text("donor_name").length()
                + video.text("media_url").length()
                + video.text("video_thumbnail").length();
    }

    /// The waiting videos that the page lists.
    public List<Fields> listed() {
        return waiting.subList(0, shown);
    }

    /// How many videos wait, as it is shown: a plus says that there are more than were read.
    public String count() {
        return waiting.size() + (queue.flag("has_more") ? "+" : "");
    }
}
