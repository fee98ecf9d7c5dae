package streamerapi.tippage;

import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;

/// The limit of the forms that one network sends.
final class FormLimit {

    private final RateLimiter limiter;

    FormLimit(RateLimiter limiter) {
        this.limiter = limiter;
    }

    /// Counts a form.
    ///
    /// @param address that it was sent from
    /// @return 0 if it may be taken, or else the seconds until others may
    long secondsToWait(String address) {
        return counted(Network.of(address));
    }

    /// Counts a viewer who comes back from a platform: as many may as send forms, and neither takes from the other.
    ///
    /// @return as of [#secondsToWait]
    long secondsToSignIn(String address) {
        return counted("sign-in " + Network.of(address));
    }

    private long counted(String network) {
        Window window = limiter.window(RateLimit.TIP_FORMS_PER_NETWORK, network);
        boolean isAdmitted = window.admit();
        if (isAdmitted && window.due() >= 1) {
            limiter.flushTipForms(window, network);
        }
        return isAdmitted && !window.exceeded() ? 0 : window.status().resetSeconds();
    }
}
