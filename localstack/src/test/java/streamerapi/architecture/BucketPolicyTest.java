package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Every bucket of the template refuses plain http, whoever asks.
@NullMarked
class BucketPolicyTest {

    @Test
    void everyBucketRefusesPlainHttp() {
        Template template = Template.read(Service.root().resolve("template.yaml"));
        List<Resource> policies = template.resources("AWS::S3::BucketPolicy");

        assertThat(policies)
                .hasSameSizeAs(template.resources("AWS::S3::Bucket"))
                .isNotEmpty();
        assertThat(policies).allSatisfy(policy -> {
            assertThat(policy.properties()
                            .values()
                            .at("/PolicyDocument/Statement")
                            .toString())
                    .contains("\"Effect\":\"Deny\"")
                    .contains("\"Principal\":\"*\"")
                    .contains("\"Action\":\"s3:*\"")
                    .contains("\"aws:SecureTransport\":\"false\"");
        });
    }
}
