"""Makes the stack of template.yaml twice in one account of an emulator (moto), resource by resource, as CloudFormation does.

Every call is held to the service's own model: names, types, lengths, patterns and enumerations. The first stack has the
parameters' defaults, the second one those that are given; a TableStream of "restored" stands for the stream of a table that
is restored from the first stack's, as docs/operating.md says. Prints a report in JSON; its "refused" is empty if all is well.

Arguments: the template, and parameters' values as NAME=VALUE.
"""
import io
import json
import os
import re
import sys
import zipfile

os.environ.update(AWS_DEFAULT_REGION="us-east-1", AWS_ACCESS_KEY_ID="none", AWS_SECRET_ACCESS_KEY="none")

import boto3  # noqa: E402
from botocore.exceptions import ClientError  # noqa: E402
from moto import mock_aws  # noqa: E402
from translated import ACCOUNT, REGION, Stack, translate  # noqa: E402

CODE = "s3://bucket/code"

MAKERS = {}
clients = {}
calls = {}


class Refused(Exception):
    """A value that the service's model does not allow."""


def maker(of):
    """Says which resource type a function makes: it takes the stack's name, an id and properties, and returns the
    resource's reference and attributes."""

    def register(function):
        MAKERS[of] = function
        return function

    return register


def fit(shape, value, place):
    """The value in the form that the shape has, as CloudFormation converts it; refused if it breaks the shape's rules."""
    kind = shape.type_name
    if kind == "structure":
        if not isinstance(value, dict):
            raise Refused(place + " must be a mapping")
        unknown = set(value) - set(shape.members)
        if unknown:
            raise Refused(place + " knows no " + ", ".join(sorted(unknown)))
        missing = set(shape.required_members) - set(value)
        if missing:
            raise Refused(place + " needs " + ", ".join(sorted(missing)))
        return {name: fit(shape.members[name], inner, place + "." + name) for name, inner in value.items()}
    if kind == "list":
        if not isinstance(value, list):
            raise Refused(place + " must be a list")
        within(shape, len(value), place)
        return [fit(shape.member, inner, place + "[]") for inner in value]
    if kind == "map":
        return {name: fit(shape.value, inner, place + "." + name) for name, inner in value.items()}
    if kind in ("integer", "long"):
        value = int(value)
        within(shape, value, place)
        return value
    if kind in ("float", "double"):
        return float(value)
    if kind == "boolean":
        return value if isinstance(value, bool) else {"true": True, "false": False}[value]
    if kind == "string":
        value = str(value)
        within(shape, len(value), place)
        if shape.enum and value not in shape.enum:
            raise Refused(place + " is " + value + ", and may be " + ", ".join(shape.enum))
        pattern = shape.metadata.get("pattern")
        if pattern and not matches(pattern, value):
            raise Refused(place + " is " + value + ", which does not match " + pattern)
    return value


def within(shape, size, place):
    least, most = shape.metadata.get("min"), shape.metadata.get("max")
    if least is not None and size < least or most is not None and size > most:
        raise Refused("%s is %s, and may be %s to %s" % (place, size, least, most))


def matches(pattern, value):
    try:
        return re.fullmatch(pattern, value, re.DOTALL) is not None
    except re.error:  # a notation of another language
        return True


def call(service, operation, **parameters):
    """Calls the emulator with parameters that the service's model allows. What the emulator does not know is only checked."""
    if service not in clients:
        clients[service] = boto3.client(service)
    client = clients[service]
    name = client.meta.method_to_api_mapping[operation]
    shape = client.meta.service_model.operation_model(name).input_shape
    fitted = fit(shape, parameters, name)
    try:
        answer = getattr(client, operation)(**fitted)
        calls.setdefault("made", set()).add(service + ":" + name)
        return answer
    except (NotImplementedError, ClientError) as fault:
        if isinstance(fault, ClientError) and "Not yet implemented" not in str(fault):
            raise
        calls.setdefault("only checked", set()).add(service + ":" + name)
        return {}


def taken(properties, *others):
    """The properties without those that another call takes, which are returned beside them."""
    return {key: value for key, value in properties.items() if key not in others}


def arn(service, rest):
    return "arn:aws:%s:%s:%s:%s" % (service, REGION, ACCOUNT, rest)


def tags(properties):
    """Tags as those services have them that take a mapping."""
    if isinstance(properties.get("Tags"), list):
        return {**properties, "Tags": {tag["Key"]: tag["Value"] for tag in properties["Tags"]}}
    return properties


@maker("AWS::DynamoDB::Table")
def table(stack, name, properties):
    physical = stack + "-" + name
    rest = taken(properties, "TimeToLiveSpecification", "PointInTimeRecoverySpecification")
    rest["StreamSpecification"] = {"StreamEnabled": True, **rest["StreamSpecification"]}
    made = call("dynamodb", "create_table", TableName=physical, **rest)["TableDescription"]
    call(
        "dynamodb",
        "update_time_to_live",
        TableName=physical,
        TimeToLiveSpecification=properties["TimeToLiveSpecification"],
    )
    call(
        "dynamodb",
        "update_continuous_backups",
        TableName=physical,
        PointInTimeRecoverySpecification=properties["PointInTimeRecoverySpecification"],
    )
    return physical, {"Arn": made["TableArn"], "StreamArn": made["LatestStreamArn"]}


@maker("AWS::S3::Bucket")
def bucket(stack, name, properties):
    physical = (stack + "-" + name).lower()
    call("s3", "create_bucket", Bucket=physical)
    rules = []
    for rule in properties["LifecycleConfiguration"]["Rules"]:
        rules.append(
            {
                **taken(rule, "Id", "Prefix", "ExpirationInDays"),
                "ID": rule["Id"],
                "Filter": {"Prefix": rule.get("Prefix", "")},
                "Expiration": {"Days": rule["ExpirationInDays"]},
            }
        )
    call(
        "s3", "put_bucket_lifecycle_configuration", Bucket=physical, LifecycleConfiguration={"Rules": rules}
    )
    call(
        "s3",
        "put_public_access_block",
        Bucket=physical,
        PublicAccessBlockConfiguration=properties["PublicAccessBlockConfiguration"],
    )
    if "CorsConfiguration" in properties:
        rules = [
            {**taken(rule, "MaxAge"), "MaxAgeSeconds": rule["MaxAge"]}
            for rule in properties["CorsConfiguration"]["CorsRules"]
        ]
        call("s3", "put_bucket_cors", Bucket=physical, CORSConfiguration={"CORSRules": rules})
    others = taken(properties, "LifecycleConfiguration", "CorsConfiguration", "PublicAccessBlockConfiguration")
    if others:
        raise Refused("a bucket knows no " + ", ".join(others))
    return physical, {"Arn": "arn:aws:s3:::" + physical}


@maker("AWS::S3::BucketPolicy")
def bucket_policy(stack, name, properties):
    call(
        "s3",
        "put_bucket_policy",
        Bucket=properties["Bucket"],
        Policy=json.dumps(properties["PolicyDocument"]),
    )
    return properties["Bucket"], {}


@maker("AWS::SQS::Queue")
def queue(stack, name, properties):
    physical = stack + "-" + name
    attributes = {
        key: json.dumps(value) if isinstance(value, dict) else str(value) for key, value in properties.items()
    }
    known = boto3.client("sqs").meta.service_model.shape_for("QueueAttributeName").enum
    unknown = set(attributes) - set(known)
    if unknown:
        raise Refused("a queue knows no " + ", ".join(unknown))
    address = call("sqs", "create_queue", QueueName=physical, Attributes=attributes)["QueueUrl"]
    return address, {"Arn": arn("sqs", physical), "QueueName": physical, "QueueUrl": address}


@maker("AWS::IAM::Role")
def role(stack, name, properties):
    physical = (stack + "-" + name)[:64]
    made = call(
        "iam",
        "create_role",
        RoleName=physical,
        AssumeRolePolicyDocument=json.dumps(properties["AssumeRolePolicyDocument"]),
        Tags=properties.get("Tags", []),
    )
    for policy in properties.get("Policies", []):
        document = {"Version": "2012-10-17", **policy["PolicyDocument"]}
        call(
            "iam",
            "put_role_policy",
            RoleName=physical,
            PolicyName=policy["PolicyName"],
            PolicyDocument=json.dumps(document),
        )
    for managed in properties.get("ManagedPolicyArns", []):
        call("iam", "attach_role_policy", RoleName=physical, PolicyArn=managed)
    return physical, {"Arn": made["Role"]["Arn"]}


@maker("AWS::Lambda::Function")
def function(stack, name, properties):
    physical = (stack + "-" + name)[:64]
    made = call("lambda", "create_function", FunctionName=physical, **taken(tags(properties), "RecursiveLoop"))
    if "RecursiveLoop" in properties:
        call(
            "lambda", "put_function_recursion_config", FunctionName=physical, RecursiveLoop=properties["RecursiveLoop"]
        )
    return physical, {"Arn": made["FunctionArn"]}


@maker("AWS::Lambda::Version")
def version(stack, name, properties):
    made = call("lambda", "publish_version", **properties)
    return made["FunctionArn"], {"Version": made["Version"]}


@maker("AWS::Lambda::Alias")
def alias(stack, name, properties):
    return call("lambda", "create_alias", **properties)["AliasArn"], {}


@maker("AWS::Lambda::Permission")
def permission(stack, name, properties):
    found = re.fullmatch(r"arn:aws:lambda:[^:]+:\d+:function:([^:]+):(\w+)", properties["FunctionName"])
    qualified = {"FunctionName": found.group(1), "Qualifier": found.group(2)} if found else {}
    call("lambda", "add_permission", StatementId=name, **{**properties, **qualified})
    return name, {}


@maker("AWS::Lambda::EventSourceMapping")
def mapping(stack, name, properties):
    made = call("lambda", "create_event_source_mapping", **tags(properties))
    return made["UUID"], {"Id": made["UUID"]}


@maker("AWS::ApiGatewayV2::Api")
def api(stack, name, properties):
    if "Body" not in properties:
        made = call("apigatewayv2", "create_api", **properties)
        return made["ApiId"], {"ApiEndpoint": made["ApiEndpoint"]}
    made = call("apigatewayv2", "create_api", Name=stack, ProtocolType="HTTP")
    call("apigatewayv2", "reimport_api", ApiId=made["ApiId"], Body=json.dumps(properties["Body"]))
    for path, methods in properties["Body"]["paths"].items():
        for method, operation in methods.items():
            invoked = operation["x-amazon-apigateway-integration"]["uri"].split("/functions/")[1].split("/")[0]
            call("lambda", "get_alias", FunctionName=invoked.rsplit(":", 1)[0], Name=invoked.rsplit(":", 1)[1])
    return made["ApiId"], {"ApiEndpoint": made["ApiEndpoint"]}


@maker("AWS::ApiGatewayV2::Integration")
def integration(stack, name, properties):
    return call("apigatewayv2", "create_integration", **properties)["IntegrationId"], {}


@maker("AWS::ApiGatewayV2::Route")
def route(stack, name, properties):
    return call("apigatewayv2", "create_route", **properties)["RouteId"], {}


@maker("AWS::ApiGatewayV2::Stage")
def stage(stack, name, properties):
    call("apigatewayv2", "create_stage", **properties)
    return properties["StageName"], {}


@maker("AWS::ApiGatewayV2::DomainName")
def domain(stack, name, properties):
    made = call("apigatewayv2", "create_domain_name", **properties)
    return properties["DomainName"], {
        "RegionalDomainName": "d-" + name.lower() + ".execute-api." + REGION + ".amazonaws.com",
        "RegionalHostedZoneId": "Z1UJRXOUMOOFQ8",
    }


@maker("AWS::ApiGatewayV2::ApiMapping")
def api_mapping(stack, name, properties):
    made = call("apigatewayv2", "create_api_mapping", **properties)
    return made.get("ApiMappingId", name), {}


@maker("AWS::Route53::RecordSet")
def record(stack, name, properties):
    target = {"EvaluateTargetHealth": False, **properties["AliasTarget"]}
    change = {"Action": "CREATE", "ResourceRecordSet": {**taken(properties, "HostedZoneId"), "AliasTarget": target}}
    call(
        "route53",
        "change_resource_record_sets",
        HostedZoneId=properties["HostedZoneId"],
        ChangeBatch={"Changes": [change]},
    )
    return properties["Name"], {}


@maker("AWS::Scheduler::Schedule")
def schedule(stack, name, properties):
    physical = properties.get("Name", (stack + "-" + name)[:64])
    call("scheduler", "create_schedule", **{**properties, "Name": physical})
    return physical, {}


@maker("AWS::Logs::LogGroup")
def log_group(stack, name, properties):
    physical = stack + "-" + name
    call("logs", "create_log_group", logGroupName=physical)
    call("logs", "put_retention_policy", logGroupName=physical, retentionInDays=properties["RetentionInDays"])
    return physical, {"Arn": arn("logs", "log-group:" + physical + ":*")}


@maker("AWS::Logs::QueryDefinition")
def query_definition(stack, name, properties):
    call(
        "logs",
        "put_query_definition",
        name=properties["Name"],
        logGroupNames=properties["LogGroupNames"],
        queryString=properties["QueryString"],
    )
    return stack + "-" + name, {}


@maker("AWS::SNS::Topic")
def topic(stack, name, properties):
    made = call("sns", "create_topic", Name=stack + "-" + name)["TopicArn"]
    for subscription in properties["Subscription"]:
        call("sns", "subscribe", TopicArn=made, **subscription)
    return made, {}


@maker("AWS::CloudWatch::Alarm")
def alarm(stack, name, properties):
    call("cloudwatch", "put_metric_alarm", AlarmName=stack + "-" + name, **properties)
    return stack + "-" + name, {}


@maker("AWS::CloudWatch::Dashboard")
def dashboard(stack, name, properties):
    json.loads(properties["DashboardBody"])
    call("cloudwatch", "put_dashboard", DashboardName=stack + "-" + name, **properties)
    return stack + "-" + name, {}


@maker("AWS::Budgets::Budget")
def budget(stack, name, properties):
    call(
        "budgets",
        "create_budget",
        AccountId=ACCOUNT,
        **{**properties, "Budget": {"BudgetName": stack + "-" + name, **properties["Budget"]}},
    )
    return name, {}


@maker("AWS::AppConfig::Application")
def application(stack, name, properties):
    return call("appconfig", "create_application", **properties)["Id"], {}


@maker("AWS::AppConfig::ConfigurationProfile")
def profile(stack, name, properties):
    return call("appconfig", "create_configuration_profile", **properties)["Id"], {}


@maker("AWS::AppConfig::HostedConfigurationVersion")
def settings(stack, name, properties):
    content = properties["Content"].encode()
    made = call("appconfig", "create_hosted_configuration_version", **{**properties, "Content": content})
    return str(made["VersionNumber"]), {}


def make(stack, report):
    """Makes every resource of a stack in dependency order, and works its outputs out."""
    for name, resource in stack.resources():
        of = resource["Type"]
        try:
            if of not in MAKERS:
                raise Refused("there is no rehearsal of " + of)
            properties = stack.value(resource.get("Properties", {}))
            stack.references[name], stack.attributes[name] = MAKERS[of](stack.name, name, properties)
        except Exception as fault:  # whatever it is, it is reported with the resource's name
            report["refused"].append("%s %s: %s" % (stack.name, name, fault or type(fault).__name__))
            return
        report["made"][of] = report["made"].get(of, 0) + 1
    for name, output in stack.translation["Outputs"].items():
        if "Condition" not in output or stack.holds(output["Condition"]):
            report["outputs"][name] = stack.value(output["Value"])


def restored(of):
    """Restores the table, and switches on what a restore leaves out; answers the stream's ARN."""
    new = of + "-restored"
    call(
        "dynamodb",
        "restore_table_to_point_in_time",
        SourceTableName=of,
        TargetTableName=new,
        UseLatestRestorableTime=True,
    )
    call(
        "dynamodb",
        "update_table",
        TableName=new,
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    )
    call(
        "dynamodb",
        "update_time_to_live",
        TableName=new,
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires_at"},
    )
    call(
        "dynamodb",
        "update_continuous_backups",
        TableName=new,
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )
    return call("dynamodb", "describe_table", TableName=new)["Table"]["LatestStreamArn"]


def rehearse(template, parameters):
    report = {"made": {}, "refused": [], "outputs": {}}
    with mock_aws(config={"lambda": {"use_docker": False}, "iam": {"load_aws_managed_policies": True}}):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as code:
            code.writestr("none", "")
        call("s3", "create_bucket", Bucket="bucket")
        call("s3", "put_object", Bucket="bucket", Key="code", Body=archive.getvalue())
        first = Stack(translate(template, {}, CODE), "streamer-api", {})
        make(first, report)
        if not report["refused"]:
            if parameters.get("TableStream") == "restored":
                parameters["TableStream"] = restored(first.references["Table"])
            if "HostedZone" in parameters:
                zone = call("route53", "create_hosted_zone", Name="example.com", CallerReference="one")
                parameters["HostedZone"] = zone["HostedZone"]["Id"].split("/")[-1]
            make(Stack(translate(template, parameters, CODE), "second", parameters), report)
    report["calls"] = {kind: sorted(names) for kind, names in calls.items()}
    return report


if __name__ == "__main__":
    given = dict(argument.split("=", 1) for argument in sys.argv[2:])
    json.dump(rehearse(sys.argv[1], given), sys.stdout, indent=1)
