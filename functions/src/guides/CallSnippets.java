import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A call in four languages, each of which reads the address and the credential from the environment, and needs nothing
/// but what the language brings.
///
/// @param method   of HTTP
/// @param path     with its query, with values for its parameters
/// @param root     whether the path stands at the root of the deployment and not below `/v1`
/// @param headers  beside the credential
/// @param access   the credential
/// @param body     its value; null for none
/// @param isForm   whether the body is sent as a form
/// @param isJson   whether the answer is JSON
record CallSnippets(
        String method,
        String path,
        boolean root,
        Map<String, String> headers,
        Credential access,
        Object body,
        boolean isForm,
        boolean isJson) {

    /// The address of the deployment; the service replaces it by the one that a page is asked for at.
    static final String ORIGIN = "{origin}";

    /// The credential that a call asks for.
    enum Credential {
        BEARER,
        SESSION,
        NONE
    }

    Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("curl", curl());
        if (access != Credential.SESSION) {
            all.put("JavaScript", javaScript());
            all.put("Python", python());
            all.put("Java", java());
        }
        return all;
    }

    private String curl() {
        StringBuilder text = new StringBuilder("curl ");
        if (!method.equals("GET") && !(method.equals("POST") && body != null)) {
            text.append("-X ").append(method).append(' ');
        }
        text.append('"').append(root ? ORIGIN : "$STREAMER_URL").append(path).append('"');
        switch (access) {
            case BEARER -> text.append(" \\\n  -H \"Authorization: Bearer $STREAMER_KEY\"");
            case SESSION -> text.append(" \\\n  -b \"session=$STREAMER_SESSION\"");
            case NONE -> {}
        }
        headers.forEach((name, value) -> text.append(" \\\n  -H ").append(shell(name + ": " + value)));
        if (body != null && isForm) {
            text.append(" \\\n  -d ").append(shell(form()));
        } else if (body != null) {
            text.append(" \\\n  -H \"Content-Type: application/json\" \\\n  -d ")
                    .append(shell(JsonLayout.JSON.write(body, "  ")));
        }
        return text.toString();
    }

    private static String shell(String text) {
        return text.startsWith("X-CSRF-Token: ")
                ? "\"X-CSRF-Token: $STREAMER_CSRF\""
                : "'" + text.replace("'", "'\\''") + "'";
    }

    private String javaScript() {
        StringBuilder text = new StringBuilder("const answer = await fetch(");
        text.append(root ? "\"" + ORIGIN + path + '"' : "`${process.env.STREAMER_URL}" + path + '`');
        StringBuilder options = new StringBuilder();
        if (!method.equals("GET")) {
            options.append("  method: \"").append(method).append("\",\n");
        }
        Map<String, String> sent = new LinkedHashMap<>();
        if (access == Credential.BEARER) {
            sent.put("Authorization", "`Bearer ${process.env.STREAMER_KEY}`");
        }
        headers.forEach((name, value) -> sent.put(quoted(name), quoted(value)));
        if (body != null && !isForm) {
            sent.put("\"Content-Type\"", "\"application/json\"");
        }
        if (!sent.isEmpty()) {
            options.append("  headers: {\n");
            sent.forEach((name, value) ->
                    options.append("    ").append(name).append(": ").append(value).append(",\n"));
            options.append("  },\n");
        }
        if (body != null) {
            options.append("  body: ")
                    .append(isForm ? "new URLSearchParams(" : "JSON.stringify(")
                    .append(JsonLayout.JSON.write(body, "  "))
                    .append("),\n");
        }
        if (!options.isEmpty()) {
            text.append(", {\n").append(options).append('}');
        }
        return text.append(");\nconsole.log(answer.status, await answer.")
                .append(isJson ? "json" : "text")
                .append("());")
                .toString();
    }

    private String python() {
        StringBuilder text = new StringBuilder("import json, os, urllib.request\n\n");
        StringBuilder sent = new StringBuilder();
        if (access == Credential.BEARER) {
            sent.append("        \"Authorization\": \"Bearer \" + os.environ[\"STREAMER_KEY\"],\n");
        }
        headers.forEach((name, value) -> sent.append("        ")
                .append(quoted(name))
                .append(": ")
                .append(quoted(value))
                .append(",\n"));
        if (body != null && !isForm) {
            sent.append("        \"Content-Type\": \"application/json\",\n");
        }
        text.append("request = urllib.request.Request(\n    ")
                .append(root ? quoted(ORIGIN + path) : "os.environ[\"STREAMER_URL\"] + " + quoted(path))
                .append(",\n    method=")
                .append(quoted(method))
                .append(",\n");
        if (!sent.isEmpty()) {
            text.append("    headers={\n").append(sent).append("    },\n");
        }
        if (body != null) {
            text.append("    data=")
                    .append(isForm ? quoted(form()) : "json.dumps(" + JsonLayout.PYTHON.write(body, "    ") + ")")
                    .append(".encode(),\n");
        }
        return text.append(")\nwith urllib.request.urlopen(request) as answer:\n    print(answer.status, ")
                .append(isJson ? "json.load(answer)" : "answer.read().decode()")
                .append(")")
                .toString();
    }

    private String java() {
        StringBuilder text = new StringBuilder("var request = HttpRequest.newBuilder(URI.create(")
                .append(root ? quoted(ORIGIN + path) : "System.getenv(\"STREAMER_URL\") + " + quoted(path))
                .append("))\n");
        if (access == Credential.BEARER) {
            text.append("    .header(\"Authorization\", \"Bearer \" + System.getenv(\"STREAMER_KEY\"))\n");
        }
        Map<String, String> sent = new LinkedHashMap<>(headers);
        if (body != null) {
            sent.put("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
        }
        sent.forEach((name, value) -> text.append("    .header(%s, %s)\n".formatted(quoted(name), quoted(value))));
        String publisher = "HttpRequest.BodyPublishers.";
        if (body == null) {
            text.append(
                    switch (method) {
                        case "GET" -> "";
                        case "DELETE" -> "    .DELETE()\n";
                        default -> "    .%s%snoBody())\n".formatted(publishing(), publisher);
                    });
        } else {
            text.append("    .%s%sofString(%s))\n"
                    .formatted(publishing(), publisher, isForm ? quoted(form()) : textBlock()));
        }
        return text.append("    .build();\n")
                .append("var answer = HttpClient.newHttpClient()\n")
                .append("    .send(request, HttpResponse.BodyHandlers.ofString());\n")
                .append("System.out.println(answer.statusCode() + \" \" + answer.body());")
                .toString();
    }

    private String publishing() {
        return List.of("POST", "PUT").contains(method) ? method + "(" : "method(\"%s\", ".formatted(method);
    }

    private String textBlock() {
        String json = JsonLayout.JSON.write(body, "        ").replace("\\", "\\\\");
        return "\"\"\"\n        " + json + "\n        \"\"\"";
    }

    private String form() {
        return ((Map<?, ?>) body)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "="
                                + URLEncoder.encode(String.valueOf(entry.getValue()), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
