package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.counters.Counters;
import streamerapi.filter.CleanText;
import streamerapi.media.MediaIntake;
import streamerapi.media.MediaItem;
import streamerapi.media.MediaQueue;
import streamerapi.media.MediaRequest;
import streamerapi.settings.RewardAction;
import streamerapi.settings.Settings;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.text.ViewerText;
import streamerapi.tips.NewTip;
import streamerapi.tips.TipIntake;
import streamerapi.tts.TipSource;
import streamerapi.warnings.KeptCode;
import streamerapi.warnings.KeptWarnings;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;

/// The actions of redemptions (setting `rewards`): a tip, a video, a step of a counter, or none.
public final class RewardActions {

    /// How videos are requested.
    static final String REQUESTED_VIA = "channel_point";

    /// The refusals after which a redemption is cancelled, because a later attempt would be refused too.
    private static final Set<ErrorCode> FINAL =
            Set.of(ErrorCode.INVALID_MEDIA, ErrorCode.NOT_FOUND, ErrorCode.BAD_REQUEST);

    private final TipIntake tips;
    private final MediaIntake videos;
    private final MediaQueue queue;
    private final Counters counters;
    private final Ids ids;
    private final InstantSource clock;

    public RewardActions(
            TipIntake tips, MediaIntake videos, MediaQueue queue, Counters counters, Ids ids, InstantSource clock) {
        this.tips = tips;
        this.videos = videos;
        this.queue = queue;
        this.counters = counters;
        this.ids = ids;
        this.clock = clock;
    }

    /// The result of a redemption's action.
    ///
    /// @param resolution how the redemption is resolved; null if it stays open
    /// @param heldTip the tip that waits for a moderator, who decides about the redemption too; null if none does
    record Result(
            Redemption.@Nullable Resolution resolution,
            @Nullable String heldTip) {}

    /// Decides the action of a redemption. One that was cancelled before it came causes none: the viewer has the points
    /// back. One that was fulfilled before does: rewards can be set to be fulfilled at once.
    ///
    /// @param calls of the message that told of the redemption
    /// @throws Problem `unavailable` if a video's site does not answer
    Outcome<Result> of(String tenantId, RedeemedData data, Settings settings, ExternalCalls calls) {
        RewardAction action = settings.reward(data.rewardId());
        if (action == null || data.status().equals(Redemption.CANCELED)) {
            return open();
        }
        try {
            return switch (action.action()) {
                case TTS -> tip(tenantId, data, calls);
                case MEDIA -> video(tenantId, data, settings, calls);
                case COUNTER -> step(tenantId, data, action);
                case NONE -> open();
            };
        } catch (Problem refusal) {
            if (FINAL.contains(refusal.code())) {
                return cancelled();
            }
            throw refusal;
        }
    }

    private static Outcome<Result> open() {
        return Outcome.of(new Result(null, null));
    }

    private static Outcome<Result> cancelled() {
        return Outcome.of(new Result(Redemption.Resolution.CANCEL, null));
    }

    private static Outcome<Result> done(Outcome<?> what) {
        return Outcome.of(new Result(Redemption.Resolution.FULFILL, null)).and(what);
    }

    /// A tip that waits for a moderator leaves its redemption open.
    private Outcome<Result> tip(String tenantId, RedeemedData data, ExternalCalls calls) {
        if (data.userInput() == null) {
            return useless(tenantId, data, "is to be spoken, but viewers enter no message with it");
        }
        String text = ViewerText.cleaned(data.userInput());
        if (ViewerText.isBlank(text)) {
            return cancelled();
        }
        NewTip tip = new NewTip(TipSource.CHANNEL_POINT, data.name(), null, null, text, null, false, donor(data), null);
        Outcome<TipIntake.Taken> taken = tips.take(tips.filter(tenantId, tip), calls);
        return switch (taken.value()) {
            case TipIntake.Taken.Entered entered -> done(taken);
            case TipIntake.Taken.Held held ->
                Outcome.of(new Result(null, held.orderId())).and(taken);
            case TipIntake.Taken.Blocked blocked -> cancelled().and(taken);
        };
    }

    private static NewTip.@Nullable Donor donor(RedeemedData data) {
        return data.userId() == null ? null : new NewTip.Donor(Platform.ALPHA, data.userId());
    }

    private Outcome<Result> video(String tenantId, RedeemedData data, Settings settings, ExternalCalls calls) {
        String url = data.userInput();
        if (url == null) {
            return useless(tenantId, data, "is to play a video, but viewers enter no link with it");
        }
        if (url.isBlank()) {
            return cancelled();
        }
        MediaItem video = videos.accept(
                tenantId,
                new MediaRequest(url.strip(), null, "user_input"),
                settings.bannedMedia(),
                ids.nextOrder("media"),
                new CleanText(settings).of(data.name()),
                REQUESTED_VIA,
                calls);
        return done(queue.enter(video.requestedBy(Platform.ALPHA, data.userId())));
    }

    private Outcome<Result> step(String tenantId, RedeemedData data, RewardAction action) {
        String counter = Objects.requireNonNull(action.counter());
        try {
            return done(counters.add(tenantId, counter, Objects.requireNonNull(action.amount()), Counters.Source.CHAT));
        } catch (Problem refusal) {
            if (!FINAL.contains(refusal.code())) {
                throw refusal;
            }
            String why = refusal.code() == ErrorCode.NOT_FOUND ? "does not exist" : "is as far as a counter goes";
            return useless(tenantId, data, "adds to the counter " + counter + ", which " + why);
        }
    }

    /// Cancels a redemption of a reward that can do nothing. The dashboard's home warns: every viewer would be refused,
    /// and the streamer would not see why.
    private Outcome<Result> useless(String tenantId, RedeemedData data, String why) {
        KeptWarning warning = new KeptWarning(
                KeptCode.REDEMPTION_REFUSED,
                "The reward “" + data.rewardTitle() + "” " + why + ". Change that, or choose what the reward does.");
        return cancelled().writing(KeptWarnings.kept(tenantId, warning, "", clock.instant()));
    }
}
