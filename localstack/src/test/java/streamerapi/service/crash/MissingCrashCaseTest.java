package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// An endpoint that changes something and has no crash case is named.
@NullMarked
class MissingCrashCaseTest {

    @Test
    void anEndpointWithoutACrashCaseIsNamed() {
        List<Endpoint> endpoints = List.of(
                endpoint(Endpoint.post("/counters/{name}/increment", "covered", "Has a case")),
                endpoint(Endpoint.post("/planted", "planted", "Has no case")),
                endpoint(Endpoint.get("/read", "read", "Needs no case")));

        assertThat(EndpointCrashTest.withoutCase(List.of(Endpoint.rest(endpoints))))
                .containsExactly("POST /planted");
    }

    private static Endpoint endpoint(Endpoint.Draft<Void, Void> draft) {
        return draft.scope(Scope.COUNTERS_MANAGE).answers(Answer.success()).handles(call -> Outcome.empty());
    }
}
