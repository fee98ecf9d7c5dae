package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.ChatMark;
import streamerapi.overlays.OverlayPresence;
import streamerapi.overlays.Widget;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.time.Instant;
import java.time.InstantSource;

/// Lets sockets in by the credential of their first frame.
final class Admission {

    private final Credentials credentials;
    private final RateLimiter limiter;
    private final Sockets sockets;
    private final OverlayPresence presence;
    private final InstantSource clock;

    Admission(
            Credentials credentials,
            RateLimiter limiter,
            Sockets sockets,
            OverlayPresence presence,
            InstantSource clock) {
        this.credentials = credentials;
        this.limiter = limiter;
        this.sockets = sockets;
        this.presence = presence;
        this.clock = clock;
    }

    /// Subscribes a socket. A credential that is revoked at the same moment is refused, or closes the socket again.
    ///
    /// @param opened when the socket was opened
    /// @param address the client's
    /// @throws Problem `rate_limited`, `invalid_api_key`, `invalid_token`, `limit_reached`, or `bad_request` for a
    /// socket that has signed in already
    /// @throws CloseReason.Reached `auth_timeout`, `invalid_overlay_key`, `revoked`
    Socket admit(String connectionId, Instant opened, String address, SocketSignIn signIn) {
        Instant now = clock.instant();
        Async<Boolean> counted = countAgainst(Network.ofCustomer(address));
        if (Lifetime.isTooLate(opened, now) && !sockets.isSignedIn(connectionId)) {
            throw CloseReason.AUTH_TIMEOUT.reached();
        }
        Secret secret = signIn.secret();
        Caller caller = caller(secret);
        counted.join();
        if (caller == null) {
            throw unknown(secret.kind());
        }
        Socket signedIn = Socket.joining(connectionId, caller, signIn.events(), now, Lifetime.end(opened));
        Socket socket = caller.isOverlay() ? signedIn.of(presence.widgets(caller)) : signedIn;
        sockets.add(socket, Actor.of(caller), () -> entering(socket, caller, secret));
        return socket;
    }

    /// The conditions and writes that let the socket in.
    private Outcome<Socket> entering(Socket socket, Caller caller, Secret secret) {
        Write good = caller.stillGood().orElse(current -> CloseReason.REVOKED.reached());
        Outcome<Socket> entering = Outcome.of(socket).writing(good);
        for (Write signedIn : caller.stillSignedIn()) {
            entering = entering.writing(signedIn.orElse(current -> CloseReason.REVOKED.reached()));
        }
        if (secret.kind() == Secret.Kind.REALTIME_TOKEN) {
            return entering.writing(credentials.use(secret));
        }
        if (!caller.isOverlay()) {
            return entering;
        }
        Outcome<Socket> arrived = entering.and(presence.arrival(caller, socket.connectionId(), socket.closes()));
        return socket.shows(Widget.CHAT)
                ? arrived.writing(ChatMark.until(socket.tenantId(), socket.closes()))
                : arrived;
    }

    private static RuntimeException unknown(Secret.Kind kind) {
        return switch (kind) {
            case API_KEY -> Problem.of(ErrorCode.INVALID_API_KEY);
            case OVERLAY_KEY -> CloseReason.INVALID_OVERLAY_KEY.reached();
            default -> Problem.of(ErrorCode.INVALID_TOKEN);
        };
    }

    /// Counts a sign-in against its address, and writes the count to the table beside the next calls.
    ///
    /// @return what throws `rate_limited` if other processes have let in too many
    /// @throws Problem `rate_limited`
    private Async<Boolean> countAgainst(String network) {
        Window window = limiter.window(RateLimit.SIGN_INS_PER_ADDRESS, network);
        if (!window.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        return Async.start(() -> {
            if (window.due() >= 1) {
                limiter.flushSignIns(window, network);
            }
            if (window.refuseExcess()) {
                throw Problem.of(ErrorCode.RATE_LIMITED);
            }
            return true;
        });
    }

    /// A sign-in is a request of its credential. A realtime token was one when it was made, and is good once.
    private @Nullable Caller caller(Secret secret) {
        if (secret.kind() == Secret.Kind.REALTIME_TOKEN) {
            return credentials.ofRealtimeToken(secret);
        }
        Window window = credentials.window(secret);
        if (!window.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        Caller caller = credentials.find(secret, window, window.due() >= 1);
        if (caller == null) {
            window.withdraw();
        } else if (window.refuseExcess()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        return caller;
    }
}
