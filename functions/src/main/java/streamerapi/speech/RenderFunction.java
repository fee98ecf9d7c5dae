package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.Services;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Makes audio of each tip that enters the TTS queue. The fan-out sends it their ids.
public final class RenderFunction extends QueueFunction {

    private final Rendering rendering;

    public RenderFunction() {
        this(Environment.ofProcess());
    }

    public RenderFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        Polly polly = new Polly(
                services.clients().polly(),
                environment.required("SPEECH_ENGINE"),
                environment.required("SPEECH_VOICE"));
        this.rendering = new Rendering(
                services.table(),
                services.outbox(),
                services.warnings(),
                new Rendering.Ways(polly, store(services), environment.required("AUTH_URL")),
                services.clock());
    }

    /// The message that asks for a tip's audio.
    ///
    /// @param created its `tip.created`
    public static String message(LoggedEvent created) {
        Map<String, @Nullable Object> data =
                Json.asObject(Json.asObject(Json.read(created.body())).get("data"));
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", created.tenantId());
        message.put("order_id", data.get("order_id"));
        return Json.writeText(message);
    }

    /// The audio, as the function's variables name it.
    public static AudioStore store(Services services) {
        return new AudioStore(
                services.clients().http(),
                services.clients().credentials(),
                services.environment().required("AWS_REGION"),
                URI.create(services.environment().required("AUDIO_URL")),
                services.clock());
    }

    @Override
    protected void handle(String message) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(message));
        String tenantId = (String) Objects.requireNonNull(fields.get("tenant_id"));
        String orderId = (String) Objects.requireNonNull(fields.get("order_id"));
        LogLine line = LogLine.of("render").with("tenant_id", tenantId).with("order_id", orderId);
        Rendering.Rendered rendered = rendering.render(tenantId, orderId);
        line.with("outcome", rendered.result().label())
                .with("characters", rendered.characters())
                .with("polly_ms", rendered.speechMillis())
                .write();
    }
}
