package streamerapi.browsersource;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.speech.AudioStore;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/// The stable address of a tip's audio. It leads to the object for five minutes at a time; the 128 random bits in it
/// are the right to hear it.
final class AudioApi {

    private static final Duration SIGNED_FOR = Duration.ofMinutes(5);
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}\\.(mp3|wav)");

    private final AudioStore store;

    AudioApi(AudioStore store) {
        this.store = store;
    }

    /// `/audio/{orderId}/{name}`.
    Api api() {
        return Api.of(Route.of("GET", "/audio/{orderId}/{name}", Access.PUBLIC, this::audio)
                .ofPage((request, problem) -> Response.of(problem)));
    }

    private Outcome<Response> audio(Request request) {
        String name = request.parameter("name");
        if (!NAME.matcher(name).matches()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        String address = store.readable(name, SIGNED_FOR).toString();
        return Outcome.of(
                new Response(302, Map.of("Location", address, "Cache-Control", "private, max-age=240"), "", null));
    }
}
