package streamerapi.shared.http;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The paths of requests, as routes have them.
@NullMarked
class RequestPathTest {

    @ParameterizedTest
    @CsvSource({
        "/v1/tts/queue,/tts/queue",
        "/v1/dashboard/api,/dashboard/api",
        "/,/",
        "/dashboard,/dashboard",
        "/dashboard/api/team,/dashboard/api/team",
        "/oauth/token,/oauth/token",
        "/ingest/alpha,/ingest/alpha",
        "/mcp,/mcp",
        "/.well-known/x,/.well-known/x",
        "/tip/mira,/tip/mira"
    })
    void aPathIsThatBelowTheVersionOrThatOfWhatIsBesideTheApi(String raw, String path) {
        assertThat(RequestPath.of(raw)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1",
        "/v1/",
        "/v2/tts/queue",
        "/v10/tts",
        "/tts/queue",
        "/oauth",
        "/mcp/x",
        "/tips/x",
        "/xwell-known/x"
    })
    void anyOtherPathIsOfNoRoute(String raw) {
        assertThat(RequestPath.of(raw)).isEqualTo("/" + raw);
    }
}
