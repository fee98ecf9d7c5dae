package streamerapi.tips;

import streamerapi.media.MediaItem;
import streamerapi.shared.events.Outcome;

import java.time.InstantSource;

/// The two ways in which a held tip leaves the review: it is let in, or kept out.
final class Decisions {

    private final TipIntake intake;
    private final InstantSource clock;

    Decisions(TipIntake intake, InstantSource clock) {
        this.intake = intake;
        this.clock = clock;
    }

    /// Lets a tip in.
    ///
    /// @param seen the tip as it was read
    /// @param paid the same, with its payment as it is by now
    /// @param allowTts whether it enters the TTS queue; if not, it counts and is not heard
    /// @param allowMedia whether its media enters the media queue; a video that the account has banned since does not
    Outcome<HeldTip.Decision> letIn(String tenantId, HeldTip seen, HeldTip paid, boolean allowTts, boolean allowMedia) {
        HeldTip approved = paid.decided(HeldTip.Decision.APPROVED, null, clock.instant());
        MediaItem video = allowMedia ? intake.video(tenantId, paid) : null;
        boolean mediaAllowed = allowMedia && (video != null || !paid.hasMedia());
        return Outcome.of(HeldTip.Decision.APPROVED)
                .emitting(TipReviewed.EVENT, TipReviewed.of(approved, allowTts, mediaAllowed))
                .and(intake.letIn(tenantId, approved, seen.stillUndecided(), allowTts, video))
                .ofTest(approved.tip().isTest());
    }

    /// Keeps a tip out.
    ///
    /// @param seen the tip as it was read
    /// @param decided the same, decided
    Outcome<HeldTip.Decision> keepOut(String tenantId, HeldTip seen, HeldTip decided) {
        return Outcome.of(decided.decision())
                .emitting(TipReviewed.EVENT, TipReviewed.of(decided, false, false))
                .and(intake.keepOut(tenantId, decided, seen.stillUndecided()))
                .ofTest(decided.tip().isTest());
    }
}
