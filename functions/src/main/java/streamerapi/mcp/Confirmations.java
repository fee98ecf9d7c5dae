package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.http.Request;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Confirmations of changes: the texts with which previews answer, and without which nothing is changed.
///
/// A text that a viewer wrote can have an assistant call a tool, but not with a confirmation: only the preview of the
/// same call has it, which the assistant's client shows. It is good once, for five minutes, for one tool, its
/// arguments, the tip that the preview was about, and the credential that asked for it.
///
/// It consists of a nonce, its expiry in seconds, and an HMAC (RFC 2104) of both and of the call that it is valid for.
/// The key is the credential, which the table does not have and the assistant does not see; so a preview writes
/// nothing. The change that it is used for writes that it was used.
final class Confirmations {

    private static final Duration GOOD = Duration.ofMinutes(5);
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{16})\\.([0-9]{1,12})\\.([A-Za-z0-9_-]{43})");
    private static final String REFUSAL =
            "confirm is not the confirmation of this call, or not any more: it is good once, for five minutes, and for the"
                    + " tip that the preview named. Leave confirm out to see a preview, and send the confirmation that"
                    + " it answers with";

    private final InstantSource clock;

    Confirmations(InstantSource clock) {
        this.clock = clock;
    }

    /// A call that changes something, as it was previewed.
    ///
    /// @param request the message that it came with
    /// @param subject the id of the tip that it changes; empty if it changes none
    record Previewed(Request request, String tool, Map<String, @Nullable Object> arguments, String subject) {

        private String text() {
            return String.join("\n", tool, Json.writeText(new TreeMap<>(arguments)), subject);
        }
    }

    /// A new confirmation.
    String of(Previewed call) {
        byte[] once = new byte[8];
        Host.random().nextBytes(once);
        String begin = HexFormat.of().formatHex(once) + "."
                + clock.instant().plus(GOOD).getEpochSecond();
        return begin + "." + mac(call, begin);
    }

    /// A write that uses a confirmation up, part of the change.
    ///
    /// @param confirm what was sent as the confirmation
    /// @throws Problem `bad_request` with `field` if it is not good for the call; when committed, if it was used
    Write use(Object confirm, Previewed call) {
        Matcher form = FORM.matcher(confirm instanceof String text ? text : "");
        if (!form.matches() || !isOf(form, call)) {
            throw refused();
        }
        long end = Long.parseLong(form.group(2));
        if (!clock.instant().isBefore(Instant.ofEpochSecond(end))) {
            throw refused();
        }
        Key key = Keys.confirmation(call.request.tenantId(), Sha256.hex(form.group()));
        return Write.put(Row.of(key).with(Table.EXPIRES_AT, end))
                .when(Condition.noRow())
                .orElse(current -> refused());
    }

    private static Problem refused() {
        return Problem.badField(Tool.CONFIRM, REFUSAL);
    }

    private static boolean isOf(Matcher form, Previewed call) {
        return Hmac.isSame(mac(call, form.group(1) + "." + form.group(2)), form.group(3));
    }

    private static String mac(Previewed call, String begin) {
        String credential = Objects.requireNonNull(call.request.header("authorization"));
        String whole = begin + "\n" + call.text();
        return Hmac.base64Url("confirmation\n" + credential.strip(), whole);
    }
}
