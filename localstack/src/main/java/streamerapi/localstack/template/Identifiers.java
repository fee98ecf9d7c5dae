package streamerapi.localstack.template;

import java.util.Locale;
import java.util.Optional;

/// The results of `Ref` and `Fn::GetAtt` for each resource type: names, ARNs and addresses as AWS would give them.
///
/// They depend on the template alone, never on a port, so a template can be read before anything runs. The addresses of
/// APIs and queues are AWS's; the code that hands them to a function puts the local ones in their place.
final class Identifiers {
    static final String REGION = "us-east-1";
    static final String ACCOUNT = "000000000000";
    static final String SUFFIX = "amazonaws.com";
    static final String STACK = "streamer-api";

    /// The time at which a table's stream began, with which its ARN ends: the same for all, so that it depends on
    /// nothing.
    private static final String STREAM = "2026-01-01T00:00:00.000";

    private Identifiers() {}

    /// The value of a pseudo parameter.
    static Optional<String> pseudo(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "AWS::Region" -> REGION;
                    case "AWS::AccountId" -> ACCOUNT;
                    case "AWS::Partition" -> "aws";
                    case "AWS::URLSuffix" -> SUFFIX;
                    case "AWS::StackName" -> STACK;
                    case "AWS::StackId" -> arn("cloudformation", "stack/" + STACK + "/local");
                    default -> null;
                });
    }

    /// @param ownName the name that the resource's own properties give it, if they do
    static String ref(String id, String type, Optional<String> ownName) {
        String name = ownName.orElse(STACK + "-" + id);
        return switch (type) {
            case "AWS::SQS::Queue" -> "https://sqs." + REGION + "." + SUFFIX + "/" + ACCOUNT + "/" + name;
            case "AWS::SNS::Topic" -> arn("sns", name);
            case "AWS::Serverless::HttpApi", "AWS::ApiGatewayV2::Api" -> id.toLowerCase(Locale.ROOT);
            case "AWS::ApiGatewayV2::Route", "AWS::ApiGatewayV2::Integration", "AWS::ApiGatewayV2::Deployment" -> id;
            case "AWS::AppConfig::HostedConfigurationVersion" -> "1";
            case "AWS::ApiGatewayV2::Stage" -> ownName.orElse(id);
            case "AWS::S3::Bucket" -> name.toLowerCase(Locale.ROOT);
            default -> name;
        };
    }

    /// The attribute of a resource, or empty if its type has none of that name here.
    static Optional<String> attribute(String id, String type, Optional<String> ownName, String attribute) {
        String ref = ref(id, type, ownName);
        String name = ownName.orElse(STACK + "-" + id);
        return Optional.ofNullable(
                switch (type + " " + attribute) {
                    case "AWS::DynamoDB::Table Arn" -> arn("dynamodb", "table/" + name);
                    case "AWS::DynamoDB::Table StreamArn" -> arn("dynamodb", "table/" + name + "/stream/" + STREAM);
                    case "AWS::SQS::Queue Arn" -> arn("sqs", name);
                    case "AWS::SQS::Queue QueueName" -> name;
                    case "AWS::SQS::Queue QueueUrl" -> ref;
                    case "AWS::Serverless::Function Arn" -> arn("lambda", "function:" + name);
                    case "AWS::Serverless::Function Alias" -> arn("lambda", "function:" + name + ":live");
                    case "AWS::Serverless::Function Version" -> arn("lambda", "function:" + name + ":1");
                    case "AWS::Serverless::HttpApi ApiEndpoint", "AWS::ApiGatewayV2::Api ApiEndpoint" ->
                        "https://" + ref + ".execute-api." + REGION + "." + SUFFIX;
                    case "AWS::Serverless::HttpApi Stage" -> "$default";
                    case "AWS::ApiGatewayV2::DomainName RegionalDomainName" ->
                        "d-" + id.toLowerCase(Locale.ROOT) + ".execute-api." + REGION + "." + SUFFIX;
                    case "AWS::ApiGatewayV2::DomainName RegionalHostedZoneId" -> "Z00000000000";
                    case "AWS::S3::Bucket Arn" -> "arn:aws:s3:::" + ref;
                    case "AWS::SNS::Topic TopicArn" -> ref;
                    case "AWS::SNS::Topic TopicName" -> name;
                    case "AWS::Logs::LogGroup Arn" -> arn("logs", "log-group:" + name + ":*");
                    case "AWS::CloudWatch::Alarm Arn" -> arn("cloudwatch", "alarm:" + name);
                    default -> null;
                });
    }

    private static String arn(String service, String rest) {
        return "arn:aws:" + service + ":" + REGION + ":" + ACCOUNT + ":" + rest;
    }
}
