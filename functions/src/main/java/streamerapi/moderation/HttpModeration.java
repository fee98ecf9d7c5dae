package streamerapi.moderation;

import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import streamerapi.outbound.VettedClient;
import streamerapi.settings.ModerationSettings;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.signatures.Signature;

import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A moderation service that is asked over HTTP: one POST of `{tenant_id, source, name, message, platform,
/// platform_user_id}`, signed as webhooks are if the account has set a secret, to the account's address. The answer
/// is a 200 with `{action, reason}`, `action` one of `allow`, `hold` and `block`, within the account's timeout.
/// Anything else says nothing. The address is held to the rules of webhook endpoints, at each connect.
public final class HttpModeration implements Moderation {

    private static final int MAX_ANSWER_BYTES = 64 * 1024;
    private static final String USER_AGENT = "StreamerApi-Moderation/1.0";
    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

    private final boolean allowPrivate;
    private final String signatureHeader;
    private final InstantSource clock;

    /// @param variables the function's environment variables by name: `WEBHOOK_ALLOW_PRIVATE` and `HEADER_PREFIX`
    public HttpModeration(Function<String, @Nullable String> variables, InstantSource clock) {
        String prefix = variables.apply("HEADER_PREFIX");
        this.allowPrivate = Boolean.parseBoolean(variables.apply("WEBHOOK_ALLOW_PRIVATE"));
        this.signatureHeader = (prefix == null ? "Service-" : prefix) + "Signature";
        this.clock = clock;
    }

    @Override
    public Opinion judge(Question question, ModerationSettings settings, ExternalCalls calls) {
        String url = settings.url();
        return url == null ? Opinion.NONE : calls.once(question, () -> post(url, question, settings));
    }

    private Opinion post(String url, Question question, ModerationSettings settings) {
        LogLine line = LogLine.of("moderation").with("tenant_id", question.tenantId());
        try {
            return post(url, body(question), settings, line);
        } catch (IOException | IllegalArgumentException | Json.Malformed e) {
            line.with("fault", e.getClass().getSimpleName()).write();
            return Opinion.NONE;
        }
    }

    /// @param line is written if the answer is no opinion
    private Opinion post(String url, byte[] body, ModerationSettings settings, LogLine line) throws IOException {
        Request.Builder request = new Request.Builder()
                .url(url)
                .header("User-Agent", USER_AGENT)
                .header("Accept-Encoding", "identity")
                .post(RequestBody.create(body, JSON));
        String secret = settings.secret();
        if (secret != null) {
            request.header(signatureHeader, Signature.header(List.of(secret), clock.instant(), body));
        }
        OkHttpClient client =
                VettedClient.builder(allowPrivate, settings.timeout()).build();
        try (Response response = client.newCall(request.build()).execute()) {
            byte[] answer = response.body().byteStream().readNBytes(MAX_ANSWER_BYTES + 1);
            Opinion opinion = response.code() == 200 && answer.length <= MAX_ANSWER_BYTES
                    ? Opinion.of(Json.readObject(answer))
                    : Opinion.NONE;
            if (opinion.equals(Opinion.NONE)) {
                line.with("status", response.code()).write();
            }
            return opinion;
        }
    }

    private static byte[] body(Question question) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("tenant_id", question.tenantId());
        body.put("source", question.source());
        body.put("name", question.name());
        body.put("message", question.message());
        body.put(
                "platform",
                question.platform() == null ? null : question.platform().label());
        body.put("platform_user_id", question.userId());
        return Json.write(body);
    }
}
