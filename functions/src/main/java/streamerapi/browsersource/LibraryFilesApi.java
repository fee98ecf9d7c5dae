package streamerapi.browsersource;

import streamerapi.library.FileKind;
import streamerapi.library.LibraryStore;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Duration;
import java.util.Map;

/// The address of an own picture, clip or sound. It leads to the object for five minutes at a time; the 128 random bits
/// in it are the right to see it. The bytes come from the bucket's own host, which has no cookie of ours and serves
/// each object as the kind that its content is.
final class LibraryFilesApi {

    private static final Duration SIGNED_FOR = Duration.ofMinutes(5);

    private final LibraryStore store;

    LibraryFilesApi(LibraryStore store) {
        this.store = store;
    }

    /// `/overlay/files/{fileId}`.
    Api api() {
        return Api.of(Route.of("GET", "/overlay/files/{fileId}", Access.PUBLIC, this::file)
                .ofPage((request, problem) -> Response.of(problem)));
    }

    private Outcome<Response> file(Request request) {
        String fileId = request.parameter("fileId");
        if (!FileKind.isId(fileId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Outcome.of(new Response(
                302,
                Map.of(
                        "Location",
                        store.readable(fileId, SIGNED_FOR).toString(),
                        "Cache-Control",
                        "private, max-age=240",
                        "X-Content-Type-Options",
                        "nosniff",
                        "Content-Security-Policy",
                        "default-src 'none'; sandbox"),
                "",
                null));
    }
}
