package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;

import java.util.function.BiFunction;
import java.util.function.Function;

/// An endpoint that is being described, of whose handler some runs beside authentication. That part is given a [Call],
/// which has no principal and no means to call other services; what it reads or refuses is dropped if authentication
/// fails.
///
/// @param <I> the body of a call
/// @param <O> the result of the handler
public final class SpeculativeDraft<I extends @Nullable Object, O extends @Nullable Object> {

    private final Endpoint.Draft<I, O> draft;

    SpeculativeDraft(Endpoint.Draft<I, O> draft) {
        this.draft = draft;
    }

    /// The endpoint, with a handler that only reads: all of it runs beside authentication.
    public Endpoint handles(Function<? super Call<I>, ? extends Outcome<? extends O>> decide) {
        return draft.handledBy(new RouteHandler.Speculative<Outcome<Response>>(
                request ->
                        decide.apply(new Call<>(request, draft.body(request))).map(draft::response),
                (request, decided) -> decided));
    }

    /// A read that runs beside authentication, for the decision that follows it.
    public <P extends @Nullable Object> Reading<I, O, P> reads(Function<? super Call<I>, ? extends P> read) {
        return new Reading<>(draft, read);
    }

    /// An endpoint that is being described, whose reading was said.
    ///
    /// @param <P> what is read
    public static final class Reading<
            I extends @Nullable Object, O extends @Nullable Object, P extends @Nullable Object> {

        private final Endpoint.Draft<I, O> draft;
        private final Function<? super Call<I>, ? extends P> read;

        private Reading(Endpoint.Draft<I, O> draft, Function<? super Call<I>, ? extends P> read) {
            this.draft = draft;
            this.read = read;
        }

        /// The endpoint, with the handler that decides about an authorized call by what was read.
        public Endpoint handles(
                BiFunction<? super AuthorizedCall<I>, ? super P, ? extends Outcome<? extends O>> decide) {
            return draft.handledBy(new RouteHandler.Speculative<Begun<I, P>>(
                    request -> {
                        I body = draft.body(request);
                        return new Begun<I, P>(body, read.apply(new Call<>(request, body)));
                    },
                    (request, begun) -> decide.apply(new AuthorizedCall<>(request, begun.body), begun.read)
                            .map(draft::response)));
        }

        private record Begun<I extends @Nullable Object, P extends @Nullable Object>(I body, P read) {}
    }
}
