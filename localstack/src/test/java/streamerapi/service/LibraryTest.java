package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/// Own pictures and sounds: from the form that uploads one to the address at which it is shown.
@NullMarked
class LibraryTest {

    private static final String LIBRARY = "/dashboard/api/library";
    private static final String UNKNOWN = "0123456789abcdef0123456789abcdef.png";
    private static final byte[] PNG = TestUpload.PNG;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aFileGoesStraightIntoTheBucketAndIsServedOnceItIsTaken() {
        TestUpload upload = begin("Dancing cat.png", "image/png", PNG.length);

        assertThat(shown(upload.id()).statusCode()).as("before it is uploaded").isEqualTo(404);
        assertThat(upload.send(PNG).statusCode()).isEqualTo(201);
        assertThat(shown(upload.id()).statusCode()).as("before it is taken").isEqualTo(404);
        Answer taken = complete(upload).expect(200);

        assertThat(taken.at("file.name")).isEqualTo("Dancing cat.png");
        assertThat(taken.at("file.type")).isEqualTo("image/png");
        assertThat(taken.at("file.width")).hasToString("40");
        assertThat(taken.at("file.height")).hasToString("30");
        assertThat(taken.at("file.path")).isEqualTo("/overlay/files/" + upload.id());
        HttpResponse<byte[]> way = get(service.stack().authUrl() + taken.at("file.path"));
        assertThat(way.statusCode()).isEqualTo(302);
        assertThat(way.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(way.headers().firstValue("Content-Security-Policy")).contains("default-src 'none'; sandbox");
        HttpResponse<byte[]> object = shown(upload.id());
        assertThat(object.statusCode()).isEqualTo(200);
        assertThat(object.body()).isEqualTo(PNG);
        assertThat(object.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(complete(upload).expect(200).json()).as("asked again").isEqualTo(taken.json());
        Answer all = owner.get(LIBRARY).expect(200);
        assertThat(all.each("files", "id")).containsExactly(upload.id());
        assertThat(all.at("bytes")).hasToString(Integer.toString(PNG.length));
    }

    @Test
    void aNewNameAndAnEnd() {
        String id = added("cat.png");
        assertThat(owner.patch(LIBRARY + "/" + id, Map.of("name", "Cat"))
                        .expect(200)
                        .at("file.name"))
                .isEqualTo("Cat");
        owner.patch(LIBRARY + "/" + id, Map.of("name", ""))
                .refuses(400, "bad_request")
                .names("name");

        owner.delete(LIBRARY + "/" + id).expect(200);

        assertThat(shown(id).statusCode()).isEqualTo(404);
        assertThat(owner.get(LIBRARY).expect(200).at("bytes")).hasToString("0");
        assertThat(rows(LibraryKeys.FILE)).isEmpty();
        owner.delete(LIBRARY + "/" + id).refuses(404, "not_found");
        owner.patch(LIBRARY + "/" + id, Map.of("name", "Cat")).refuses(404, "not_found");
        owner.post(LIBRARY + "/" + id + "/complete").refuses(404, "not_found");
    }

    @Test
    void whatIsNotWhatItSaysIsRefusedAndRemoved() {
        byte[] page = "<!doctype html><script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);
        TestUpload upload = begin("cat.png", "image/png", page.length);
        assertThat(upload.send(page).statusCode()).isEqualTo(201);

        assertThat(complete(upload).refuses(422, "invalid_file").at("error"))
                .isEqualTo("This is no image/png, or it has more than 4096 pixels to a side");

        assertThat(complete(upload).refuses(422, "invalid_file").at("error")).isEqualTo("No file was uploaded yet");
        assertThat(shown(upload.id()).statusCode()).isEqualTo(404);
        assertThat(owner.get(LIBRARY).expect(200).at("bytes")).hasToString("0");
        TestUpload large = begin("large.png", "image/png", PNG.length);
        byte[] wide = PNG.clone();
        wide[18] = 0x10;
        wide[19] = 0x01;
        assertThat(large.send(wide).statusCode()).isEqualTo(201);
        complete(large).refuses(422, "invalid_file");
    }

    @Test
    void theFormTakesNothingButWhatItWasSignedFor() {
        TestUpload upload = begin("cat.png", "image/png", PNG.length);
        byte[] more = new byte[PNG.length + 1];
        byte[] less = new byte[PNG.length - 1];

        refuses(upload.send(more), 400, "EntityTooLarge");
        refuses(upload.send(less), 400, "EntityTooSmall");
        refuses(upload.send(PNG, with("Content-Type", "text/html")), 403, "Policy Condition failed");
        refuses(upload.send(PNG, with("key", "files/" + upload.id())), 403, "Policy Condition failed");
        refuses(upload.send(PNG, with("key", "pending/" + UNKNOWN)), 403, "Policy Condition failed");
        refuses(upload.send(PNG, with("acl", "public-read")), 403, "Extra input fields");
        refuses(upload.send(PNG, with("x-amz-signature", "0".repeat(64))), 403, "SignatureDoesNotMatch");
        refuses(upload.send(PNG, with("policy", "e30=")), 403, "SignatureDoesNotMatch");
        assertThat(complete(upload).refuses(422, "invalid_file").at("error")).isEqualTo("No file was uploaded yet");
    }

    @Test
    void aFormIsGoodForTenMinutes() {
        try (Service own = Service.start(Map.of())) {
            ApiClient mine = own.newAccount().dashboard();
            TestUpload upload = TestUpload.begin(mine, "cat.png", "image/png", PNG.length);
            own.clock().advance(Duration.ofMinutes(10));

            refuses(upload.send(PNG), 403, "Policy expired");
            TestUpload.begin(mine, "cat.png", "image/png", PNG.length).send(PNG);
        }
    }

    @Test
    void whatIsServedDoesNotChangeWhenTheFormIsUsedAgain() {
        TestUpload upload = begin("cat.png", "image/png", PNG.length);
        upload.send(PNG);
        complete(upload).expect(200);
        byte[] other = PNG.clone();
        other[other.length - 1]++;

        assertThat(upload.send(other).statusCode()).as("below pending alone").isEqualTo(201);
        complete(upload).expect(200);

        assertThat(shown(upload.id()).body()).isEqualTo(PNG);
    }

    @Test
    void aFileThatChangedWhileItWasCheckedIsNotServed() {
        TestUpload upload = begin("cat.png", "image/png", PNG.length);
        upload.send(PNG);
        complete(upload).expect(200);
        String bucket = object(upload.id()).replaceAll("\\?.*", "");
        removed(bucket);
        byte[] other = PNG.clone();
        other[other.length - 1]++;
        upload.send(other);

        complete(upload).refuses(422, "invalid_file");

        assertThat(shown(upload.id()).statusCode()).isEqualTo(404);
        owner.delete(LIBRARY + "/" + upload.id()).expect(200);
    }

    @Test
    void aLibraryHasRoomFor200MegabytesAndAFileFor10() {
        owner.post(LIBRARY, TestUpload.wanted("long.mp3", "audio/mpeg", 10_000_001))
                .refuses(400, "bad_request")
                .names("bytes");
        owner.post(LIBRARY, TestUpload.wanted("none.mp3", "audio/mpeg", 0))
                .refuses(400, "bad_request")
                .names("bytes");
        owner.post(LIBRARY, TestUpload.wanted("drawing.svg", "image/svg+xml", 100))
                .refuses(400, "bad_request")
                .names("type");
        TestUpload early = begin("early.png", "image/png", PNG.length);
        early.send(PNG);
        Row sum = Row.of(LibraryKeys.sum(account.tenantId()))
                .with(Attribute.whole("bytes"), 200_000_000L - PNG.length + 1)
                .with(Attribute.whole("files"), 20);
        account.table().write(List.of(Write.put(sum)));

        complete(early).refuses(409, "limit_reached");
        owner.post(LIBRARY, TestUpload.wanted("cat.png", "image/png", PNG.length))
                .refuses(409, "limit_reached");
        begin("smaller.png", "image/png", PNG.length - 1);
        account.table()
                .write(List.of(Write.put(sum.with(Attribute.whole("bytes"), 5).with(Attribute.whole("files"), 500))));
        complete(early).refuses(409, "limit_reached");
        owner.post(LIBRARY, TestUpload.wanted("cat.png", "image/png", 1)).refuses(409, "limit_reached");
    }

    @Test
    void unfinishedUploadsCountForAnHourAndAreTakenForAsLong() {
        try (Service own = Service.start(Map.of())) {
            ApiClient mine = own.newAccount().dashboard();
            TestUpload sent = TestUpload.begin(mine, "cat.png", "image/png", PNG.length);
            sent.send(PNG);
            for (int count = 1; count < 20; count++) {
                TestUpload.begin(mine, "cat.png", "image/png", 100);
            }
            mine.post(LIBRARY, TestUpload.wanted("cat.png", "image/png", 100)).refuses(409, "limit_reached");
            own.clock().advance(Duration.ofHours(1));
            mine.post(LIBRARY + "/" + sent.id() + "/complete").refuses(404, "not_found");
            TestUpload.begin(mine, "cat.png", "image/png", 100);
        }
    }

    @Test
    void nothingOfAnotherAccountCanBeTakenOrRemoved() {
        String id = added("cat.png");
        TestUpload upload = begin("dog.png", "image/png", PNG.length);
        ApiClient other = service.newAccount().dashboard();

        other.post(LIBRARY + "/" + upload.id() + "/complete").refuses(404, "not_found");
        other.post(LIBRARY + "/" + id + "/complete").refuses(404, "not_found");
        other.delete(LIBRARY + "/" + id).refuses(404, "not_found");
        other.patch(LIBRARY + "/" + id, Map.of("name", "Mine")).refuses(404, "not_found");
        owner.post(LIBRARY + "/..%2fcat.png/complete").refuses(404, "not_found");
        account.dashboard(Role.MODERATOR).get(LIBRARY).refuses(403, "missing_role");
        assertThat(get(service.stack().authUrl() + "/overlay/files/cat.png").statusCode())
                .isEqualTo(404);
        assertThat(shown(id).statusCode()).isEqualTo(200);
    }

    @Test
    void theExportNamesEachFile() {
        String id = added("cat.png");

        assertThat(owner.get("/dashboard/api/account/export?limit=100")
                        .expect(200)
                        .text())
                .contains("library_file", id, "cat.png");
    }

    private String added(String name) {
        return TestUpload.added(owner, name);
    }

    private TestUpload begin(String name, String type, int bytes) {
        return TestUpload.begin(owner, name, type, bytes);
    }

    private Answer complete(TestUpload upload) {
        return owner.post(LIBRARY + "/" + upload.id() + "/complete");
    }

    private List<Row> rows(String prefix) {
        return account.rows(prefix);
    }

    private HttpResponse<byte[]> shown(String id) {
        return get(object(id));
    }

    private String object(String id) {
        return get(service.stack().authUrl() + "/overlay/files/" + id)
                .headers()
                .firstValue("Location")
                .orElseThrow();
    }

    private static HttpResponse<byte[]> get(String address) {
        return TestUpload.sent(HttpRequest.newBuilder(URI.create(address)));
    }

    private static void removed(String object) {
        HttpResponse<byte[]> answer = TestUpload.sent(HttpRequest.newBuilder(URI.create(object))
                .DELETE()
                .header("Authorization", "AWS4-HMAC-SHA256 Credential=DashboardFunction/"));
        assertThat(answer.statusCode()).isEqualTo(204);
    }

    private static void refuses(HttpResponse<byte[]> answer, int status, String words) {
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    private static UnaryOperator<Map<String, String>> with(String field, String value) {
        return fields -> {
            Map<String, String> other = new LinkedHashMap<>(fields);
            other.put(field, value);
            return other;
        };
    }
}
