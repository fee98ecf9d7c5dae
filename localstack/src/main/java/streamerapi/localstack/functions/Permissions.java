package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.TemplateMapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;

/// The permissions of a function's role: the statements of its `Policies`, evaluated as IAM does it. An action is
/// denied if no statement allows it, or if any denies it.
///
/// Of the role, SAM makes the rest: writing the log, and for the event source mappings reading queues and streams,
/// which no function does itself.
public final class Permissions {
    private static final Set<String> STATEMENT = Set.of("Sid", "Effect", "Action", "Resource", "Condition");
    private static final Set<String> GRANTED = new ConcurrentSkipListSet<>();
    private static final Set<String> USED = new ConcurrentSkipListSet<>();

    private record Grant(boolean allows, Wildcard action, Wildcard resource) {
        boolean covers(String wantedAction, String wantedResource) {
            return action.matches(wantedAction) && resource.matches(wantedResource);
        }
    }

    /// A text in which `*` stands for any characters.
    private record Wildcard(String text, Pattern pattern) {
        static Wildcard of(String text) {
            return new Wildcard(text, Pattern.compile("\\Q" + text.replace("*", "\\E.*\\Q") + "\\E"));
        }

        boolean matches(String other) {
            return pattern.matcher(other).matches();
        }
    }

    private final String function;
    private final List<Grant> grants;

    private Permissions(String function, List<Grant> grants) {
        this.function = function;
        this.grants = grants;
        grants.stream().filter(Grant::allows).map(this::name).forEach(GRANTED::add);
    }

    /// The permissions of a function's policies, but for denials under a condition: that may be about any part of a
    /// call.
    ///
    /// @throws streamerapi.localstack.template.TemplateException if a policy is written in a form that is not judged
    /// here
    public static Permissions of(Resource function) {
        var grants = new ArrayList<Grant>();
        for (TemplateMapping policy : function.properties().sections("Policies")) {
            if (!policy.has("Statement")) {
                throw policy.refused("Statement", "is missing, and the local stack judges only statements");
            }
            for (TemplateMapping statement : policy.sections("Statement")) {
                statement.values().fieldNames().forEachRemaining(name -> {
                    if (!STATEMENT.contains(name)) {
                        throw statement.refused(name, "is not supported by the local stack");
                    }
                });
                boolean allows = statement.oneOf("Effect", "", "Allow", "Deny").equals("Allow");
                if (statement.has("Condition")) {
                    if (allows) {
                        throw statement.refused("Condition", "of an Allow is not judged by the local stack");
                    }
                    continue;
                }
                List<Wildcard> resources = wildcards(statement, "Resource");
                for (Wildcard action : wildcards(statement, "Action")) {
                    resources.forEach(resource -> grants.add(new Grant(allows, action, resource)));
                }
            }
        }
        return new Permissions(function.id(), List.copyOf(grants));
    }

    private static List<Wildcard> wildcards(TemplateMapping statement, String name) {
        JsonNode value = statement.values().path(name);
        List<String> texts = value.isTextual() ? List.of(value.asText()) : statement.texts(name);
        return texts.stream().map(Wildcard::of).toList();
    }

    /// Whether the role may do this.
    boolean allow(String action, String resource) {
        var covering =
                grants.stream().filter(grant -> grant.covers(action, resource)).toList();
        covering.forEach(grant -> USED.add(name(grant)));
        return !covering.isEmpty() && covering.stream().allMatch(Grant::allows);
    }

    /// The grants that no call of this JVM's functions has needed so far: `Function action resource`.
    public Set<String> unused() {
        var unused = new TreeSet<String>();
        grants.stream().filter(Grant::allows).map(this::name).forEach(unused::add);
        unused.removeAll(USED);
        return unused;
    }

    /// The grants that no call has needed so far, of all functions of all stacks that this JVM has had.
    public static List<String> unusedByAll() {
        var unused = new TreeSet<>(GRANTED);
        unused.removeAll(USED);
        return List.copyOf(unused);
    }

    private String name(Grant grant) {
        return function + " " + grant.action().text() + " " + grant.resource().text();
    }
}
