import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The first page of the reference: the first calls, what holds for all of them, every call in a line, and the errors last.
///
/// @param groups the calls by their tag
/// @param tags   the meaning of each tag
record ReferenceOverview(Spec document, Map<String, List<CallSection>> groups, Map<String, String> tags) {

    /// The calls that a first minute is made of.
    private static final List<String> FIRST = List.of("getMe", "createTip", "getTtsQueue");

    String html(UnaryOperator<String> pageOf) {
        String description = document.at("info").text("description");
        int errors = description.indexOf("\n## ");
        StringBuilder html = new StringBuilder("<h1>Reference</h1>\n");
        html.append("""
                <h2 id="quick-start">Quick start</h2>
                <p>Make a key in the dashboard, under <a href="/dashboard/api-keys">API keys</a>, and keep it and the address
                in two variables. Every call of this reference reads them.</p>
                <pre>export STREAMER_URL=%s/v1
                export STREAMER_KEY=sak_…</pre>
                """.formatted(CallSnippets.ORIGIN));
        groups.values().stream()
                .flatMap(List::stream)
                .filter(call -> FIRST.contains(call.id()))
                .sorted(Comparator.comparingInt(call -> FIRST.indexOf(call.id())))
                .forEach(call -> html.append("<h3><a href=\"/docs/%s#%s\">%s</a></h3>\n%s"
                        .formatted(pageOf.apply(call.tag()), call.id(), Markup.escaped(call.title()), call.snippets())));
        html.append("<p>From here: <a href=\"/docs/quickstart\">ten minutes to a bot that plays tips</a>, <a"
                + " href=\"/docs/webhooks\">webhooks</a>, <a href=\"/docs/realtime\">the realtime stream</a>, <a"
                + " href=\"/docs/clients\">clients</a>.</p>\n");
        html.append("<h2 id=\"conventions\">Holds for every call</h2>\n")
                .append(Markup.blocks(errors < 0 ? description : description.substring(0, errors)));
        groups.forEach((tag, calls) -> html.append("<h2 id=\"%s\"><a href=\"/docs/%s\">%s</a></h2>\n%s%s"
                .formatted(
                        Markup.slug(tag),
                        pageOf.apply(tag),
                        Markup.escaped(tag),
                        Markup.blocks(tags.getOrDefault(tag, "")),
                        table(pageOf.apply(tag), calls))));
        if (errors >= 0) {
            html.append(Markup.blocks(description.substring(errors))
                    .replaceFirst("<h2>", "<h2 id=\"errors\">")
                    .replaceAll(
                            "<td><code>([a-z_]+)</code></td>\n<td>(?=[^<])",
                            "<td><a href=\"/docs/errors#$1\"><code>$1</code></a></td>\n<td>")
                    .replace("<table", "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Errors\"><table")
                    .replace("</table>", "</table></div>"));
        }
        return html.toString();
    }

    /// The calls of a group, each a line that leads to it.
    static String table(String page, List<CallSection> calls) {
        return calls.stream()
                .map(call -> "<li id=\"%s\">%s <a href=\"/docs/%s#%s\">%s</a> <code>%s</code></li>\n"
                        .formatted(
                                call.id(),
                                call.badge(),
                                page,
                                call.id(),
                                Markup.escaped(call.title()),
                                Markup.escaped(call.fullPath())))
                .collect(Collectors.joining("", "<ul class=\"calls\">\n", "</ul>\n"));
    }
}
