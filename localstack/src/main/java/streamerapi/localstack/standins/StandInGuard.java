package streamerapi.localstack.standins;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/// Keeps pages of the web from what answers without credentials: those of other sites, and those of a name that leads
/// to this machine by now (DNS rebinding).
///
/// A browser sends `Origin` with what a script or a form sends, but for a GET whose answer no other site can read.
public final class StandInGuard extends Handler.Wrapper {

    private static final int FORBIDDEN = 403;
    private static final Pattern THIS_MACHINE = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]{1,5})?");

    private final List<String> guarded;
    private final boolean everywhere;

    /// @param next answers every request that is not refused
    /// @param guarded the beginnings of the paths
    /// @param everywhere whether other machines reach them, by names that are not known here
    public StandInGuard(Handler next, List<String> guarded, boolean everywhere) {
        super(next);
        this.guarded = guarded;
        this.everywhere = everywhere;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (guarded.stream().noneMatch(path::startsWith) || isOurs(request)) {
            return super.handle(request, response, callback);
        }
        response.setStatus(FORBIDDEN);
        callback.succeeded();
        return true;
    }

    private boolean isOurs(Request request) {
        String host = Objects.toString(request.getHeaders().get(HttpHeader.HOST));
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        return (everywhere || THIS_MACHINE.matcher(host).matches())
                && (origin == null || origin.endsWith("://" + host));
    }
}
