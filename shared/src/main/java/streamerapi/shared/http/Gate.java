package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Standing;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Arrays;
import java.util.Map;

/// Lets requests in: counts each against its limits and finds its caller, with at most one write to the table.
public final class Gate {

    private static final String SCHEME = "bearer ";

    private final Credentials credentials;
    private final RateLimiter limiter;
    private final Warnings warnings;

    public Gate(Credentials credentials, RateLimiter limiter, Warnings warnings) {
        this.credentials = credentials;
        this.limiter = limiter;
        this.warnings = warnings;
    }

    /// A request at the gate, and what it shows of its own accord.
    ///
    /// @param text the credential as sent; null where none was
    /// @param secret the credential, where its form and checksum are right
    /// @param key the credential's window; null without a secret
    record Passage(
            String network,
            Window address,
            @Nullable String text,
            @Nullable Secret secret,
            @Nullable Window key) {

        /// How the caller stands with the tighter of its limits.
        Standing standing() {
            Standing standing = address.standing();
            return key == null ? standing : Standing.tighter(key.standing(), standing);
        }

        /// What a credential that is no good is called (contract, "OAuth and sign-in").
        Problem refusal() {
            if (text == null) {
                return Problem.of(ErrorCode.MISSING_API_KEY);
            }
            boolean token = text.startsWith(Secret.Kind.ACCESS_TOKEN.prefix());
            return Problem.of(token ? ErrorCode.INVALID_TOKEN : ErrorCode.INVALID_API_KEY);
        }
    }

    /// The request at the gate. It asks nobody.
    Passage passage(Request request) {
        String network = network(request.address());
        Window address = limiter.window(RateLimit.REQUESTS_PER_ADDRESS, network);
        String text = bearer(request.header("authorization"));
        Secret secret = text == null ? null : Secret.parseBearer(text).orElse(null);
        Window key = secret == null ? null : credentials.window(secret);
        return new Passage(network, address, text, secret, key);
    }

    /// Counts the request against its address, in this process.
    ///
    /// @throws Problem `rate_limited`
    void count(Passage passage) {
        if (!passage.address.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Tells the table of the address's requests where it is time: for a request without a credential to count.
    ///
    /// @throws Problem `rate_limited`
    void share(Passage passage) {
        if (passage.address.due() >= 1) {
            limiter.tellOfAddress(passage.address, passage.network);
        }
        if (passage.address.exceeded()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Counts the request against its credential, and finds out who asks.
    ///
    /// @throws Problem `missing_api_key`, `invalid_api_key`, `invalid_token`, `rate_limited`
    Caller admit(Passage passage) {
        Secret secret = passage.secret;
        Window key = passage.key;
        if (secret == null || key == null) {
            share(passage);
            throw passage.refusal();
        }
        if (!key.admit()) {
            warnOfLimit(secret, key);
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        Caller caller = find(passage, secret, key);
        if (caller == null) {
            key.takeBack();
            throw passage.refusal();
        }
        if (key.exceeded() || passage.address.exceeded()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        return caller;
    }

    private @Nullable Caller find(Passage passage, Secret secret, Window key) {
        double addressDue = passage.address.due();
        if (key.due() >= Math.max(1, addressDue)) {
            return credentials.findAndCount(secret, key);
        }
        if (addressDue < 1) {
            return credentials.find(secret, key);
        }
        Beside<@Nullable Void> told = Beside.start(() -> {
            limiter.tellOfAddress(passage.address, passage.network);
            return null;
        });
        Caller caller = credentials.find(secret, key);
        told.join();
        return caller;
    }

    private void warnOfLimit(Secret secret, Window key) {
        String subject = "rate_limited#" + secret.subject();
        if (warnings.raisedLately(secret.tenantId(), subject)) {
            return;
        }
        Caller caller = credentials.find(secret, key);
        if (caller != null) {
            warnings.raiseHourly(
                    caller.tenantId(),
                    subject,
                    Warnings.event(
                            "rate_limited",
                            "A credential asks more often than its limit allows, and is refused",
                            Map.of("credential", caller.id())));
        }
    }

    private static @Nullable String bearer(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        return header.substring(SCHEME.length()).strip();
    }

    /// What a limit holds to one address: an IPv4 address, or the /64 network that one IPv6 customer has to itself.
    private static String network(String address) {
        if (!address.contains(":")) {
            return address;
        }
        String[] halves = address.split("::", 2);
        String[] head = halves[0].split(":");
        return String.join(":", Arrays.copyOf(head, Math.min(4, head.length))) + "::/64";
    }
}
