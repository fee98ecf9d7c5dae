package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A CloudFormation template with SAM's function and API types, with its parameters' defaults: every resource whose
/// condition holds, resolved and checked.
public final class Template {
    private static final Set<String> SECTIONS = Set.of(
            "AWSTemplateFormatVersion",
            "Transform",
            "Description",
            "Metadata",
            "Parameters",
            "Rules",
            "Conditions",
            "Globals",
            "Resources",
            "Outputs");
    private static final Set<String> RESOURCE_KEYS =
            Set.of("Type", "Properties", "Condition", "DependsOn", "DeletionPolicy", "UpdateReplacePolicy", "Metadata");

    private final String file;
    private final TemplateMapping root;
    private final TemplateMapping declared;
    private final Globals globals;
    private final Map<String, JsonNode> parameters;
    private final Intrinsics intrinsics;
    private final Map<String, Resource> resources = new LinkedHashMap<>();

    private Template(String file, TemplateMapping root, Map<String, String> given) {
        this.file = file;
        this.root = root;
        root.values().fieldNames().forEachRemaining(section -> {
            if (!SECTIONS.contains(section)) {
                throw new TemplateException(file, "the section " + section + " is not supported by the local stack");
            }
        });
        declared = section("Resources");
        parameters = TemplateParameters.of(section("Parameters"), given);
        intrinsics = new Intrinsics(section("Conditions"), new References());
        section("Rules").entries().values().forEach(this::checkRule);
        globals = new Globals(section("Globals"));
        declared.entries().forEach(this::add);
        outputs();
    }

    /// @throws TemplateException naming the place of the first thing that is not supported or not right
    public static Template read(Path path) {
        return read(path, Map.of());
    }

    /// @param parameters values of parameters that are not to have their defaults, as `--parameter-overrides` gives
    /// them
    /// @throws TemplateException naming the place of the first thing that is not supported or not right
    public static Template read(Path path, Map<String, String> parameters) {
        String file = String.valueOf(path.getFileName());
        try {
            return parse(file, Files.readString(path), parameters);
        } catch (IOException e) {
            throw new TemplateException(path.toString(), "the template cannot be read");
        }
    }

    /// @param file the name to use in error messages
    public static Template parse(String file, String text) {
        return parse(file, text, Map.of());
    }

    /// @param file       the name to use in error messages
    /// @param parameters values of parameters that are not to have their defaults
    public static Template parse(String file, String text, Map<String, String> parameters) {
        return new Template(file, TemplateMapping.of(file, YamlTree.parse(file, text)), parameters);
    }

    /// The parameters, each with its value.
    public Map<String, String> parameters() {
        var values = new LinkedHashMap<String, String>();
        parameters.forEach((name, value) -> values.put(name, value.asText()));
        return values;
    }

    /// The value of an output.
    ///
    /// @throws TemplateException if there is none, or its condition does not hold
    public String output(String name) {
        return Optional.ofNullable(outputs().get(name))
                .orElseThrow(() -> section("Outputs").refused(name, "is not there"));
    }

    private Map<String, String> outputs() {
        var values = new LinkedHashMap<String, String>();
        section("Outputs").entries().forEach((name, output) -> {
            if (!output.has("Condition") || intrinsics.holds(output.place(), output.text("Condition"))) {
                values.put(
                        name,
                        TemplateMapping.of(output.place(), intrinsics.resolve(output.place(), output.values()))
                                .text("Value"));
            }
        });
        return values;
    }

    /// The resources of a type, in the order of the template.
    public List<Resource> resources(String type) {
        return resources.values().stream()
                .filter(resource -> resource.type().equals(type))
                .toList();
    }

    /// The functions, in the order of the template.
    public List<Resource> functions() {
        return resources(Supported.FUNCTION);
    }

    /// The events of a type, of all functions.
    public List<FunctionEvent> events(String type) {
        var found = new ArrayList<FunctionEvent>();
        for (Resource function : functions()) {
            function.properties().section("Events").entries().forEach((id, event) -> {
                if (event.text("Type").equals(type)) {
                    found.add(new FunctionEvent(function.id(), id, type, event.section("Properties")));
                }
            });
        }
        return found;
    }

    /// The result of `Ref` for a resource: its name, its address or its id.
    public String ref(Resource resource) {
        return Identifiers.ref(resource.id(), resource.type(), ownName(resource.id()));
    }

    /// An attribute that the resource's type has.
    public String attribute(Resource resource, String attribute) {
        return new References().attribute(resource.properties().place(), resource.id(), attribute);
    }

    /// The resource of a type whose attribute has a value, which is how one resource names another.
    public Optional<Resource> byAttribute(String type, String attribute, String value) {
        return resources(type).stream()
                .filter(resource -> attribute(resource, attribute).equals(value))
                .findFirst();
    }

    private void add(String id, TemplateMapping resource) {
        resource.values().fieldNames().forEachRemaining(key -> {
            if (!RESOURCE_KEYS.contains(key)) {
                throw resource.refused(key, "is not supported by the local stack");
            }
        });
        String type = resource.text("Type");
        Coverage coverage = Supported.RESOURCES.get(type);
        if (coverage == null) {
            throw new TemplateException(
                    resource.place(), "the resource type " + type + " is not supported by the local stack");
        }
        dependencies(resource).forEach(other -> {
            if (!declared.has(other)) {
                throw resource.refused("DependsOn", "there is no resource " + other);
            }
        });
        if (resource.has("Condition") && !intrinsics.holds(resource.place(), resource.text("Condition"))) {
            return;
        }
        JsonNode own = resource.section("Properties").values();
        JsonNode merged = globals.merged(type, own);
        String place = resource.place();
        TemplateMapping properties = TemplateMapping.of(place, intrinsics.resolve(place, merged));
        refuseUnsupported(properties, coverage);
        if (type.equals(Supported.FUNCTION)) {
            properties.section("Events").entries().values().forEach(Template::checkEvent);
        }
        resources.put(id, new Resource(id, type, properties));
    }

    private static List<String> dependencies(TemplateMapping resource) {
        return resource.values().path("DependsOn").isTextual()
                ? List.of(resource.text("DependsOn"))
                : resource.texts("DependsOn");
    }

    private static void checkEvent(TemplateMapping event) {
        String type = event.text("Type");
        Coverage coverage = Supported.EVENTS.get(type);
        if (coverage == null) {
            throw new TemplateException(
                    event.place(), "the event type " + type + " is not supported by the local stack");
        }
        refuseUnsupported(event.section("Properties"), coverage);
    }

    private static void refuseUnsupported(TemplateMapping properties, Coverage coverage) {
        coverage.unsupported(properties.values()).ifPresent(path -> {
            throw properties.refused(path, "is not supported by the local stack");
        });
    }

    /// CloudFormation refuses parameters that break a rule, before it makes anything.
    private void checkRule(TemplateMapping rule) {
        rule.values().fieldNames().forEachRemaining(key -> {
            if (!key.equals("Assertions")) {
                throw rule.refused(key, "is not supported by the local stack");
            }
        });
        for (TemplateMapping assertion : rule.sections("Assertions")) {
            if (!intrinsics.isSo(assertion.place(), assertion.values().path("Assert"))) {
                throw new TemplateException(assertion.place(), assertion.text("AssertDescription"));
            }
        }
    }

    private TemplateMapping section(String name) {
        TemplateMapping section = root.section(name);
        return new TemplateMapping(file + ": " + name, section.values());
    }

    private Optional<String> ownName(String id) {
        TemplateMapping resource = declared.section(id);
        String property = Supported.NAMES.get(resource.text("Type"));
        JsonNode name = property == null
                ? MissingNode.getInstance()
                : intrinsics.resolve(
                        resource.place(),
                        resource.section("Properties").values().path(property));
        return name.isTextual() ? Optional.of(name.asText()) : Optional.empty();
    }

    private final class References implements Intrinsics.Lookup {
        @Override
        public JsonNode ref(String place, String name) {
            JsonNode parameter = parameters.get(name);
            if (parameter != null) {
                return parameter;
            }
            if (name.equals("AWS::NoValue")) {
                return MissingNode.getInstance();
            }
            var json = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;
            return json.textNode(Identifiers.pseudo(name).orElseGet(() -> {
                int dot = name.indexOf('.');
                return dot > 0
                        ? attribute(place, name.substring(0, dot), name.substring(dot + 1))
                        : Identifiers.ref(name, type(place, name), ownName(name));
            }));
        }

        @Override
        public String attribute(String place, String id, String attribute) {
            String type = type(place, id);
            return Identifiers.attribute(id, type, ownName(id), attribute)
                    .orElseThrow(() -> new TemplateException(
                            place, id + " (" + type + ") has no attribute " + attribute + " that is supported"));
        }

        private String type(String place, String id) {
            if (!declared.has(id)) {
                throw new TemplateException(place, "there is no parameter or resource " + id);
            }
            TemplateMapping resource = declared.section(id);
            if (resource.has("Condition") && !intrinsics.holds(place, resource.text("Condition"))) {
                throw new TemplateException(place, id + " is not created: its condition does not hold");
            }
            return resource.text("Type");
        }
    }
}
