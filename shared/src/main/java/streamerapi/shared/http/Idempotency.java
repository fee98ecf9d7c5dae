package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.AnsweredBefore;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.FormRequest;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Claim;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// A request that carries an `Idempotency-Key`: the same key and request within 24 hours get the first answer again.
/// A form of a page carries its key in a hidden field ([FormRequest]), so that one that is sent twice is done once.
///
/// The answer is stored in the very transaction that makes the change, on the condition that none is stored. So there
/// is no time at which the change is made and the answer is not known, and of two requests at once one changes
/// something and the other finds its answer. A key belongs to the credential that sent it. An answer that shows a
/// secret is stored sealed: a secret that is shown once stays readable to its receiver alone.
final class Idempotency {
    private static final Attribute<String> FINGERPRINT = Attribute.text("fingerprint");
    private static final Attribute.Whole STATUS = Attribute.whole("status");

    private static final Duration KEPT = Duration.ofHours(24);
    private static final int MAX_KEY = 255;

    /// The largest answer that is stored: a row of the table holds 400 KB. No change has a larger one.
    private static final int MAX_BYTES = 300_000;

    private static final Attribute<String> BODY = Attribute.text("body");
    private static final Attribute<String> SEALED = Attribute.text("sealed");

    /// The other headers of a page's answer, sealed: the cookies among them can be secrets.
    private static final Attribute<String> SEALED_HEADERS = Attribute.text("sealed_headers");

    /// The answer's own headers that are told again, as attributes of the row.
    private static final Map<String, Attribute<String>> HEADERS =
            Map.of(EntityTag.HEADER, Attribute.text("etag"), UnknownFields.HEADER, Attribute.text("warning"));

    private final InstantSource clock;
    private final Key row;
    private final String fingerprint;
    private final ResponseCipher seal;
    private final @Nullable Row stored;

    private Idempotency(Table table, InstantSource clock, Secret secret, String key, String fingerprint) {
        this.clock = clock;
        this.row = Keys.idempotency(secret.tenantId(), secret.subject(), Sha256.hex(key));
        this.fingerprint = fingerprint;
        this.seal = new ResponseCipher(secret, key);
        this.stored = table.get(row);
    }

    /// The request's key, with the answer that is stored for it; null if it has none, or its method needs none.
    ///
    /// @throws Problem `bad_request` if the key is empty or too long
    static @Nullable Idempotency of(Table table, InstantSource clock, Request request, Secret secret) {
        String key = request.header("idempotency-key");
        if (key == null || !request.method().equals("POST")) {
            return null;
        }
        if (key.isEmpty() || key.length() > MAX_KEY) {
            throw Problem.badField("Idempotency-Key", "Idempotency-Key must have 1 to 255 characters");
        }
        return new Idempotency(table, clock, secret, key, fingerprint(request));
    }

    /// The key of a page's form whose token was read, with the answer that is stored for it; null if it has none. All
    /// forms of a page have one field, and a form may be sent again with other input: each is a request of its own.
    static @Nullable Idempotency ofForm(Table table, InstantSource clock, Request request, Secret secret) {
        Body form = request.bodyIfRead();
        if (form == null || !request.isOfPage() || !request.method().equals("POST")) {
            return null;
        }
        String sent = form.sent(FormRequest.FIELD);
        String fingerprint = fingerprint(request);
        return FormRequest.isOne(sent)
                ? new Idempotency(table, clock, secret, sent + ' ' + fingerprint, fingerprint)
                : null;
    }

    private static String fingerprint(Request request) {
        String asked = request.method() + ' ' + request.path() + '\n';
        return Sha256.hex(asked.getBytes(StandardCharsets.UTF_8), request.bodyBytes());
    }

    /// The answer that the key had before, or null.
    ///
    /// @throws Problem `idempotency_conflict` if it was given to another request
    @Nullable
    Response earlier() {
        return replay(stored);
    }

    /// The answer of another request with the key, which was carried out while this one was refused, maybe because of
    /// it.
    ///
    /// @throws Problem the refusal if there is none
    Response meanwhile(Table table, Problem refusal) {
        Response other = replay(table.get(row));
        if (other == null) {
            throw refusal;
        }
        return other;
    }

    /// The outcome, with its answer stored along with it. If something follows the commit, its answer takes the place
    /// of the first one; a first answer that only says that the outcome is unknown (5xx) is not stored.
    Outcome<Response> storing(Outcome<Response> outcome) {
        Outcome.Continuation<Response> then = outcome.then();
        Outcome<Response> stored = isStored(outcome.value()) || (then == null && fits(outcome.value()))
                ? outcome.writingFirst(claim(outcome.value()))
                : outcome;
        return then == null
                ? stored
                : stored.then(() -> {
                    Supplier<Outcome<Response>> decide = then.run();
                    return () -> replacing(decide.get());
                });
    }

    private Outcome<Response> replacing(Outcome<Response> last) {
        return isStored(last.value()) ? last.writingFirst(Claim.held(stored(last.value()), keptUntil())) : last;
    }

    private static boolean isStored(Response response) {
        return response.status() < 500 && fits(response);
    }

    private static boolean fits(Response response) {
        return response.body().getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    private Write claim(Response response) {
        return Claim.of(
                stored(response), keptUntil(), clock.instant(), current -> new AnsweredBefore(() -> answered(current)));
    }

    private Instant keptUntil() {
        return clock.instant().plus(KEPT);
    }

    private Row stored(Response response) {
        Row answer = Row.of(row)
                .with(FINGERPRINT, fingerprint)
                .with(STATUS, response.status())
                .with(BODY, response.showsSecret() ? null : response.body())
                .with(SEALED, response.showsSecret() ? seal.close(response.body()) : null)
                .with(SEALED_HEADERS, sealedHeaders(response));
        for (Map.Entry<String, Attribute<String>> header : HEADERS.entrySet()) {
            answer = answer.with(header.getValue(), response.headers().get(header.getKey()));
        }
        return answer;
    }

    private @Nullable String sealedHeaders(Response response) {
        Map<String, @Nullable Object> others = new LinkedHashMap<>(response.headers());
        others.keySet().removeAll(HEADERS.keySet());
        others.keySet().remove(Response.CACHE_CONTROL);
        return others.isEmpty() ? null : seal.close(Json.writeText(others));
    }

    /// The answer of another request with the same key, which came at the same time.
    private Response answered(Row stored) {
        Response response = replay(stored);
        if (response == null) {
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
        return response;
    }

    private @Nullable Response replay(@Nullable Row read) {
        Row stored = Claim.standing(read, clock.instant());
        if (stored == null) {
            return null;
        }
        if (!stored.get(FINGERPRINT).equals(fingerprint)) {
            throw Problem.of(ErrorCode.IDEMPOTENCY_CONFLICT);
        }
        String sealed = stored.find(SEALED);
        String body = sealed == null ? stored.get(BODY) : seal.open(sealed);
        int status = (int) stored.get(STATUS);
        String code =
                status < 400 ? null : (String) Json.asObject(Json.read(body)).get("code");
        Response response = new Response(status, Map.of(), body, code);
        for (Map.Entry<String, Attribute<String>> header : HEADERS.entrySet()) {
            String value = stored.find(header.getValue());
            response = value == null ? response : response.with(header.getKey(), value);
        }
        String others = stored.find(SEALED_HEADERS);
        if (others != null) {
            for (Map.Entry<String, @Nullable Object> header :
                    Json.asObject(Json.read(seal.open(others))).entrySet()) {
                response = response.with(header.getKey(), String.valueOf(header.getValue()));
            }
        }
        return (sealed == null ? response : response.showingSecret()).with("Idempotent-Replayed", "true");
    }
}
