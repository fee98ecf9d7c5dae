package streamerapi.pages;

import streamerapi.accounts.KnownBrowser;
import streamerapi.accounts.SignIn;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.http.Request;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.limits.Network;
import streamerapi.shared.problems.Problem;

import java.util.Locale;

/// An attempt to sign in, by a page or by the dashboard's API: it tells where it comes from, and leaves a line in the
/// log if it fails, so that an attack can be seen and followed.
public final class Visit {

    private static final int HASH_CHARS = 16;

    private Visit() {}

    /// Signs in.
    ///
    /// @throws Problem as of [SignIn#signIn]
    public static SignIn.Signed signIn(SignIn signIn, Request request, String email, String password) {
        SignIn.From from = from(request);
        try {
            return signIn.signIn(email, password, from);
        } catch (Problem problem) {
            LogLine.of("sign-in refused")
                    .with("code", problem.code().label())
                    .with("network", Network.of(request.address()))
                    .with("email_hash", hash(email))
                    .write();
            throw problem;
        }
    }

    /// The origin of a request.
    public static SignIn.From from(Request request) {
        return new SignIn.From(request.address(), request.cookie(KnownBrowser.COOKIE), request.header("user-agent"));
    }

    /// A hash that replaces an email in the log: equal for equal emails, and no way back but to try all.
    private static String hash(String email) {
        return Sha256.hex(email.strip().toLowerCase(Locale.ROOT)).substring(0, HASH_CHARS);
    }
}
