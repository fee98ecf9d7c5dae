package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// The precondition of a change (RFC 9110, 13.1): a resource has the state that the change is meant for.
///
/// The change is decided first, and then the resource is read. Every write of the decision is conditional on the state
/// that the decision read. So if the resource has the expected state after the decision, and the writes happen, it had
/// that state when they happened; if another change comes between, the writes fail, and all is decided and checked
/// again.
///
/// Every PUT, PATCH and DELETE of a resource that a GET of the same path shows takes an `If-Match` header.
public final class Precondition implements RouteHandler.Deciding {

    private static final Set<String> CHANGING = Set.of("PUT", "PATCH", "DELETE");
    private static final ScopedValue<Check> CURRENT = ScopedValue.newInstance();

    private final RouteHandler changes;
    private final Endpoint shown;
    private final Map<String, String> named;
    private final Access access;

    private Precondition(RouteHandler changes, Endpoint shown, Map<String, String> named, Access access) {
        this.named = named;
        this.changes = changes;
        this.shown = shown;
        this.access = access;
    }

    /// The handler of an endpoint, with the precondition if the endpoint changes a resource.
    ///
    /// @param siblings the endpoints of its module
    /// @param who may call an endpoint; null for none
    static RouteHandler of(Endpoint endpoint, List<Endpoint> siblings, Function<Endpoint, @Nullable Access> who) {
        if (!CHANGING.contains(endpoint.method())) {
            return endpoint.handler();
        }
        for (Endpoint shown : siblings) {
            Access access = who.apply(shown);
            if (access != null && shows(shown, endpoint.template())) {
                return new Precondition(
                        endpoint.handler(), shown, Objects.requireNonNull(named(shown, endpoint.template())), access);
            }
        }
        return endpoint.handler();
    }

    private static boolean shows(Endpoint shown, String template) {
        return shown.method().equals("GET")
                && named(shown, template) != null
                && shown.answer().components().values().stream().anyMatch(component -> component.tag() != null);
    }

    /// The parameters of the GET that shows a resource which a template has as they are: `provider` is `stripe` in
    /// `/connections/stripe`. Null if it shows another.
    private static @Nullable Map<String, String> named(Endpoint shown, String template) {
        String[] one = shown.template().split("/", -1);
        String[] other = template.split("/", -1);
        if (one.length != other.length) {
            return null;
        }
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < one.length; i++) {
            if (!one[i].equals(other[i])) {
                if (!one[i].startsWith("{") || other[i].startsWith("{")) {
                    return null;
                }
                named.put(one[i].substring(1, one[i].length() - 1), other[i]);
            }
        }
        return named;
    }

    @Override
    public Supplier<Outcome<Response>> begin(Request request) {
        Supplier<Outcome<Response>> decision = changes.begin(request);
        String header = request.header("if-match");
        return header == null
                ? decision
                : () -> {
                    IfMatch wanted = IfMatch.of(header);
                    request.name(named);
                    return holding(() -> check(request, wanted), decision);
                };
    }

    @Override
    public Outcome<Response> decided(Request request) {
        return begin(request).get();
    }

    /// The GET that shows the resource.
    Endpoint shown() {
        return shown;
    }

    private void check(Request request, IfMatch wanted) {
        Response now = now(request);
        String tag = now.headers().get(EntityTag.HEADER);
        if (tag == null || wanted.matches(tag)) {
            return;
        }
        request.require(access);
        Problem failed = Problem.of(ErrorCode.PRECONDITION_FAILED).tagged(tag);
        Json.readObject(now.body().getBytes(StandardCharsets.UTF_8)).forEach(failed::with);
        throw failed;
    }

    private Response now(Request request) {
        try {
            return shown.handler().decide(request).value();
        } catch (Problem refusal) {
            throw refusal.code() == ErrorCode.NOT_FOUND
                    ? Problem.of(ErrorCode.PRECONDITION_FAILED, "The resource does not exist yet, or was removed")
                    : refusal;
        }
    }

    /// A decision that holds only if the check passes after it.
    ///
    /// @param check throws what the request is refused with
    public static <T> Outcome<T> holding(Runnable check, Supplier<Outcome<T>> decide) {
        Check once = new Check(check);
        Outcome<T> decided = ScopedValue.where(CURRENT, once).call(decide::get);
        once.pass();
        return decided;
    }

    /// Checks the precondition of the decision that is being made, if it has one: a handler that changes something
    /// itself does so after it has read what its changes are conditional on.
    static void pass() {
        if (CURRENT.isBound()) {
            CURRENT.get().pass();
        }
    }

    /// A check that is made once.
    private static final class Check {
        private final Runnable check;
        private boolean passed;

        private Check(Runnable check) {
            this.check = check;
        }

        private void pass() {
            if (!passed) {
                check.run();
                passed = true;
            }
        }
    }
}
