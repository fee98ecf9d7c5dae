package streamerapi.shared.aws;

import java.net.URI;

/// A service, and what its protocol calls it.
public enum AwsService {
    DYNAMODB("dynamodb", "DynamoDB_20120810", "1.0"),
    SQS("sqs", "AmazonSQS", "1.0"),
    SSM("ssm", "AmazonSSM", "1.1");

    private final String host;
    private final String target;
    private final String mediaType;

    AwsService(String host, String target, String version) {
        this.host = host;
        this.target = target;
        this.mediaType = "application/x-amz-json-" + version;
    }

    /// The first label of its host's name, by which it is signed for too.
    public String host() {
        return host;
    }

    String target(String operation) {
        return target + "." + operation;
    }

    String mediaType() {
        return mediaType;
    }

    /// Its address in a region.
    public URI address(String region) {
        return URI.create("https://" + host + "." + region + "." + domain(region));
    }

    /// The domain of the region's partition.
    private static String domain(String region) {
        String partition = region.substring(0, region.indexOf('-', region.indexOf('-') + 1) + 1);
        return switch (partition) {
            case "us-iso-" -> "c2s.ic.gov";
            case "us-isob-" -> "sc2s.sgov.gov";
            case "eu-isoe-" -> "cloud.adc-e.uk";
            case "us-isof-" -> "csp.hci.ic.gov";
            case "eusc-de-" -> "amazonaws.eu";
            default -> region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
        };
    }
}
