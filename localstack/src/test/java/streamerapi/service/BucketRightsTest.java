package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// S3 judges a signed address, and a form, by the role of the function that signed it.
@NullMarked
class BucketRightsTest {

    private static final String READ =
            "Resource: [!Sub \"${AudioBucket.Arn}/*\", !Sub \"${LibraryBucket.Arn}/files/*\"]";
    private static final String LIST = "Resource: [!GetAtt AudioBucket.Arn, !GetAtt LibraryBucket.Arn]";
    private static final String STORE = "Action: [s3:GetObject, s3:PutObject, s3:DeleteObject]";

    @Test
    void anObjectThatIsGoneIsForbiddenToWhoMayNotListTheBucket() {
        assertThat(shownAfterItsEnd(Service.start(Map.of()))).isEqualTo(404);
        assertThat(shownAfterItsEnd(with(LIST, "Resource: !GetAtt AudioBucket.Arn")))
                .isEqualTo(403);
    }

    private static int shownAfterItsEnd(Service started) {
        try (Service service = started) {
            ApiClient owner = service.newAccount().dashboard();
            String id = TestUpload.added(owner, "cat.png");
            assertThat(TestUpload.shown(service, id)).isEqualTo(200);
            owner.delete("/dashboard/api/library/" + id).expect(200);
            return TestUpload.shown(service, id);
        }
    }

    @Test
    void aSignerWhoMayNotReadSignsNoAddressThatDoes() {
        try (Service service = with(READ, "Resource: !Sub \"${AudioBucket.Arn}/*\"")) {
            String id = TestUpload.added(service.newAccount().dashboard(), "cat.png");
            assertThat(TestUpload.shown(service, id)).isEqualTo(403);
        }
    }

    @Test
    void aSignerWhoMayNotPutSignsNoFormThatDoes() {
        try (Service service = with(STORE, "Action: [s3:GetObject, s3:DeleteObject]")) {
            TestUpload upload =
                    TestUpload.begin(service.newAccount().dashboard(), "cat.png", "image/png", TestUpload.PNG.length);
            assertThat(upload.send(TestUpload.PNG).statusCode()).isEqualTo(403);
        }
    }

    private static Service with(String text, String other) {
        return Service.start(Service.options().withTemplate(Service.templateWith(text, other)));
    }
}
