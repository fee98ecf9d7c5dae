package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.auth.Scope;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Scopes as OAuth writes them: labels with spaces between (RFC 6749, 3.3).
final class Scopes {

    private Scopes() {}

    /// The labels that a request asks for, each once and in the specification's order; all that are allowed if it
    /// does not say.
    ///
    /// @throws OAuthError `invalid_scope` for one that is not allowed
    static List<String> asked(@Nullable String text, Collection<String> allowed) {
        if (text == null) {
            return ordered(allowed);
        }
        List<String> labels = Arrays.stream(text.split(" ", -1))
                .filter(label -> !label.isEmpty())
                .toList();
        if (labels.isEmpty() || !allowed.containsAll(labels)) {
            throw OAuthError.of(Code.INVALID_SCOPE, "scope names a scope that is unknown or not allowed");
        }
        return ordered(labels);
    }

    /// The labels, each once, in the specification's order.
    static List<String> ordered(Collection<String> labels) {
        Set<String> wanted = Set.copyOf(labels);
        return Arrays.stream(Scope.values())
                .map(Scope::label)
                .filter(wanted::contains)
                .toList();
    }
}
