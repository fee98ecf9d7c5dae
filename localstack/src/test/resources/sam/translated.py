"""The translation of template.yaml with its parameters, conditions and functions worked out, as CloudFormation does it."""
import graphlib
import json
import os
import re
import subprocess
import sys

ACCOUNT = "123456789012"
REGION = "us-east-1"


def translate(template, parameters, code):
    """What the SAM translator makes of a template, by the script beside this one."""
    script = os.path.join(os.path.dirname(__file__), "translate.py")
    arguments = [name + "=" + value for name, value in parameters.items()]
    done = subprocess.run([sys.executable, script, template, code, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def names(value):
    """The resources and parameters that a value refers to."""
    if isinstance(value, list):
        return set().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    found = set()
    for key, inner in value.items():
        if key == "Ref":
            found.add(inner)
        elif key == "Fn::GetAtt":
            found.add(inner[0] if isinstance(inner, list) else inner.split(".")[0])
        elif key == "Fn::Sub":
            text, own = (inner, {}) if isinstance(inner, str) else inner
            found |= {one.split(".")[0] for one in re.findall(r"\$\{([^!}][^}]*)}", text)} - set(own)
            found |= names(own)
        else:
            found |= names(inner)
    return found


class Stack:
    """A stack that is being made: what is known of its resources so far."""

    def __init__(self, translation, name, parameters):
        self.translation = translation
        self.name = name
        self.references = {
            "AWS::Region": REGION,
            "AWS::AccountId": ACCOUNT,
            "AWS::Partition": "aws",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::StackName": name,
            "AWS::NoValue": None,
        }
        for parameter, declared in translation["Parameters"].items():
            self.references[parameter] = parameters.get(parameter, declared.get("Default"))
        self.attributes = {}

    def holds(self, condition):
        return self.value(self.translation["Conditions"][condition])

    def resources(self):
        """The resources whose condition holds, each after those that it refers to."""
        there = {
            name: self.chosen(resource)
            for name, resource in self.translation["Resources"].items()
            if "Condition" not in resource or self.holds(resource["Condition"])
        }
        graph = {}
        for name, resource in there.items():
            needed = resource.get("DependsOn", [])
            needed = set([needed] if isinstance(needed, str) else needed) | names(resource.get("Properties", {}))
            missing = needed - set(there) - set(self.references)
            if missing:
                raise SystemExit(name + " refers to what is not there: " + ", ".join(sorted(missing)))
            graph[name] = needed & set(there)
        return [(name, there[name]) for name in graphlib.TopologicalSorter(graph).static_order()]

    def chosen(self, value):
        """The value with the branches that conditions choose, and nothing else worked out."""
        if isinstance(value, list):
            return [self.chosen(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"Fn::If"}:
            condition, then, otherwise = value["Fn::If"]
            return self.chosen(then if self.holds(condition) else otherwise)
        return {key: self.chosen(inner) for key, inner in value.items()}

    def value(self, value):
        """The plain value."""
        if isinstance(value, list):
            return [inner for inner in map(self.value, value) if inner is not None]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            key, inner = next(iter(value.items()))
            if key == "Ref":
                return self.references[inner]
            if key == "Condition" and isinstance(inner, str):
                return self.holds(inner)
            if key.startswith("Fn::"):
                return self.function(key, inner)
        resolved = {key: self.value(inner) for key, inner in value.items()}
        return {key: inner for key, inner in resolved.items() if inner is not None}

    def function(self, name, argument):
        if name == "Fn::If":
            return self.value(argument[1 if self.holds(argument[0]) else 2])
        if name == "Fn::GetAtt":
            resource, attribute = argument if isinstance(argument, list) else argument.split(".", 1)
            return self.attributes[resource][attribute]
        if name == "Fn::Sub":
            text, own = (argument, {}) if isinstance(argument, str) else argument
            return re.sub(r"\$\{([^!}][^}]*)}", lambda found: self.variable(found.group(1), own), text)
        if name == "Fn::Split":
            return self.value(argument[1]).split(argument[0])
        arguments = self.value(argument)
        if name == "Fn::Select":
            return arguments[1][int(arguments[0])]
        if name == "Fn::Join":
            return arguments[0].join(map(str, arguments[1]))
        if name == "Fn::Equals":
            return str(arguments[0]) == str(arguments[1])
        if name == "Fn::Not":
            return not arguments[0]
        if name == "Fn::And":
            return all(arguments)
        if name == "Fn::Or":
            return any(arguments)
        raise SystemExit("no rehearsal for " + name)

    def variable(self, name, own):
        if name in own:
            return str(self.value(own[name]))
        if "." in name:
            resource, attribute = name.split(".", 1)
            return str(self.attributes[resource][attribute])
        return str(self.references[name])
