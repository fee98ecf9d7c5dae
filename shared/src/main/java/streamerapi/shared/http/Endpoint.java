package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// An endpoint, whole: method and path, who may call it, what it takes, answers, refuses and announces.
///
/// Routing, access, the OpenAPI document, the README's error table, priming requests, and the lists that the tests of
/// cost, crash and access walk are made from it.
///
/// ```java
/// Endpoint.post("/counters/{name}/increment", "incrementCounter", "Add to a counter")
///         .scope(COUNTERS_MANAGE)
///         .dashboard(MODERATOR)
///         .body(Increment.SCHEMA)
///         .answers(Answer.ok("counter", Counter.SCHEMA))
///         .emits(COUNTER_UPDATED)
///         .speculative()
///         .handles(call -> counters.increment(call.tenantId(), call.path("name"), call.body().amount()))
/// ```
///
/// @param method the HTTP method
/// @param template the path below `/v1`, with parameters as `{name}`
/// @param operationId its name in generated clients: a verb and a noun
/// @param summary what it does, in a few words
/// @param doc what more is to be known
/// @param access who may call it with a credential; null if it is of the dashboard alone
/// @param role the least role that may call it in the dashboard; null if it is not there
/// @param input what its body is; null if it takes none
/// @param query the parameters of its query
/// @param answer what it answers
/// @param refusals the codes that it refuses with, besides those that follow from its method, path and access
/// @param events the events that it announces
/// @param handler decides, after authentication or partly beside it
public record Endpoint(
        String method,
        String template,
        String operationId,
        String summary,
        String doc,
        @Nullable Access access,
        @Nullable Role role,
        @Nullable Input input,
        List<QueryParameter<?>> query,
        Answer<?> answer,
        List<ErrorCode> refusals,
        List<EventType> events,
        RouteHandler handler) {

    /// The path below which the dashboard has the endpoints that people use.
    public static final String DASHBOARD = "/dashboard/api";

    /// A body: its schema, and whether it is a PATCH of it.
    public record Input(Schema<?> schema, boolean isPatch) {}

    /// A GET.
    public static Draft<Void, Void> get(String template, String operationId, String summary) {
        return new Draft<>("GET", template, operationId, summary);
    }

    /// A POST.
    public static Draft<Void, Void> post(String template, String operationId, String summary) {
        return new Draft<>("POST", template, operationId, summary);
    }

    /// A PUT.
    public static Draft<Void, Void> put(String template, String operationId, String summary) {
        return new Draft<>("PUT", template, operationId, summary);
    }

    /// A PATCH.
    public static Draft<Void, Void> patch(String template, String operationId, String summary) {
        return new Draft<>("PATCH", template, operationId, summary);
    }

    /// A DELETE.
    public static Draft<Void, Void> delete(String template, String operationId, String summary) {
        return new Draft<>("DELETE", template, operationId, summary);
    }

    /// The routes of some endpoints that credentials may call.
    public static Api rest(List<Endpoint> endpoints) {
        return Api.of(endpoints.stream()
                .filter(endpoint -> endpoint.access != null)
                .map(endpoint -> endpoint.route(endpoint.access, endpoints, Endpoint::access))
                .toList());
    }

    /// The routes of some endpoints that people may call, below [#DASHBOARD].
    public static Api dashboard(List<Endpoint> endpoints) {
        return Api.of(endpoints.stream()
                .filter(endpoint -> endpoint.role != null)
                .map(endpoint -> endpoint.route(Access.of(endpoint.role), endpoints, Endpoint::ofRole))
                .toList());
    }

    private static @Nullable Access ofRole(Endpoint endpoint) {
        return endpoint.role == null ? null : Access.of(endpoint.role);
    }

    private Route route(Access who, List<Endpoint> siblings, Function<Endpoint, @Nullable Access> access) {
        return Route.of(method, template, who, Precondition.of(this, siblings, access))
                .of(this);
    }

    /// An endpoint that is being described.
    ///
    /// @param <I> what a call's body is
    /// @param <O> what the handler comes to
    public static final class Draft<I extends @Nullable Object, O extends @Nullable Object> {

        private final String method;
        private final String template;
        private final String operationId;
        private final String summary;
        private final List<QueryParameter<?>> query = new ArrayList<>();
        private String doc = "";
        private @Nullable Access access;
        private @Nullable Role role;
        private @Nullable Input input;
        private Function<Body, ? extends @Nullable Object> reader = body -> null;
        private Answer<?> answer = Answer.success();
        private List<ErrorCode> refusals = List.of();
        private List<EventType> events = List.of();

        private Draft(String method, String template, String operationId, String summary) {
            this.method = method;
            this.template = template;
            this.operationId = operationId;
            this.summary = summary;
        }

        /// Credentials with the scope may call it.
        public Draft<I, O> scope(Scope scope) {
            this.access = Access.of(scope);
            return this;
        }

        /// Every valid credential may call it.
        public Draft<I, O> anyCredential() {
            this.access = Access.ANY_CREDENTIAL;
            return this;
        }

        /// It may be called without a credential.
        public Draft<I, O> open() {
            this.access = Access.PUBLIC;
            return this;
        }

        /// People with at least the role may call it, in the dashboard.
        public Draft<I, O> dashboard(Role least) {
            this.role = least;
            return this;
        }

        /// A further description, in Markdown.
        public Draft<I, O> doc(String text) {
            this.doc = text;
            return this;
        }

        /// It takes a parameter of the query.
        public Draft<I, O> query(QueryParameter<?> parameter) {
            this.query.add(parameter);
            return this;
        }

        /// It takes the parameters of a cursor page.
        public Draft<I, O> paged() {
            return query(QueryParameter.LIMIT).query(QueryParameter.BEFORE);
        }

        /// It takes a body that holds the whole of a record.
        public <R> Draft<R, O> body(Schema<R> schema) {
            this.input = new Input(schema, false);
            this.reader = schema::read;
            return as();
        }

        /// It takes a body that the record is made from with more than the body: the handler reads it.
        public <R> Draft<Body, O> rawBody(Schema<R> schema) {
            this.input = new Input(schema, false);
            this.reader = body -> body;
            return as();
        }

        /// It takes a body that changes some fields of a record.
        public <R> Draft<Changes<R>, O> changes(Schema<R> schema) {
            this.input = new Input(schema, true);
            this.reader = schema::changes;
            return as();
        }

        /// The answer of a call that succeeds; `{"success": true}` if none is given.
        public <R extends @Nullable Object> Draft<I, R> answers(Answer<R> shown) {
            this.answer = shown;
            return as();
        }

        /// The codes that it refuses with, besides those that every endpoint of its method, path and access has.
        public Draft<I, O> refuses(ErrorCode... codes) {
            this.refusals = List.of(codes);
            return this;
        }

        /// The events that it announces.
        public Draft<I, O> emits(EventType... types) {
            this.events = List.of(types);
            return this;
        }

        /// Its handler only reads, or part of it does, and that part runs beside authentication: it saves a round trip.
        public SpeculativeDraft<I, O> speculative() {
            return new SpeculativeDraft<>(this);
        }

        /// The endpoint, with the handler that decides about an authorized call.
        public Endpoint handles(Function<? super AuthorizedCall<I>, ? extends Outcome<? extends O>> decide) {
            RouteHandler.Deciding handler = request ->
                    decide.apply(new AuthorizedCall<>(request, body(request))).map(this::response);
            return handledBy(handler);
        }

        /// The call's body, read and found good.
        @SuppressWarnings("unchecked") // the reader is of the type that was said
        I body(Request request) {
            return ((Function<Body, I>) reader).apply(input == null ? Body.empty() : request.body());
        }

        /// The answer that a result becomes.
        @SuppressWarnings("unchecked") // the answer is of the type that was said
        Response response(O result) {
            return ((Answer<O>) answer).response(result);
        }

        /// The endpoint with its handler.
        Endpoint handledBy(RouteHandler handler) {
            return new Endpoint(
                    method,
                    template,
                    operationId,
                    summary,
                    doc,
                    access,
                    role,
                    input,
                    List.copyOf(query),
                    answer,
                    refusals,
                    events,
                    handler);
        }

        @SuppressWarnings("unchecked") // the same draft: types of what is to come
        private <J extends @Nullable Object, P extends @Nullable Object> Draft<J, P> as() {
            return (Draft<J, P>) this;
        }
    }
}
