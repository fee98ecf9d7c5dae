package streamerapi.localstack.template;

import java.util.Map;
import java.util.Set;

import static java.util.Map.entry;

/// The documented list of what the local stack understands of a template: each resource and event type with the
/// properties that are wired, and those that are known to have no effect here.
///
/// Without effect are whole types, too: alarms, dashboards, budgets, topics, log groups and their queries, domains,
/// permissions of event sources and kept settings run nothing, and a laptop has no billing and no snapshots. A type
/// or property that is in neither list is refused at the start.
final class Supported {
    static final String FUNCTION = "AWS::Serverless::Function";

    private static final Set<String> NONE = Set.of();

    private static final Set<String> HTTP_THROTTLE = Set.of(
            "DefaultRouteSettings.ThrottlingRateLimit",
            "DefaultRouteSettings.ThrottlingBurstLimit",
            "RouteSettings.*.ThrottlingRateLimit",
            "RouteSettings.*.ThrottlingBurstLimit");

    static final Map<String, Coverage> RESOURCES = Map.ofEntries(
            entry(
                    "AWS::DynamoDB::Table",
                    new Coverage(
                            Set.of(
                                    "TableName",
                                    "BillingMode",
                                    "AttributeDefinitions.AttributeName",
                                    "AttributeDefinitions.AttributeType",
                                    "KeySchema.AttributeName",
                                    "KeySchema.KeyType",
                                    "LocalSecondaryIndexes.IndexName",
                                    "LocalSecondaryIndexes.KeySchema.AttributeName",
                                    "LocalSecondaryIndexes.KeySchema.KeyType",
                                    "LocalSecondaryIndexes.Projection.ProjectionType",
                                    "LocalSecondaryIndexes.Projection.NonKeyAttributes",
                                    "GlobalSecondaryIndexes.IndexName",
                                    "GlobalSecondaryIndexes.KeySchema.AttributeName",
                                    "GlobalSecondaryIndexes.KeySchema.KeyType",
                                    "GlobalSecondaryIndexes.Projection.ProjectionType",
                                    "GlobalSecondaryIndexes.Projection.NonKeyAttributes",
                                    "StreamSpecification.StreamViewType",
                                    "TimeToLiveSpecification.AttributeName",
                                    "TimeToLiveSpecification.Enabled"),
                            Set.of(
                                    "PointInTimeRecoverySpecification",
                                    "SSESpecification",
                                    "DeletionProtectionEnabled",
                                    "TableClass",
                                    "OnDemandThroughput",
                                    "Tags"))),
            entry(
                    "AWS::SQS::Queue",
                    new Coverage(
                            Set.of(
                                    "QueueName",
                                    "DelaySeconds",
                                    "VisibilityTimeout",
                                    "MessageRetentionPeriod",
                                    "ReceiveMessageWaitTimeSeconds",
                                    "RedrivePolicy.deadLetterTargetArn",
                                    "RedrivePolicy.maxReceiveCount"),
                            Set.of("SqsManagedSseEnabled", "KmsMasterKeyId", "RedriveAllowPolicy", "Tags"))),
            entry(
                    "AWS::S3::Bucket",
                    new Coverage(
                            Set.of("BucketName"),
                            Set.of(
                                    "LifecycleConfiguration",
                                    "CorsConfiguration",
                                    "PublicAccessBlockConfiguration",
                                    "BucketEncryption",
                                    "OwnershipControls",
                                    "Tags"))),
            entry("AWS::S3::BucketPolicy", new Coverage(NONE, Set.of("Bucket", "PolicyDocument"))),
            entry(
                    "AWS::Serverless::HttpApi",
                    new Coverage(
                            HTTP_THROTTLE,
                            Set.of("Name", "Description", "AccessLogSettings", "Tags", "PropagateTags"))),
            entry(
                    FUNCTION,
                    new Coverage(
                            Set.of(
                                    "FunctionName",
                                    "Handler",
                                    "Timeout",
                                    "RecursiveLoop",
                                    "Environment.Variables.*",
                                    "Policies.Statement.Effect",
                                    "Policies.Statement.Action",
                                    "Policies.Statement.Resource",
                                    "Policies.Statement.Condition.StringEquals.ssm:Overwrite"),
                            Set.of(
                                    "Events",
                                    "Description",
                                    "Runtime",
                                    "Architectures",
                                    "CodeUri",
                                    "PackageType",
                                    "MemorySize",
                                    "EphemeralStorage",
                                    "AutoPublishAlias",
                                    "AutoPublishAliasAllProperties",
                                    "VersionDescription",
                                    "VersionDeletionPolicy",
                                    "SnapStart",
                                    "LoggingConfig",
                                    "PermissionsBoundary",
                                    "Tracing",
                                    "RuntimeManagementConfig",
                                    "Tags"))),
            entry(
                    "AWS::ApiGatewayV2::Api",
                    new Coverage(
                            Set.of("ProtocolType", "RouteSelectionExpression"), Set.of("Name", "Description", "Tags"))),
            entry(
                    "AWS::ApiGatewayV2::Route",
                    new Coverage(Set.of("ApiId", "RouteKey", "AuthorizationType", "Target"), Set.of("OperationName"))),
            entry(
                    "AWS::ApiGatewayV2::Integration",
                    new Coverage(
                            Set.of("ApiId", "IntegrationType", "IntegrationUri"),
                            Set.of("IntegrationMethod", "Description"))),
            entry("AWS::ApiGatewayV2::Deployment", new Coverage(Set.of("ApiId"), Set.of("Description"))),
            entry(
                    "AWS::ApiGatewayV2::Stage",
                    new Coverage(
                            Set.of(
                                    "ApiId",
                                    "StageName",
                                    "DeploymentId",
                                    "AutoDeploy",
                                    "DefaultRouteSettings.ThrottlingRateLimit",
                                    "DefaultRouteSettings.ThrottlingBurstLimit"),
                            Set.of("Description", "AccessLogSettings", "Tags"))),
            entry(
                    "AWS::ApiGatewayV2::DomainName",
                    new Coverage(NONE, Set.of("DomainName", "DomainNameConfigurations", "Tags"))),
            entry(
                    "AWS::ApiGatewayV2::ApiMapping",
                    new Coverage(NONE, Set.of("DomainName", "ApiId", "ApiMappingKey", "Stage"))),
            entry("AWS::Route53::RecordSet", new Coverage(NONE, Set.of("HostedZoneId", "Name", "Type", "AliasTarget"))),
            entry(
                    "AWS::Lambda::Permission",
                    new Coverage(NONE, Set.of("Action", "FunctionName", "Principal", "SourceArn", "SourceAccount"))),
            entry(
                    "AWS::Logs::LogGroup",
                    new Coverage(NONE, Set.of("LogGroupName", "RetentionInDays", "LogGroupClass", "Tags"))),
            entry("AWS::Logs::QueryDefinition", new Coverage(NONE, Set.of("Name", "LogGroupNames", "QueryString"))),
            entry("AWS::AppConfig::Application", new Coverage(NONE, Set.of("Name", "Description", "Tags"))),
            entry(
                    "AWS::AppConfig::ConfigurationProfile",
                    new Coverage(NONE, Set.of("ApplicationId", "Name", "LocationUri", "Description", "Tags"))),
            entry(
                    "AWS::AppConfig::HostedConfigurationVersion",
                    new Coverage(
                            NONE,
                            Set.of(
                                    "ApplicationId",
                                    "ConfigurationProfileId",
                                    "ContentType",
                                    "Content",
                                    "Description"))),
            entry("AWS::SNS::Topic", new Coverage(NONE, Set.of("TopicName", "DisplayName", "Subscription", "Tags"))),
            entry(
                    "AWS::CloudWatch::Alarm",
                    new Coverage(
                            NONE,
                            Set.of(
                                    "AlarmName",
                                    "AlarmDescription",
                                    "Namespace",
                                    "MetricName",
                                    "Metrics",
                                    "Dimensions",
                                    "Statistic",
                                    "ExtendedStatistic",
                                    "Unit",
                                    "Period",
                                    "EvaluationPeriods",
                                    "DatapointsToAlarm",
                                    "Threshold",
                                    "ComparisonOperator",
                                    "TreatMissingData",
                                    "ActionsEnabled",
                                    "AlarmActions",
                                    "OKActions",
                                    "InsufficientDataActions",
                                    "Tags"))),
            entry("AWS::CloudWatch::Dashboard", new Coverage(NONE, Set.of("DashboardName", "DashboardBody"))),
            entry("AWS::Budgets::Budget", new Coverage(NONE, Set.of("Budget", "NotificationsWithSubscribers"))));

    static final Map<String, Coverage> EVENTS = Map.of(
            "HttpApi",
            new Coverage(Set.of("ApiId", "Path", "Method", "PayloadFormatVersion", "TimeoutInMillis"), NONE),
            "DynamoDB",
            new Coverage(
                    Set.of(
                            "Stream",
                            "StartingPosition",
                            "Enabled",
                            "BatchSize",
                            "MaximumBatchingWindowInSeconds",
                            "ParallelizationFactor",
                            "BisectBatchOnFunctionError",
                            "MaximumRetryAttempts",
                            "MaximumRecordAgeInSeconds",
                            "FunctionResponseTypes",
                            "FilterCriteria.Filters.Pattern",
                            "DestinationConfig.OnFailure.Type",
                            "DestinationConfig.OnFailure.Destination"),
                    NONE),
            "SQS",
            new Coverage(
                    Set.of(
                            "Queue",
                            "Enabled",
                            "BatchSize",
                            "FunctionResponseTypes",
                            "ScalingConfig.MaximumConcurrency"),
                    NONE),
            "ScheduleV2",
            new Coverage(
                    Set.of("ScheduleExpression", "ScheduleExpressionTimezone", "Input", "State"),
                    Set.of(
                            "Name",
                            "Description",
                            "FlexibleTimeWindow",
                            "RetryPolicy",
                            "PermissionsBoundary",
                            "OmitName")));

    /// The property that gives a resource its own name, by type.
    static final Map<String, String> NAMES = Map.of(
            "AWS::DynamoDB::Table",
            "TableName",
            "AWS::SQS::Queue",
            "QueueName",
            "AWS::S3::Bucket",
            "BucketName",
            FUNCTION,
            "FunctionName",
            "AWS::ApiGatewayV2::Stage",
            "StageName",
            "AWS::ApiGatewayV2::DomainName",
            "DomainName",
            "AWS::SNS::Topic",
            "TopicName",
            "AWS::Logs::LogGroup",
            "LogGroupName",
            "AWS::CloudWatch::Alarm",
            "AlarmName");

    private Supported() {}
}
