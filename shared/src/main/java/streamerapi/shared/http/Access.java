package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;

/// Who may call a route.
///
/// @param credential whether a credential is needed
/// @param scope the scope that it needs, or null for any valid one
public record Access(boolean credential, @Nullable Scope scope) {

    /// Everybody.
    public static final Access PUBLIC = new Access(false, null);

    /// Every valid credential.
    public static final Access ANY_CREDENTIAL = new Access(true, null);

    /// Credentials with this scope.
    public static Access of(Scope scope) {
        return new Access(true, scope);
    }
}
