package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;

/// The form of an upload, as `POST /dashboard/api/library` answered it.
@NullMarked
public record TestUpload(String id, String url, Map<String, String> fields) {

    /// A picture of 40 by 30 pixels.
    static final byte[] PNG = drawn();

    private static final String LIBRARY = "/dashboard/api/library";
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// A picture of an account's library; its id.
    public static String added(ApiClient owner, String name) {
        TestUpload upload = uploaded(owner, name);
        owner.post(LIBRARY + "/" + upload.id + "/complete").expect(200);
        return upload.id;
    }

    /// A picture that is uploaded, and not taken yet.
    public static TestUpload uploaded(ApiClient owner, String name) {
        TestUpload upload = begin(owner, name, "image/png", PNG.length);
        assertThat(upload.send(PNG).statusCode()).isEqualTo(201);
        return upload;
    }

    /// The body that begins the upload of a picture.
    public static Map<String, Object> picture() {
        return wanted("cat.png", "image/png", PNG.length);
    }

    /// The status of the object that a file's address leads to.
    static int shown(Service service, String id) {
        String way = sent(HttpRequest.newBuilder(URI.create(service.stack().authUrl() + "/overlay/files/" + id)))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        return sent(HttpRequest.newBuilder(URI.create(way))).statusCode();
    }

    static TestUpload begin(ApiClient owner, String name, String type, int bytes) {
        return of(owner.post(LIBRARY, wanted(name, type, bytes)).expect(201));
    }

    static Map<String, Object> wanted(String name, String type, int bytes) {
        return Map.of("name", name, "type", type, "bytes", bytes);
    }

    private static TestUpload of(Answer answer) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Object field : (List<?>) Objects.requireNonNull(answer.at("upload.fields"))) {
            Map<?, ?> named = (Map<?, ?>) field;
            fields.put(String.valueOf(named.get("name")), String.valueOf(named.get("value")));
        }
        return new TestUpload(text(answer.at("upload.file_id")), text(answer.at("upload.url")), fields);
    }

    private static String text(@Nullable Object value) {
        return String.valueOf(value);
    }

    HttpResponse<byte[]> send(byte[] file) {
        return send(file, UnaryOperator.identity());
    }

    HttpResponse<byte[]> send(byte[] file, UnaryOperator<Map<String, String>> changed) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        changed.apply(fields)
                .forEach((name, value) -> body.writeBytes(
                        ("--mark\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n")
                                .getBytes(StandardCharsets.UTF_8)));
        body.writeBytes("--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n"
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(file);
        body.writeBytes("\r\n--mark--\r\n".getBytes(StandardCharsets.UTF_8));
        return sent(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "multipart/form-data; boundary=mark")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
    }

    static HttpResponse<byte[]> sent(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static byte[] drawn() {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
