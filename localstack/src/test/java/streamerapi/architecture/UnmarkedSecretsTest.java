package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Route;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// An answer that shows a secret says so, and so tells every cache to keep none of it.
@NullMarked
class UnmarkedSecretsTest {

    private static final Schema<String> UNMARKED =
            Schema.shown("Planted", "A secret without its mark.", s -> s.text("secret", text -> text));
    private static final Schema<String> SHOWN_BY_EXAMPLE = Schema.shown(
            "PlantedKey",
            "A secret of another name, without its mark.",
            s -> s.text("shown_once", text -> text).example("sak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1PdmNX"));
    private static final Schema<String> MARKED = Schema.shown(
            "Marked",
            "A secret with its mark.",
            s -> s.text("secret", text -> text).secret());

    @Test
    void everySecretInAnAnswerIsMarked() {
        Template template = Template.read(Service.root().resolve("template.yaml"));
        List<Endpoint> endpoints = HttpFunctions.of(template).values().stream()
                .flatMap(api -> api.routes().stream())
                .map(Route::endpoint)
                .flatMap(Stream::ofNullable)
                .map(Objects::requireNonNull)
                .toList();

        assertThat(endpoints).hasSizeGreaterThan(100);
        assertThat(UnmarkedSecrets.of(endpoints)).isEmpty();
    }

    @Test
    void aSecretWithoutNoStoreIsNamed() {
        assertThat(UnmarkedSecrets.of(List.of(
                        answering("/planted", UNMARKED),
                        answering("/example", SHOWN_BY_EXAMPLE),
                        answering("/marked", MARKED))))
                .containsExactly("POST /example: shown_once", "POST /planted: secret");
    }

    private static Endpoint answering(String path, Schema<String> schema) {
        return Endpoint.post(path, "plant", "Shows a secret")
                .scope(Scope.COUNTERS_MANAGE)
                .answers(Answer.of(schema))
                .handles(call -> Outcome.of("secret"));
    }
}
