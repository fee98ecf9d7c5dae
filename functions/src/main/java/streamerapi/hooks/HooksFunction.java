package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.HookConnections;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.ReceiverServices;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.secrets.SecretsUnavailable;
import streamerapi.shared.tasks.CallTimes;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers `/hooks/{provider}/{connection_id}`, to which platforms send their events: one read, one message to the
/// work queue. A platform waits two seconds for the answer, with the function's start; so this is no
/// [streamerapi.shared.http.HttpFunction], whose pipeline of credentials, keys and routes takes as long to load again.
public final class HooksFunction extends LambdaFunction {

    private static final Pattern PATH = Pattern.compile("/hooks/([a-z]{1,20})/([A-Za-z0-9_]{1,100})");
    private static final String ROUTE = "/hooks/{provider}/{connection_id}";
    private static final int MAX_BODY = 1024 * 1024;

    private final HookConnections connections;
    private final Map<Provider, PlatformReceiver> receivers;
    private final DelayQueue queue;
    private final RateLimiter limiter;
    private final InstantSource clock;

    public HooksFunction() {
        this(Environment.ofProcess());
    }

    public HooksFunction(Environment environment) {
        super(environment);
        ReceiverServices services = new ReceiverServices(environment);
        this.connections = new HookConnections(services.rows(), services.secrets());
        this.queue = services.work();
        this.limiter = services.limiter();
        this.clock = environment.clock();
        KickPublicKey key = new KickPublicKey(
                KickPublicKey.KNOWN, new PublishedKey(origin(environment.orElse("KICK_API_URL", ""))), clock);
        this.receivers = Map.of(
                Provider.TWITCH, new TwitchReceiver(connections, clock),
                Provider.KICK, new KickReceiver(key, clock),
                Provider.STRIPE, new StripeReceiver(connections, clock),
                Provider.PAYPAL, new PayPalReceiver(connections, paypal(environment), clock),
                Provider.KOFI, new KofiReceiver(connections, clock));
    }

    private static PayPalReceiver.Addresses paypal(Environment environment) {
        return new PayPalReceiver.Addresses(
                environment.orElse("PAYPAL_API_URL", ""),
                environment.orElse("PAYPAL_CERT_HOSTS", ""),
                environment.orElse("PAYPAL_CERT_ROOTS", ""));
    }

    private static String origin(String given) {
        return given.isEmpty() ? "https://api.kick.com" : given;
    }

    @Override
    protected List<byte[]> samples() {
        return HookSamples.at(clock.instant());
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> context = Json.asObject(event.get("requestContext"));
        Map<String, @Nullable Object> http = Json.asObject(context.get("http"));
        String requestId = Json.text(context, "requestId");
        String method = Json.text(http, "method");
        String network = Network.ofCustomer(Json.text(http, "sourceIp"));
        Window window = limiter.window(RateLimit.REQUESTS_PER_ADDRESS, network);
        nameInLog(requestId);
        CallTimes times = new CallTimes();
        LogLine line = LogLine.of("request").with("method", method).with("route", ROUTE);
        return times.during(() -> {
            HookAnswer answer = logged(line, times, () -> {
                try {
                    return answer(method, event, line);
                } catch (Problem problem) {
                    count(problem, window, network);
                    throw problem;
                }
            });
            return answer.toEvent(requestId, window.status());
        });
    }

    private HookAnswer answer(String method, Map<String, @Nullable Object> event, LogLine line) {
        Matcher path = PATH.matcher(Json.text(event, "rawPath"));
        Provider provider = path.matches() ? Provider.of(path.group(1)).orElse(null) : null;
        PlatformReceiver receiver = provider == null ? null : receivers.get(provider);
        if (provider == null || receiver == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        line.with("provider", provider.label());
        if (method.equals("OPTIONS")) {
            return HookAnswer.OPTIONS;
        }
        if (!method.equals("POST")) {
            throw Problem.of(ErrorCode.METHOD_NOT_ALLOWED);
        }
        Hook hook = hook(event, provider);
        ProviderConnection connection = connections.find(path.group(2), provider);
        if (connection == null || !connection.isUsable()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        line.with("tenant_id", connection.tenantId());
        return carryOut(receiver.receive(hook, connection), provider, line);
    }

    private HookAnswer carryOut(Reception reception, Provider provider, LogLine line) {
        return switch (reception) {
            case Reception.Ignored ignored -> {
                line.with("ignored", ignored.why());
                yield HookAnswer.taken(provider);
            }
            case Reception.Challenged challenged -> {
                send(challenged.message());
                line.with("challenged", true);
                yield HookAnswer.text(challenged.challenge());
            }
            case Reception.Taken taken -> {
                send(taken.message());
                if (taken.message() instanceof ReceivedMessage.Paid paid) {
                    line.with("source_event", paid.event().id())
                            .with("source_type", paid.event().type());
                }
                yield HookAnswer.taken(provider);
            }
        };
    }

    private void send(ReceivedMessage message) {
        queue.sendNow(message.toText(), message.group());
    }

    private static Hook hook(Map<String, @Nullable Object> event, Provider provider) {
        String text = Objects.requireNonNullElse((String) event.get("body"), "");
        byte[] body = Boolean.TRUE.equals(event.get("isBase64Encoded"))
                ? Base64.getDecoder().decode(text)
                : text.getBytes(StandardCharsets.UTF_8);
        if (body.length > MAX_BODY) {
            throw Problem.of(ErrorCode.PAYLOAD_TOO_LARGE, "The body is larger than 1 MiB");
        }
        Hook hook = new Hook(event.get("headers") == null ? Map.of() : Json.asObject(event.get("headers")), body);
        MediaType expected = provider == Provider.KOFI ? MediaType.FORM : MediaType.JSON;
        expected.check(hook.headerOrNull("content-type"));
        return hook;
    }

    /// Counts a call that is refused as a request of its address. One whose signature holds is taken, however many of
    /// its address were refused: platforms send all accounts' events from the same addresses.
    ///
    /// @throws Problem `rate_limited`
    private void count(Problem problem, Window window, String network) {
        if (!problem.code().isFinal()) {
            return;
        }
        boolean isAdmitted = window.admit();
        if (isAdmitted && window.due() >= 1) {
            limiter.flushAddress(window, network);
        }
        if (!isAdmitted || window.refuseExcess()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// The answer, a refusal or fault too, and its line in the log.
    private static HookAnswer logged(LogLine line, CallTimes times, Supplier<HookAnswer> answer) {
        HookAnswer answered;
        RuntimeException fault = null;
        try {
            answered = answer.get();
        } catch (Problem problem) {
            answered = HookAnswer.of(problem);
        } catch (ServiceUnreachable | SecretsUnavailable unavailable) {
            fault = unavailable;
            answered = HookAnswer.of(Problem.of(ErrorCode.UNAVAILABLE));
        } catch (RuntimeException other) {
            fault = other;
            answered = HookAnswer.of(Problem.of(ErrorCode.INTERNAL_ERROR));
        }
        line.with("status", answered.status()).with("code", answered.code()).with("aws_ms", times.milliseconds());
        if (fault == null) {
            line.write();
        } else {
            line.write(fault);
            ServiceMetrics.of(fault).one();
        }
        return answered;
    }
}
