package streamerapi.localstack.speech;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A form that a browser sent to put an object, held to its policy as S3 does it: the signature, the time, each
/// condition, and that the policy names each field (Amazon S3 API Reference, "Creating a POST Policy").
///
/// @param fields by their names in lower case
/// @param file null if it has none
@SuppressWarnings("ArrayRecordComponent") // never compared
record PostedForm(Map<String, String> fields, byte @Nullable [] file) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAME = Pattern.compile("(?i)Content-Disposition:[^\r\n]*?[; ]name=\"([^\"]*)\"");
    private static final Set<String> FREE = Set.of("policy", "x-amz-signature", "file");
    private static final int SCOPE_PARTS = 5;
    private static final int DENIED = 403;
    private static final int BAD = 400;

    /// A refusal, in S3's words.
    record Refused(int status, String code, String message) {}

    static final Refused NO_FILE =
            new Refused(BAD, "InvalidArgument", "POST requires exactly one file upload per request.");

    /// The form in a body of `multipart/form-data`. Fields behind the file count for nothing.
    static PostedForm of(byte[] body, String boundary) {
        Map<String, String> fields = new LinkedHashMap<>();
        byte[] mark = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        int from = index(body, Arrays.copyOfRange(mark, 2, mark.length), 0);
        while (from >= 0) {
            int content = index(body, "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), from);
            int end = content < 0 ? -1 : index(body, mark, content + 4);
            if (end < 0) {
                break;
            }
            Matcher name = NAME.matcher(new String(body, from, content - from, StandardCharsets.UTF_8));
            byte[] value = Arrays.copyOfRange(body, content + 4, end);
            if (name.find() && name.group(1).equals("file")) {
                return new PostedForm(fields, value);
            }
            if (name.hasMatch()) {
                fields.put(name.group(1).toLowerCase(Locale.ROOT), new String(value, StandardCharsets.UTF_8));
            }
            from = end + 2;
        }
        return new PostedForm(fields, null);
    }

    /// The reason to refuse the form; null if it is good.
    ///
    /// @param secret of the access key that signs
    @Nullable
    Refused refusal(String bucket, String secret, Instant now) {
        byte[] content = file;
        if (content == null || !fields.containsKey("key")) {
            return NO_FILE;
        }
        String policy = fields.get("policy");
        if (policy == null) {
            return new Refused(DENIED, "AccessDenied", "Access Denied");
        }
        if (!isSigned(policy, secret)) {
            return new Refused(
                    DENIED,
                    "SignatureDoesNotMatch",
                    "The request signature we calculated does not match the signature you provided.");
        }
        JsonNode read = read(Base64.getDecoder().decode(policy));
        if (!now.isBefore(Instant.parse(read.path("expiration").asText()))) {
            return new Refused(DENIED, "AccessDenied", "Invalid according to Policy: Policy expired.");
        }
        return conditions(bucket, read, content.length);
    }

    private static JsonNode read(byte[] policy) {
        try {
            return JSON.readTree(policy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Refused conditions(String bucket, JsonNode policy, int size) {
        Set<String> named = new HashSet<>(FREE);
        for (JsonNode condition : policy.path("conditions")) {
            if (condition.isArray() && condition.path(0).asText().equals("content-length-range")) {
                if (size > condition.path(2).asLong()) {
                    return new Refused(BAD, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
                }
                if (size < condition.path(1).asLong()) {
                    return new Refused(
                            BAD, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
                }
                continue;
            }
            for (Map.Entry<String, JsonNode> equal : condition.properties()) {
                String field = equal.getKey().toLowerCase(Locale.ROOT);
                named.add(field);
                String sent = field.equals("bucket") ? bucket : fields.get(field);
                if (!equal.getValue().asText().equals(sent)) {
                    return failed("Policy Condition failed: [\"eq\", \"$" + equal.getKey() + "\", \""
                            + equal.getValue().asText() + "\"]");
                }
            }
        }
        return fields.keySet().stream()
                .filter(field -> !named.contains(field))
                .findFirst()
                .map(field -> failed("Extra input fields: " + field))
                .orElse(null);
    }

    private static Refused failed(String why) {
        return new Refused(DENIED, "AccessDenied", "Invalid according to Policy: " + why);
    }

    private boolean isSigned(String policy, String secret) {
        String[] scope = fields.getOrDefault("x-amz-credential", "").split("/");
        String signature = fields.get("x-amz-signature");
        if (scope.length != SCOPE_PARTS || signature == null) {
            return false;
        }
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : Arrays.asList(scope).subList(1, SCOPE_PARTS)) {
            key = mac(key, part);
        }
        String expected = HexFormat.of().formatHex(mac(key, policy));
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int index(byte[] body, byte[] wanted, int from) {
        for (int place = from; place <= body.length - wanted.length; place++) {
            if (Arrays.equals(body, place, place + wanted.length, wanted, 0, wanted.length)) {
                return place;
            }
        }
        return -1;
    }
}
