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
/// @param speculative whether its handler may run beside authentication: it only reads
/// @param handler decides
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
        boolean speculative,
        Route.Handler handler) {

    /// Where the dashboard has the endpoints that people use.
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
        Route route = Route.of(method, template, who, Precondition.of(this, siblings, access))
                .of(this);
        return speculative ? route : route.acting();
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
        private boolean speculative;

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

        /// What more is to be known, in Markdown.
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

        /// What it answers; `{"success": true}` if nothing is said.
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

        /// Its handler only reads, so it may run before the credential is found good, and more than once; it saves a
        /// round trip. One that has effects of its own, a call to another service above all, must not say so.
        public Draft<I, O> speculative() {
            this.speculative = true;
            return this;
        }

        /// The endpoint, with the handler that decides about a call.
        @SuppressWarnings("unchecked") // the reader and the answer are of the types that were said
        public Endpoint handles(Function<Call<I>, ? extends Outcome<? extends O>> decide) {
            Function<Body, I> read = (Function<Body, I>) reader;
            Answer<O> shown = (Answer<O>) answer;
            boolean takesBody = input != null;
            Route.Handler handler = request -> {
                I body = read.apply(takesBody ? request.body() : Body.empty());
                return decide.apply(new Call<>(request, body)).map(shown::response);
            };
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
                    speculative,
                    handler);
        }

        @SuppressWarnings("unchecked") // the same draft: types of what is to come
        private <J extends @Nullable Object, P extends @Nullable Object> Draft<J, P> as() {
            return (Draft<J, P>) this;
        }
    }
}
