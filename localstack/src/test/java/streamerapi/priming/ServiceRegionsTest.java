package streamerapi.priming;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.GeneratedServiceMetadataProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;
import streamerapi.shared.aws.AwsService;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The services that functions call by the SDK's own address are, without its table of all services, where that table
/// says. (API Gateway's sockets and S3 are called at addresses that the template gives.)
class ServiceRegionsTest {

    /// Regions of a few services that are no places: they stand for a partition, a machine or a way of calling.
    private static final String NO_PLACE = "(aws.*-global|.*fips.*|local)";

    /// A region of each partition: the SDK's table of a service does not have all.
    private static final List<String> OF_PARTITIONS = List.of(
            "cn-north-1",
            "us-gov-west-1",
            "us-iso-east-1",
            "us-isob-east-1",
            "eu-isoe-west-1",
            "us-isof-south-1",
            "eusc-de-east-1");

    @ParameterizedTest
    @ValueSource(strings = {"dynamodb", "sqs", "polly", "ssm"})
    void everyRegionIsSignedForAndAddressedAsTheSdkDoes(String service) throws Exception {
        assertThat(new GeneratedServiceMetadataProvider().serviceMetadata(service))
                .isNull();
        try (URLClassLoader sdk = new URLClassLoader(jars(), ClassLoader.getPlatformClassLoader())) {
            Class<?> metadata = sdk.loadClass(ServiceMetadata.class.getName());
            Class<?> region = sdk.loadClass(Region.class.getName());
            Object theirs = metadata.getMethod("of", String.class).invoke(null, service);
            List<?> regions = (List<?>) metadata.getMethod("regions").invoke(theirs);
            assertThat(theirs.getClass().getName()).startsWith("software.amazon.awssdk.regions.servicemetadata.");
            int compared = 0;
            List<Object> places = new ArrayList<>(regions);
            for (String id : OF_PARTITIONS) {
                places.add(region.getMethod("of", String.class).invoke(null, id));
            }
            for (Object place : places) {
                String id = String.valueOf(place);
                if (!id.matches(NO_PLACE)) {
                    ServiceMetadata ours = ServiceMetadata.of(service);
                    assertThat(ours.signingRegion(Region.of(id)))
                            .hasToString(String.valueOf(
                                    metadata.getMethod("signingRegion", region).invoke(theirs, place)));
                    assertThat(ours.endpointFor(Region.of(id)))
                            .as(service + " in " + id)
                            .isEqualTo((URI)
                                    metadata.getMethod("endpointFor", region).invoke(theirs, place));
                    for (AwsService own : AwsService.values()) {
                        if (own.host().equals(service)) {
                            assertThat(own.address(id)).hasToString("https://" + ours.endpointFor(Region.of(id)));
                        }
                    }
                    compared++;
                }
            }
            assertThat(compared).isGreaterThan(20);
        }
    }

    /// The jars of the class path without the project's own classes, which replace one of the SDK's.
    private static URL[] jars() throws MalformedURLException {
        List<URL> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar") && !entry.contains("streamer-api")) {
                jars.add(Path.of(entry).toUri().toURL());
            }
        }
        return jars.toArray(URL[]::new);
    }
}
