package streamerapi.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The actions that template.yaml allows its functions.
public final class Policies {

    private Policies() {}

    /// The actions of each function, by its logical id, each with a resource: `sqs:SendMessage arn:…`.
    public static Map<String, Set<String>> grants(Template template) {
        Map<String, Set<String>> grants = new LinkedHashMap<>();
        for (Resource function : template.functions()) {
            Set<String> own = new TreeSet<>();
            for (TemplateMapping policy : function.properties().sections("Policies")) {
                for (TemplateMapping statement : policy.sections("Statement")) {
                    if (statement.text("Effect").equals("Deny")) {
                        continue;
                    }
                    for (String action : texts(statement, "Action")) {
                        texts(statement, "Resource").forEach(resource -> own.add(action + " " + resource));
                    }
                }
            }
            grants.put(function.id(), own);
        }
        return grants;
    }

    /// The actions alone.
    public static Set<String> actions(Set<String> grants) {
        Set<String> actions = new TreeSet<>();
        grants.forEach(grant -> actions.add(grant.substring(0, grant.indexOf(' '))));
        return actions;
    }

    private static Set<String> texts(TemplateMapping statement, String name) {
        JsonNode value = statement.values().path(name);
        return value.isTextual() ? Set.of(value.asText()) : new TreeSet<>(statement.texts(name));
    }
}
