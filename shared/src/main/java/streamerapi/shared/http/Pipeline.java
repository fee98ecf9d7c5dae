package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.AnsweredBefore;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.events.UnknownFieldWarning;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.CommonHeaders;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;
import streamerapi.shared.tasks.ReadAhead;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Carries a request from its route to its answer.
///
/// The chain of a request with a credential: its size, authentication and limits, authorization, an earlier answer to
/// its idempotency key, the decision, the commit. Beside authentication runs what only reads: the lookup of the
/// idempotency key, and the speculative part of the route's handler. So a read costs one round trip, a change two.
public final class Pipeline {

    /// How many warnings of unknown fields a credential can cause in an hour: it picks their names itself.
    private static final int MAX_UNKNOWN_FIELDS = 10;

    /// The headers of an answer that scripts of other sites may read.
    private static final String EXPOSED = "Request-Id, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining,"
            + " RateLimit-Reset, RateLimit-Policy, Idempotent-Replayed, Warning, Link, WWW-Authenticate";

    private final Authenticator authenticator;
    private final Outbox outbox;
    private final Warnings warnings;
    private final Table table;
    private final InstantSource clock;

    public Pipeline(Authenticator authenticator, Outbox outbox, Warnings warnings, Table table, InstantSource clock) {
        this.authenticator = authenticator;
        this.outbox = outbox;
        this.warnings = warnings;
        this.table = table;
        this.clock = clock;
    }

    /// Answers a request. Every refusal is an answer; what is thrown is a fault of ours.
    Response answer(Api api, Request request) {
        TargetResource target = api.target(request.path());
        Progress progress = new Progress(authenticator.origin(request));
        Response response;
        @Nullable RateLimitStatus reached = null;
        try {
            response = respond(target, request, progress);
        } catch (Problem problem) {
            response = refused(target, request, problem);
            reached = Response.reached(problem);
            if (problem.isOfLoad()) {
                ServiceMetrics.UNAVAILABLE.one();
            }
        }
        Authenticator.Attempt attempt =
                Objects.requireNonNullElseGet(progress.attempt, () -> authenticator.attempt(progress.origin, request));
        RateLimitStatus limit = Objects.requireNonNullElseGet(reached, () -> tightest(request, attempt));
        return finished(target, request, limit, response);
    }

    private static RateLimitStatus tightest(Request request, Authenticator.Attempt attempt) {
        RateLimitStatus own = request.ownLimit;
        return own == null ? attempt.limit() : RateLimitStatus.tighter(own, attempt.limit());
    }

    /// The answer to a request that met a fault.
    Response faulty(Api api, Request request, Problem problem) {
        TargetResource target = api.target(request.path());
        Authenticator.Attempt attempt = authenticator.attempt(authenticator.origin(request), request);
        return finished(target, request, attempt.limit(), target.refusal(request, problem));
    }

    private Response respond(TargetResource target, Request request, Progress progress) {
        TargetResource.Match toSigned = target.signedRoute(request.method());
        if (toSigned != null && toSigned.route().handler() instanceof RouteHandler.Signed<?> handler) {
            request.routed(toSigned);
            return signed(request, handler, progress);
        }
        authenticator.countAddress(progress.origin);
        if (request.method().equals("OPTIONS") && !target.matches().isEmpty()) {
            return target.preflight();
        }
        TargetResource.Match match;
        try {
            match = target.match(request.method());
        } catch (Problem problem) {
            authenticator.flushAddress(progress.origin);
            throw problem;
        }
        Route route = match.route();
        request.routed(match);
        Authenticator.Attempt attempt = authenticator.attempt(progress.origin, request);
        progress.attempt = attempt;
        if (route.access() instanceof Access.Public) {
            authenticator.flushAddress(progress.origin);
            request.authorize();
            return outbox.commit("", null, begun(request, route));
        }
        Secret secret = attempt.credential().secret();
        if (secret == null) {
            authenticator.authenticate(attempt);
            throw attempt.credential().refusal();
        }
        request.claims(secret.tenantId());
        return authenticated(request, secret, route, attempt);
    }

    /// Takes a signed message. One that is refused before its signature holds is counted against its address; what is
    /// wrong within a message is said only after that.
    private Response signed(Request request, RouteHandler.Signed<?> handler, Progress progress) {
        Supplier<Outcome<Response>> decision;
        try {
            request.checkSize();
            decision = handler.begin(request);
        } catch (Problem refusal) {
            if (refusal.code() != ErrorCode.BAD_REQUEST && refusal.code().isFinal()) {
                authenticator.countAddress(progress.origin);
                authenticator.flushAddress(progress.origin);
            }
            throw refusal;
        }
        try {
            return outbox.commit("", null, decision);
        } catch (AnsweredBefore before) {
            return handler.repeats().apply(before);
        }
    }

    private Response authenticated(Request request, Secret secret, Route route, Authenticator.Attempt attempt) {
        Async<Principal> authentication = Async.start(() -> authenticator.authenticate(attempt));
        Async<@Nullable Idempotency> key = Async.start(() -> Idempotency.of(table, clock, request, secret));
        Supplier<Outcome<Response>> decision = ReadAhead.deciding(
                () -> request.access().check(request, authentication.join()), () -> begun(request, route));

        Principal principal = authentication.join();
        request.authorize(principal);
        Idempotency ofHeader = key.join();
        Idempotency idempotency = ofHeader == null ? Idempotency.ofForm(table, clock, request, secret) : ofHeader;
        Response before = idempotency == null ? null : idempotency.earlier();
        if (before != null) {
            return before;
        }
        UnaryOperator<Response> warned = response -> UnknownFields.warning(request, response);
        Function<Problem, Response> kept = route.manner().page()
                ? null
                : refusal -> warned.apply(route.manner().refusals().answer(request, refusal));
        try {
            return carryOut(principal, () -> decision.get().map(warned), idempotency, kept);
        } finally {
            warnOfUnknownFields(request, route, principal);
        }
    }

    /// The decision about a request, begun as of [RouteHandler#begin]. A body that is too large is not read.
    private static Supplier<Outcome<Response>> begun(Request request, Route route) {
        if (request.isTooLarge()) {
            return () -> {
                throw Problem.of(ErrorCode.PAYLOAD_TOO_LARGE);
            };
        }
        return route.handler().begin(request);
    }

    /// Decides and commits. With an idempotency key the answer is stored, and a final refusal is an answer too.
    ///
    /// @param kept the answer by which a refusal is stored; null for a page, of which none is: its form, sent again, is
    /// decided again
    private Response carryOut(
            Principal principal,
            Supplier<Outcome<Response>> decision,
            @Nullable Idempotency idempotency,
            @Nullable Function<Problem, Response> kept) {
        String tenantId = principal.tenantId();
        Actor actor = Actor.of(principal);
        if (idempotency == null) {
            return outbox.commit(tenantId, actor, decision);
        }
        try {
            return outbox.commit(tenantId, actor, () -> idempotency.storing(decision.get()));
        } catch (AnsweredBefore before) {
            return before.answer(Response.class);
        } catch (Problem refusal) {
            if (!refusal.code().isFinal()) {
                throw refusal;
            }
            if (kept == null) {
                return idempotency.meanwhile(table, refusal);
            }
            return stored(tenantId, actor, Outcome.of(kept.apply(refusal)), idempotency);
        }
    }

    private Response stored(String tenantId, Actor actor, Outcome<Response> refusal, Idempotency idempotency) {
        try {
            return outbox.commit(tenantId, actor, () -> idempotency.storing(refusal));
        } catch (AnsweredBefore before) {
            return before.answer(Response.class);
        }
    }

    /// A warning that cannot be raised is logged, and spoils no request: the next one raises it.
    private void warnOfUnknownFields(Request request, Route route, Principal principal) {
        try {
            raiseUnknownFields(request, route, principal);
        } catch (RuntimeException fault) {
            LogLine.of("warning not raised").write(fault);
        }
    }

    private void raiseUnknownFields(Request request, Route route, Principal principal) {
        List<String> unknown = UnknownFields.of(request);
        String endpoint = route.method() + " " + route.template();
        for (String field : unknown.subList(0, Math.min(UnknownFields.MAX_NAMED, unknown.size()))) {
            String named = UnknownFields.shown(field);
            warnings.raiseHourly(
                    principal.tenantId(),
                    "unknown_field#" + principal.id() + "#" + named,
                    "unknown_fields#" + principal.id(),
                    MAX_UNKNOWN_FIELDS,
                    UnknownFieldWarning.EVENT.event(new UnknownFieldWarning(named, endpoint)));
        }
    }

    private static Response refused(TargetResource target, Request request, Problem problem) {
        Response response = target.refusal(request, problem);
        return problem.code() == ErrorCode.METHOD_NOT_ALLOWED ? response.with("Allow", target.allowed()) : response;
    }

    /// The answer with the headers that every answer carries (contract, "Conventions").
    ///
    /// @param limit the one that was reached, or the tightest
    private static Response finished(TargetResource target, Request request, RateLimitStatus limit, Response response) {
        Map<String, String> headers = new LinkedHashMap<>(response.headers());
        if (target.isOpenToOrigins()) {
            headers.put("Access-Control-Allow-Origin", "*");
            headers.put("Access-Control-Expose-Headers", EXPOSED);
        }
        CommonHeaders.addTo(headers, request.id(), response.status(), response.code());
        limit.addTo(headers, response.status());
        if (request.access() instanceof Access.SignedIn) {
            headers.putIfAbsent("Cache-Control", "no-store");
        }
        if (response.status() == 401) {
            headers.putIfAbsent("WWW-Authenticate", challenge(request, response));
        }
        return response.withHeaders(headers);
    }

    /// The credential that the route asks for (RFC 9110, 11.6.1); `error` is in it if a token was sent (RFC 6750, 3).
    private static String challenge(Request request, Response response) {
        if (request.access() instanceof Access.Signed) {
            return "Signature";
        }
        if (!(request.access() instanceof Access.Credential)) {
            return "Cookie";
        }
        return ErrorCode.INVALID_TOKEN.label().equals(response.code()) ? "Bearer error=\"invalid_token\"" : "Bearer";
    }

    /// How far a request has come.
    private static final class Progress {
        private final Authenticator.Origin origin;
        private Authenticator.@Nullable Attempt attempt;

        private Progress(Authenticator.Origin origin) {
            this.origin = origin;
        }
    }
}
