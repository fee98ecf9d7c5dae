package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Session;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Objects;

/// The callers that a route is open to.
public sealed interface Access {

    /// Open to all.
    Access PUBLIC = new Public();

    /// Messages that prove themselves: the handler checks the signature of the body. They are not counted against the
    /// address that they come from, unless their signature does not hold.
    Access SIGNED = new Signed();

    /// Every valid credential.
    Access ANY_CREDENTIAL = new Credential(null);

    /// Credentials with this scope.
    static Access of(Scope scope) {
        return new Credential(scope);
    }

    /// People who are signed in and may do at least what this role may.
    static Access of(Role role) {
        return new SignedIn(role);
    }

    /// Whether a request whose sender has been found may go on.
    ///
    /// @throws Problem if it may not
    void check(Request request, Principal principal);

    /// Open to all: no credential is asked for.
    record Public() implements Access {
        @Override
        public void check(Request request, Principal principal) {}
    }

    /// Messages with a signature.
    record Signed() implements Access {
        @Override
        public void check(Request request, Principal principal) {}
    }

    /// Requests with a bearer credential.
    ///
    /// @param scope the scope that it needs, or null for any valid one
    record Credential(@Nullable Scope scope) implements Access {

        /// @throws Problem `missing_scope` with `required_scope`, or as of [OverlayRights]
        @Override
        public void check(Request request, Principal principal) {
            if (principal instanceof Caller overlay && overlay.isOverlay()) {
                Route route = Objects.requireNonNull(request.route(), "access is checked on a route");
                OverlayRights.check(route, request, overlay, scope == null ? Scope.OVERLAYS_MANAGE : scope);
                return;
            }
            if (scope != null
                    && !(principal instanceof Caller caller && caller.scopes().contains(scope))) {
                throw Problem.of(ErrorCode.MISSING_SCOPE).with("required_scope", scope.label());
            }
        }
    }

    /// Users who are signed in. A browser sends the cookie of its own accord, so a change must carry the session's CSRF
    /// token besides, which another site's page does not know. The role is checked before the token: a request that
    /// lacks the role learns nothing else.
    ///
    /// @param role the least of the roles that may
    record SignedIn(Role role) implements Access {

        /// @throws Problem `missing_role` with `required_role`, or `invalid_csrf_token`
        @Override
        public void check(Request request, Principal principal) {
            if (!(principal instanceof Session session)) {
                throw Problem.of(ErrorCode.MISSING_SESSION);
            }
            if (!session.role().includes(role)) {
                throw Problem.of(ErrorCode.MISSING_ROLE).with("required_role", role.label());
            }
            if (!request.isRead()) {
                String token = request.csrfToken();
                if (token == null || !session.hasCsrfToken(token)) {
                    throw Problem.of(ErrorCode.INVALID_CSRF_TOKEN);
                }
            }
        }
    }
}
