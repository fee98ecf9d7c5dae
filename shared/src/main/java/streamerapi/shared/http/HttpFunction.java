package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.secrets.SecretsUnavailable;
import streamerapi.shared.tasks.CallTimes;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A function behind the HTTP API: the pipeline, with the routes of one resource group.
public abstract class HttpFunction extends LambdaFunction {

    private static final int MAX_LOGGED_PATH = 100;

    /// A part of a path that may be a secret: by its prefix, or as long as the tokens and ids that open something.
    private static final Pattern SECRET =
            Pattern.compile("(s[a-z]{2}_|whsec_)[A-Za-z0-9_+/=-]+|[A-Za-z0-9_-]{40,}|[0-9a-f]{32}");

    private final Pipeline pipeline;
    private final Api api;

    protected HttpFunction(Environment environment, Function<Services, Api> api) {
        super(environment);
        Services services = new Services(environment);
        this.pipeline = new Pipeline(
                new Authenticator(services.credentials(), services.sessions(), services.limiter(), services.warnings()),
                services.outbox(),
                services.warnings(),
                services.table(),
                services.clock());
        this.api = api.apply(services);
    }

    /// The routes that it answers.
    public final Api api() {
        return api;
    }

    @Override
    protected final byte[] handle(Map<String, @Nullable Object> event) {
        Request request = Request.of(event);
        nameInLog(request.id());
        CallTimes times = new CallTimes();
        LogLine line = LogLine.of("request").with("method", request.method());
        return times.during(() -> answer(request, line, times)).toEvent();
    }

    @Override
    protected final List<byte[]> samples() {
        return SampleRequests.of(api);
    }

    /// A path that no route has, as a log line can hold it: its beginning, without what looks like a secret.
    private static String logged(String path) {
        String beginning = path.substring(0, Math.min(MAX_LOGGED_PATH, path.length()));
        return SECRET.matcher(beginning).replaceAll("$1…");
    }

    /// Adds the route, or the path if none was found, and the caller, if the credential was read. Faults need them
    /// most.
    private static void nameRequest(LogLine line, Request request) {
        Route route = request.route();
        if (route == null) {
            line.with("path", logged(request.path()));
        } else {
            line.with("route", route.template());
        }
        Principal sender = request.sender();
        if (sender != null) {
            line.with("tenant_id", sender.tenantId())
                    .with(sender instanceof Session ? "user" : "credential", sender.id());
        }
    }

    private Response answer(Request request, LogLine line, CallTimes times) {
        try {
            Response response = pipeline.answer(api, request);
            line.with("status", response.status())
                    .with("code", response.code())
                    .with("bytes", response.body().length())
                    .with("aws_ms", times.milliseconds());
            nameRequest(line, request);
            line.write();
            return response;
        } catch (RuntimeException fault) {
            ErrorCode code =
                    switch (fault) {
                        case ServiceUnreachable table -> ErrorCode.UNAVAILABLE;
                        case SdkException other -> ErrorCode.UNAVAILABLE;
                        case SecretsUnavailable keys -> ErrorCode.UNAVAILABLE;
                        default -> ErrorCode.INTERNAL_ERROR;
                    };
            line.with("status", code.status()).with("code", code.label()).with("aws_ms", times.milliseconds());
            nameRequest(line, request);
            line.write(fault);
            ServiceMetrics.of(fault).one();
            return pipeline.faulty(api, request, Problem.of(code));
        }
    }
}
