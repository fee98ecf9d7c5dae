"""Holds the commands of the AWS CLI in a document to the services' models: prints a line for each that is not right.

Looked at are the names of services, operations, waiters and options, and the notation of queries; no value of an option is.

Arguments: the documents.
"""
import re
import sys

import botocore.session
import jmespath
from botocore import xform_name

# What the CLI has besides the operations of the services.
OF_THE_CLI = {("logs", "tail"), ("configure", "sso"), ("s3", "sync")}
GENERAL = {"endpoint-url", "query", "output", "region", "cli-binary-format"}

session = botocore.session.get_session()


def commands(text):
    """The commands in code, each on one line: `aws service operation …`."""
    fenced = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    for code in fenced + inline:
        lines = re.sub(r" *\\\n\s*", " ", code)
        for found in re.finditer(r"\baws ([a-z0-9]+) ([a-z0-9-]+)((?:(?!\baws )[^\n])*)", lines):
            yield found.groups()


def faults(service, operation, rest):
    if (service, operation) in OF_THE_CLI or service == "configure":
        return
    if service not in session.get_available_services():
        yield "there is no service " + service
        return
    model = session.get_service_model(service)
    operations = {xform_name(name, "-"): name for name in model.operation_names}
    if operation == "wait":
        waiter = rest.split()[0]
        waiters = session.get_component("data_loader").load_service_model(service, "waiters-2")["waiters"]
        known = {xform_name(name, "-"): description["operation"] for name, description in waiters.items()}
        if waiter not in known:
            yield "there is no waiter " + waiter
            return
        name = known[waiter]
    elif operation in operations:
        name = operations[operation]
    else:
        yield "there is no operation " + operation
        return
    members = {xform_name(member, "-") for member in model.operation_model(name).input_shape.members}
    for option in re.findall(r"\s--([a-z0-9-]+)", re.sub(r"'[^']*'", "", rest)):
        if option not in members | GENERAL:
            yield "there is no option --" + option
    for query in re.findall(r"--query (?:\"([^\"]*)\"|'([^']*)'|(\S+))", rest):
        try:
            jmespath.compile(next(filter(None, query)).rstrip(")"))
        except jmespath.exceptions.ParseError as fault:
            yield "the query is none: " + str(fault).split("\n")[0]


found = 0
for document in sys.argv[1:]:
    with open(document, encoding="utf-8") as file:
        for service, operation, rest in commands(file.read()):
            found += 1
            for fault in faults(service, operation, rest):
                print("%s: aws %s %s: %s" % (document, service, operation, fault))
print("%d commands" % found)
