package streamerapi.localstack.standins;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Stand-ins, each below [#PATH] and its name, where the service is told to find them; every other path is answered by
/// the next handler.
public abstract class StandIns extends Handler.Wrapper implements AutoCloseable {

    /// The part of a path before a stand-in's name.
    public static final String PATH = "/stand-ins/";

    private static final Duration HANG = Duration.ofSeconds(8);

    private final EventSender sender;
    private final StandInState state;
    private @Nullable Map<String, StandIn> played;

    /// @param next answers every other path
    protected StandIns(Handler next, StandInState state) {
        super(next);
        this.state = state;
        sender = new EventSender();
    }

    /// The sender of their events.
    protected final EventSender sender() {
        return sender;
    }

    /// Whether an event of theirs is on its way for the first time.
    public final boolean areSending() {
        return sender.isBusy();
    }

    /// Says what is played, by name; called once, before anything is asked.
    protected final void play(Map<String, StandIn> all) {
        played = Map.copyOf(all);
        state.keep();
    }

    private Map<String, StandIn> played() {
        return Objects.requireNonNull(played);
    }

    @Override
    public final boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        int end = path.startsWith(PATH) ? path.indexOf('/', PATH.length()) : -1;
        StandIn one = end < 0 ? null : played().get(path.substring(PATH.length(), end));
        if (one == null) {
            return super.handle(request, response, callback);
        }
        StandInCall call = StandInCall.of(request, path.substring(0, end), path.substring(end));
        boolean ofService = one.isOfService(call);
        StandInLog.OrderedAnswer told = ofService ? one.log().told(call) : null;
        StandInAnswer answer = answer(one, call, told);
        if (ofService) {
            one.log().add(call, answer.status());
        }
        switch (told == null ? StandInLog.Misbehaviour.REFUSED : told.misbehaviour()) {
            case REFUSED -> write(one, call, answer, response, callback);
            case HANG ->
                CompletableFuture.delayedExecutor(HANG.toSeconds(), TimeUnit.SECONDS)
                        .execute(() -> write(one, call, answer, response, callback));
            case DROP -> {
                one.answered(call);
                request.getConnectionMetaData().getConnection().close();
                callback.succeeded();
            }
        }
        return true;
    }

    /// The answer to a call, once what it did is kept.
    private StandInAnswer answer(StandIn one, StandInCall call, StandInLog.@Nullable OrderedAnswer told) {
        try {
            StandInAnswer answer = told != null && told.misbehaviour() == StandInLog.Misbehaviour.REFUSED
                    ? told.answer()
                    : one.answer(call);
            if (!call.method().equals("GET")) {
                state.keep();
            }
            return answer;
        } catch (RuntimeException e) {
            one.answered(call);
            throw e;
        }
    }

    private static void write(
            StandIn one, StandInCall call, StandInAnswer answer, Response response, Callback callback) {
        one.answered(call);
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8)), callback);
    }

    @Override
    public final void close() {
        sender.close();
    }
}
