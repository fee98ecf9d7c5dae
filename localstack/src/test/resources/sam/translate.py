"""Prints template.yaml as the SAM translator makes it, as `sam deploy` does: CloudFormation, in JSON.

Arguments: the template, the address of the code, and parameters' values as NAME=VALUE.
"""
import json
import os
import sys

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.translator.transform import transform  # noqa: E402
from samtranslator.yaml_helper import yaml_parse  # noqa: E402


class ManagedPolicies:
    """The address of each policy of AWS's own, which the translator asks IAM for."""

    def load(self):
        names = [
            "AWSLambdaBasicExecutionRole",
            "AWSLambdaDynamoDBExecutionRole",
            "AWSLambdaSQSQueueExecutionRole",
            "AWSXRayDaemonWriteAccess",
        ]
        return {name: "arn:aws:iam::aws:policy/service-role/" + name for name in names}


with open(sys.argv[1], encoding="utf-8") as file:
    template = yaml_parse(file.read())
template["Globals"]["Function"]["CodeUri"] = sys.argv[2]
parameters = dict(argument.split("=", 1) for argument in sys.argv[3:])
json.dump(transform(template, parameters, ManagedPolicies()), sys.stdout)
