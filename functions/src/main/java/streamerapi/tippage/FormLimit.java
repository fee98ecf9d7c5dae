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
        String network = Network.of(address);
        Window window = limiter.window(RateLimit.TIP_FORMS_PER_NETWORK, network);
        boolean isAdmitted = window.admit();
        if (isAdmitted && window.due() >= 1) {
            limiter.flushTipForms(window, network);
        }
        return isAdmitted && !window.exceeded() ? 0 : window.status().resetSeconds();
    }
}
