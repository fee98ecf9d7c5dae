package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.AnsweredBefore;
import streamerapi.shared.events.Outcome;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// The handler of a route: it decides, and the pipeline commits the [Outcome].
public sealed interface RouteHandler {

    /// Does the part that comes before the decision, once.
    ///
    /// @return the decision, for a request that was authorized; it is made again each time that another request wrote
    /// first
    Supplier<Outcome<Response>> begin(Request request);

    /// Decides about a request that was authorized already, within the decision of another route.
    default Outcome<Response> decide(Request request) {
        return begin(request).get();
    }

    /// Decides once the request has been authorized and counted. It may call other services
    /// ([Request#externalCalls]).
    @FunctionalInterface
    non-sealed interface Deciding extends RouteHandler {

        /// The decision.
        ///
        /// @throws streamerapi.shared.problems.Problem a refusal
        Outcome<Response> decided(Request request);

        @Override
        default Supplier<Outcome<Response>> begin(Request request) {
            return () -> decided(request);
        }
    }

    /// Reads beside authentication, and decides after it. The result, or a refusal while reading, is used only if the
    /// request is authorized; if the decision is repeated, it is read again.
    ///
    /// @param reads sees a request without a principal, and must not write, send or call out
    /// @param decides has what was read, and the principal
    record Speculative<P extends @Nullable Object>(
            Function<Request, P> reads, BiFunction<Request, P, Outcome<Response>> decides) implements RouteHandler {

        @Override
        public Supplier<Outcome<Response>> begin(Request request) {
            AtomicReference<@Nullable Supplier<P>> first = new AtomicReference<>(read(request));
            return () -> {
                Supplier<P> read = first.getAndSet(null);
                return decides.apply(request, read == null ? reads.apply(request) : read.get());
            };
        }

        /// Reads now, and keeps what the reading throws until its result is taken: the request may not be authorized.
        private Supplier<P> read(Request request) {
            try {
                P value = reads.apply(request);
                return () -> value;
            } catch (RuntimeException refusal) {
                return () -> {
                    throw refusal;
                };
            }
        }
    }

    /// Takes messages that carry a signature in place of a credential. The outcome says whose account it changes.
    ///
    /// @param verifies checks the signature and takes the message apart, before anything else and once; throws
    /// `invalid_signature`
    /// @param repeats the answer to a message that was taken before
    record Signed<M>(
            Function<Request, M> verifies,
            Function<M, Outcome<Response>> decides,
            Function<AnsweredBefore, Response> repeats)
            implements RouteHandler {

        @Override
        public Supplier<Outcome<Response>> begin(Request request) {
            M message = verifies.apply(request);
            return () -> decides.apply(message);
        }
    }
}
