package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.viewers.SignedInViewer;

/// The limit of the forms that a network, or a viewer who has signed in, sends to an account's tip page.
///
/// Tips, credits and sign-ins are counted apart, and each page by itself, so that the forms to one page take nothing
/// from another's donors.
final class FormLimit {

    private final RateLimiter limiter;

    FormLimit(RateLimiter limiter) {
        this.limiter = limiter;
    }

    /// Counts a form with a tip.
    ///
    /// @param address that it was sent from
    /// @return the limit if it is reached, or null if the form may be taken
    @Nullable
    RateLimitStatus reachedByTip(String tenantId, String address) {
        return counted("tip " + tenantId + " from " + Network.of(address));
    }

    /// Counts a form that spends a credit: of a viewer who has signed in, wherever they are.
    ///
    /// @param viewer null if none has signed in
    /// @return as of [#reachedByTip]
    @Nullable
    RateLimitStatus reachedBySpending(String tenantId, String address, @Nullable SignedInViewer viewer) {
        String sender = viewer == null ? Network.of(address) : viewer.platform().label() + ":" + viewer.userId();
        return counted("credit " + tenantId + " from " + sender);
    }

    /// Counts a viewer who comes back from a platform.
    ///
    /// @return as of [#reachedByTip]
    @Nullable
    RateLimitStatus reachedBySignIn(String tenantId, String address) {
        return counted("sign-in " + tenantId + " from " + Network.of(address));
    }

    private @Nullable RateLimitStatus counted(String subject) {
        Window window = limiter.window(RateLimit.TIP_FORMS, subject);
        boolean isAdmitted = window.admit();
        if (isAdmitted && window.due() >= 1) {
            limiter.flushTipForms(window, subject);
        }
        return isAdmitted && !window.refuseExcess() ? null : window.status();
    }
}
