import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A call of the API as a section of its page: meaning, access, parameters, body, answer, errors, and beside them how to make
/// it.
///
/// @param path      as the document has it
/// @param method    in capital letters
/// @param root      whether the path stands at the root of the deployment and not below `/v1`
/// @param operation the operation of the document
record CallSection(String path, String method, boolean root, Spec operation) {

    /// Lines of the longest example that is shown unfolded.
    private static final int LONG = 40;

    String id() {
        return operation.text("operationId");
    }

    String title() {
        return operation.text("summary");
    }

    String tag() {
        return operation.texts("tags").getFirst();
    }

    /// The path below the address of the deployment.
    String fullPath() {
        return root ? path : "/v1" + path;
    }

    String badge() {
        return "<span class=\"method %s\">%s</span>".formatted(method.toLowerCase(Locale.ROOT), method);
    }

    String html() {
        String body = bodyExample() == null || isForm()
                ? ""
                : "<template class=\"body\">" + Markup.escaped(JsonLayout.JSON.write(bodyExample())) + "</template>";
        return """
                <section class="call" id="%s"%s>
                <div class="about">
                <h2><a class="anchor" href="#%s">%s</a></h2>
                <p class="path">%s <code>%s</code></p>
                %s%s%s%s%s%s</div>
                <div class="code">%s%s%s</div>
                </section>
                """
                .formatted(
                        id(),
                        credential() == CallSnippets.Credential.BEARER
                                ? " data-method=\"%s\" data-path=\"%s\"".formatted(method, fullPath())
                                : "",
                        id(),
                        Markup.escaped(title()),
                        badge(),
                        Markup.escaped(fullPath()),
                        Markup.blocks(operation.text("description")),
                        access(),
                        parameters(),
                        body(),
                        answers(),
                        errors(),
                        snippets(),
                        body,
                        examples());
    }

    CallSnippets.Credential credential() {
        return operation.list("security").stream()
                .map(way -> way.has("bearer") ? CallSnippets.Credential.BEARER : CallSnippets.Credential.SESSION)
                .findFirst()
                .orElse(CallSnippets.Credential.NONE);
    }

    private String access() {
        String scopes = operation.texts("x-required-scope").stream().map(Markup::code).collect(Collectors.joining(", "));
        String roles = operation.texts("x-required-role").stream().map(Markup::code).collect(Collectors.joining(", "));
        String allowed =
                switch (credential()) {
                    case BEARER -> scopes.isEmpty() ? "Any credential" : "Scope " + scopes;
                    case SESSION -> roles.isEmpty() ? "Signed in" : "Role " + roles + " or above";
                    case NONE -> "No credential";
                };
        return "<p class=\"access\"><span>%s</span> <a href=\"/docs/limits\">Rate limits</a></p>\n".formatted(allowed);
    }

    private String parameters() {
        return parameters("path", "Path") + parameters("query", "Query") + parameters("header", "Headers");
    }

    private String parameters(String in, String title) {
        String rows = operation.list("parameters").stream()
                .filter(parameter -> parameter.text("in").equals(in))
                .map(FieldList::parameter)
                .collect(Collectors.joining());
        return rows.isEmpty() ? "" : "<h3>%s</h3>\n<dl>%s</dl>\n".formatted(title, rows);
    }

    private String body() {
        if (!operation.has("requestBody")) {
            return "";
        }
        Spec schema = content(operation.at("requestBody")).at("schema");
        return "<h3>Body%s</h3>\n%s%s\n"
                .formatted(
                        isForm() ? ", as a form" : "",
                        schema.find("description").map(Markup::blocks).orElse(""),
                        FieldList.sent(schema));
    }

    private String answers() {
        return successes()
                .map(entry -> {
                    Spec schema = content(entry.getValue()).at("schema");
                    return "<h3>Answer %s</h3>\n<p>%s</p>\n%s\n"
                            .formatted(
                                    entry.getKey(),
                                    Markup.inline(entry.getValue().text("description")),
                                    FieldList.answered(schema));
                })
                .collect(Collectors.joining());
    }

    private Stream<Map.Entry<String, Spec>> successes() {
        return operation.at("responses").entries().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("2") || entry.getKey().startsWith("3"));
    }

    private String errors() {
        StringBuilder own = new StringBuilder();
        StringBuilder common = new StringBuilder();
        Spec responses = operation.at("responses");
        responses.entries().forEach((status, response) -> {
            if (status.startsWith("4") || status.startsWith("5")) {
                errorsOf(response).forEach((code, summary) -> {
                    String link = "<a href=\"/docs/errors#%s\"><code>%s</code></a>".formatted(code, code);
                    if (responses.isReference(status)) {
                        common.append(common.isEmpty() ? "" : ", ").append(status).append(' ').append(link);
                    } else {
                        own.append("<li>%s %s %s</li>\n".formatted(status, link, Markup.inline(summary)));
                    }
                });
            }
        });
        return "<h3>Errors</h3>\n"
                + (own.isEmpty() ? "" : "<ul>\n" + own + "</ul>\n")
                + (common.isEmpty() ? "" : "<p class=\"common\">And those of every call like it: " + common + ".</p>\n");
    }

    /// The meaning of each code of a response: of its examples, or of its one example.
    private static Map<String, String> errorsOf(Spec response) {
        Map<String, String> errors = new LinkedHashMap<>();
        Spec content = content(response);
        content.at("examples")
                .entries()
                .forEach((name, example) -> errors.put(
                        example.at("value").find("code").orElse(name), example.text("summary")));
        Spec one = content.at("example");
        one.find("code").or(() -> one.find("error")).ifPresent(code -> errors.put(code, response.text("description")));
        return errors;
    }

    /// The call in each language.
    String snippets() {
        StringBuilder tabs = new StringBuilder("<div class=\"languages\">");
        new CallSnippets(
                        method,
                        filledPath(),
                        root,
                        headers(),
                        credential(),
                        bodyExample(),
                        isForm(),
                        successes().allMatch(answer -> answer.getValue().at("content").has("application/json")))
                .all()
                .forEach((language, text) -> tabs.append(
                        "<details name=\"%s-code\"%s data-language=\"%s\"><summary>%s</summary><pre>%s</pre></details>"
                                .formatted(
                                        id(),
                                        language.equals("curl") ? " open" : "",
                                        language,
                                        language,
                                        Markup.escaped(text))));
        return tabs.append("</div>\n").toString();
    }

    /// An answer's example. Long ones are folded.
    private String examples() {
        return successes()
                .filter(entry -> content(entry.getValue()).has("example"))
                .map(entry -> {
                    String text = JsonLayout.JSON.write(
                            content(entry.getValue()).at("example").value());
                    boolean isOpen = text.lines().count() <= LONG;
                    return "<details class=\"example\"%s><summary>Answer %s</summary><pre>%s</pre></details>\n"
                            .formatted(isOpen ? " open" : "", entry.getKey(), Markup.escaped(text));
                })
                .collect(Collectors.joining());
    }

    private String filledPath() {
        String filled = path;
        StringBuilder query = new StringBuilder();
        for (Spec parameter : operation.list("parameters")) {
            String name = parameter.text("name");
            String value = URLEncoder.encode(parameter.text("example"), StandardCharsets.UTF_8);
            if (parameter.text("in").equals("path")) {
                filled = filled.replace("{" + name + "}", value);
            } else if (parameter.text("in").equals("query") && parameter.text("required").equals("true")) {
                query.append(query.isEmpty() ? "?" : "&").append(name).append('=').append(value);
            }
        }
        return filled + query;
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        operation.list("parameters").stream()
                .filter(parameter -> parameter.text("in").equals("header")
                        && parameter.text("required").equals("true"))
                .forEach(parameter -> headers.put(parameter.text("name"), parameter.text("example")));
        return headers;
    }

    private Object bodyExample() {
        Spec content = content(operation.at("requestBody"));
        return content.has("example")
                ? content.at("example").value()
                : content.at("examples").entries().values().stream()
                        .map(example -> example.at("value").value())
                        .findFirst()
                        .orElse(null);
    }

    private boolean isForm() {
        return operation.at("requestBody").at("content").has("application/x-www-form-urlencoded");
    }

    /// The media type of a body or an answer: a form if it can be one, because OAuth's own bodies are forms.
    private static Spec content(Spec holder) {
        return holder.at("content").entries().values().stream().findFirst().orElse(new Spec(Map.of(), Map.of()));
    }
}
