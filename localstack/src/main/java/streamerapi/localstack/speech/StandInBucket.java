package streamerapi.localstack.speech;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.speech.StoredObjects.Stored;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers for S3 buckets, below [#PATH]: PUT, copy, DELETE and GET of an object with a signed request, GET of it with
/// a presigned address, for as long as that says, and the form of a browser, held to its policy ([PostedForm]).
///
/// Signatures of requests and addresses must be there and are not checked; those of forms are. The role of the function
/// that signed decides, as in S3: also whether an object that is not there is answered 404 or 403.
public final class StandInBucket extends Handler.Wrapper {

    /// The prefix of a bucket's name in paths.
    public static final String PATH = "/buckets/";

    private static final Pattern OBJECT = Pattern.compile("([a-z0-9-]+)/((?:[a-z]+/)?[A-Za-z0-9._-]*)");
    private static final Pattern RANGE = Pattern.compile("bytes=0-(\\d+)");
    private static final Pattern BOUNDARY = Pattern.compile("multipart/form-data;.*boundary=\"?([^\";]+)\"?.*");
    private static final DateTimeFormatter SIGNED = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'");
    private static final Pattern CREDENTIAL = Pattern.compile("^AWS4-HMAC-SHA256 .*Credential=([^/,]+)/");

    private final StoredObjects objects;
    private final InstantSource clock;
    private final Rights rights;

    /// The rights of those who sign.
    @FunctionalInterface
    public interface Rights {

        /// Whether an access key may do something, such as `s3:GetObject`, to what an ARN names.
        boolean allow(String accessKey, String action, String resource);
    }

    /// The place of an object.
    private record Place(String bucket, String key) {

        String arn() {
            return bucketArn() + "/" + key;
        }

        String bucketArn() {
            return "arn:aws:s3:::" + bucket;
        }

        /// The name under which it is kept.
        String name() {
            return bucket + "-" + key.replace('/', '_');
        }
    }

    /// @param next   answers every other path
    /// @param folder where objects are kept, or null to keep them in memory
    public StandInBucket(Handler next, @Nullable Path folder, InstantSource clock, Rights rights) {
        super(next);
        this.objects = new StoredObjects(folder);
        this.clock = clock;
        this.rights = rights;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        Matcher object = OBJECT.matcher(path.startsWith(PATH) ? path.substring(PATH.length()) : "");
        if (!object.matches()) {
            return super.handle(request, response, callback);
        }
        Place place = new Place(object.group(1), object.group(2));
        switch (request.getMethod()) {
            case "POST" -> post(place.bucket, request, response, callback);
            case "PUT" -> put(place, request, response, callback);
            case "DELETE" -> delete(place, request, response, callback);
            default -> get(place, request, response, callback);
        }
        return true;
    }

    private void post(String bucket, Request request, Response response, Callback callback) throws IOException {
        response.getHeaders().put("Access-Control-Allow-Origin", "*");
        Matcher type = BOUNDARY.matcher(Objects.toString(request.getHeaders().get("Content-Type")));
        if (!type.matches()) {
            refuse(response, callback, 412, "PreconditionFailed");
            return;
        }
        PostedForm form = PostedForm.of(Content.Source.asInputStream(request).readAllBytes(), type.group(1));
        byte[] file = form.file();
        PostedForm.Refused refused = form.refusal(bucket, Engines.ACCESS_KEY, clock.instant());
        if (file == null || refused != null) {
            refuse(response, callback, refused == null ? PostedForm.NO_FILE : refused);
            return;
        }
        String key = Objects.requireNonNull(form.fields().get("key"));
        if (!OBJECT.matcher(bucket + "/" + key).matches()) {
            refuse(response, callback, 400, "InvalidURI");
            return;
        }
        Place place = new Place(bucket, key);
        String signer = form.fields().getOrDefault("x-amz-credential", "").replaceFirst("/.*", "");
        if (!rights.allow(signer, "s3:PutObject", place.arn())) {
            refuse(response, callback, 403, "AccessDenied");
            return;
        }
        String kept = form.fields().getOrDefault("content-type", "binary/octet-stream");
        objects.put(place.name(), new Stored(kept, file));
        response.setStatus(Integer.parseInt(form.fields().getOrDefault("success_action_status", "204")));
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    private void put(Place place, Request request, Response response, Callback callback) throws IOException {
        String signer = signer(request);
        if (!rights.allow(signer, "s3:PutObject", place.arn())) {
            refuse(response, callback, 403, "AccessDenied");
            return;
        }
        String type = Objects.requireNonNullElse(request.getHeaders().get("Content-Type"), "binary/octet-stream");
        String source = request.getHeaders().get("x-amz-copy-source");
        byte[] bytes = Content.Source.asInputStream(request).readAllBytes();
        if (source == null) {
            objects.put(place.name(), new Stored(type, bytes));
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        Matcher object = OBJECT.matcher(source.substring(1));
        if (!object.matches()) {
            refuse(response, callback, 400, "InvalidArgument");
            return;
        }
        Place origin = new Place(object.group(1), object.group(2));
        Stored from = objects.get(origin.name());
        if (from == null || !rights.allow(signer, "s3:GetObject", origin.arn())) {
            refuseMissing(signer, origin, response, callback);
        } else if (!from.tag().equals(request.getHeaders().get("x-amz-copy-source-if-match"))) {
            refuse(response, callback, 412, "PreconditionFailed");
        } else {
            objects.put(place.name(), new Stored(type, from.bytes()));
            byte[] copied = ("<CopyObjectResult><ETag>" + from.tag() + "</ETag></CopyObjectResult>")
                    .getBytes(StandardCharsets.UTF_8);
            response.write(true, ByteBuffer.wrap(copied), callback);
        }
    }

    private void delete(Place place, Request request, Response response, Callback callback) throws IOException {
        if (!rights.allow(signer(request), "s3:DeleteObject", place.arn())) {
            refuse(response, callback, 403, "AccessDenied");
            return;
        }
        objects.remove(place.name());
        response.setStatus(204);
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    private void get(Place place, Request request, Response response, Callback callback) throws Exception {
        String signer = signer(request);
        if (signer.isEmpty()) {
            signer = signer(Request.extractQueryParameters(request));
        }
        Stored object = objects.get(place.name());
        if (object == null || !rights.allow(signer, "s3:GetObject", place.arn())) {
            refuseMissing(signer, place, response, callback);
            return;
        }
        byte[] bytes = object.bytes();
        Matcher range = RANGE.matcher(Objects.toString(request.getHeaders().get("Range")));
        if (range.matches()) {
            int last = (int) Math.min(Long.parseLong(range.group(1)), bytes.length - 1L);
            response.setStatus(206);
            response.getHeaders().put("Content-Range", "bytes 0-" + last + "/" + bytes.length);
            bytes = Arrays.copyOf(bytes, last + 1);
        }
        response.getHeaders().put("Access-Control-Allow-Origin", "*");
        response.getHeaders().put("Content-Type", object.type());
        response.getHeaders().put("ETag", object.tag());
        response.getHeaders().put("Content-Length", bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    /// The access key that signed a request; empty for none.
    private static String signer(Request request) {
        Matcher credential =
                CREDENTIAL.matcher(Objects.toString(request.getHeaders().get("Authorization")));
        return credential.find() ? credential.group(1) : "";
    }

    /// The access key that signed an address; empty for none, or if its time is over.
    private String signer(Fields query) {
        String date = query.getValue("X-Amz-Date");
        String seconds = query.getValue("X-Amz-Expires");
        String credential = query.getValue("X-Amz-Credential");
        if (date == null || seconds == null || credential == null || query.getValue("X-Amz-Signature") == null) {
            return "";
        }
        Instant signed = LocalDateTime.parse(date, SIGNED).toInstant(ZoneOffset.UTC);
        return clock.instant().isBefore(signed.plus(Duration.ofSeconds(Long.parseLong(seconds))))
                ? credential.replaceFirst("/.*", "")
                : "";
    }

    /// Says that an object is not there; or that it may not be read, to a signer who may not know either.
    private void refuseMissing(String signer, Place place, Response response, Callback callback) {
        boolean mayKnow = rights.allow(signer, "s3:GetObject", place.arn())
                && rights.allow(signer, "s3:ListBucket", place.bucketArn());
        refuse(response, callback, mayKnow ? 404 : 403, mayKnow ? "NoSuchKey" : "AccessDenied");
    }

    private static void refuse(Response response, Callback callback, int status, String code) {
        refuse(response, callback, new PostedForm.Refused(status, code, code));
    }

    private static void refuse(Response response, Callback callback, PostedForm.Refused refused) {
        response.setStatus(refused.status());
        response.getHeaders().put("Content-Type", "application/xml");
        byte[] body = ("<Error><Code>" + refused.code() + "</Code><Message>" + refused.message() + "</Message></Error>")
                .getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
