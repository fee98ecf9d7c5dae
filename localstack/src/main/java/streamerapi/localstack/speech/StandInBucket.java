package streamerapi.localstack.speech;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers for S3 buckets, below [#PATH]: PUT of an object with a signed request, GET of it with a presigned address,
/// for as long as that says.
///
/// Signatures must be there and are not checked: there is no secret here to check them with.
public final class StandInBucket extends Handler.Wrapper {

    /// The prefix of a bucket's name in paths.
    public static final String PATH = "/buckets/";

    private static final Pattern OBJECT = Pattern.compile(PATH + "([a-z0-9-]+)/([A-Za-z0-9._-]+)");
    private static final DateTimeFormatter SIGNED = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'");

    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final @Nullable Path folder;
    private final InstantSource clock;

    /// @param next   answers every other path
    /// @param folder where objects are kept, or null to keep them in memory
    public StandInBucket(Handler next, @Nullable Path folder, InstantSource clock) {
        super(next);
        this.folder = folder;
        this.clock = clock;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Matcher object = OBJECT.matcher(request.getHttpURI().getPath());
        if (!object.matches()) {
            return super.handle(request, response, callback);
        }
        String name = object.group(1) + "-" + object.group(2);
        if (request.getMethod().equals("PUT")) {
            put(name, request, response, callback);
        } else {
            get(name, request, response, callback);
        }
        return true;
    }

    private void put(String name, Request request, Response response, Callback callback) throws IOException {
        String authorization = request.getHeaders().get("Authorization");
        if (authorization == null || !authorization.startsWith("AWS4-HMAC-SHA256 ")) {
            refuse(response, callback, 403, "AccessDenied");
            return;
        }
        byte[] bytes = Content.Source.asInputStream(request).readAllBytes();
        Path kept = folder;
        if (kept == null) {
            objects.put(name, bytes);
        } else {
            Files.write(kept.resolve(name), bytes);
        }
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    private void get(String name, Request request, Response response, Callback callback) throws Exception {
        if (!isGood(Request.extractQueryParameters(request))) {
            refuse(response, callback, 403, "AccessDenied");
            return;
        }
        byte[] bytes = read(name);
        if (bytes == null) {
            refuse(response, callback, 404, "NoSuchKey");
            return;
        }
        response.getHeaders().put("Content-Type", name.endsWith(".wav") ? "audio/wav" : "application/octet-stream");
        response.getHeaders().put("Content-Length", bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private byte @Nullable [] read(String name) throws IOException {
        Path kept = folder;
        if (kept == null) {
            return objects.get(name);
        }
        Path file = kept.resolve(name);
        return Files.exists(file) ? Files.readAllBytes(file) : null;
    }

    private boolean isGood(Fields query) {
        String date = query.getValue("X-Amz-Date");
        String seconds = query.getValue("X-Amz-Expires");
        if (date == null || seconds == null || query.getValue("X-Amz-Signature") == null) {
            return false;
        }
        Instant signed = LocalDateTime.parse(date, SIGNED).toInstant(ZoneOffset.UTC);
        return clock.instant().isBefore(signed.plus(Duration.ofSeconds(Long.parseLong(seconds))));
    }

    private static void refuse(Response response, Callback callback, int status, String code) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", "application/xml");
        byte[] body = ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
