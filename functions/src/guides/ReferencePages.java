import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The pages of the reference, made of the OpenAPI document: an overview, a page for each group of calls, one of the events,
/// and the dashboard's own API apart, a page for each of its paths' first steps.
final class ReferencePages {

    /// The order of the groups: a developer's way through them. A group that is not here comes after them.
    private static final List<String> ORDER = List.of(
            "Tips",
            "TTS queue",
            "Media queue",
            "Webhook endpoints",
            "Events",
            "Realtime",
            "Overlays",
            "Counters",
            "Leaderboard",
            "Viewers",
            "Channel points",
            "Commands",
            "Timers",
            "Bot",
            "Chat",
            "AI voices",
            "Tipping",
            "Identity",
            "OAuth",
            "Ingest");

    private static final String DASHBOARD = "/dashboard/api/";
    private static final String EVENTS = "api-event-types";
    private static final String OVERVIEW = "reference";
    private static final String DASHBOARD_OVERVIEW = "dashboard-api";

    private final Spec document;
    private final Map<String, List<CallSection>> groups = new LinkedHashMap<>();
    private final Map<String, List<CallSection>> dashboard = new LinkedHashMap<>();
    private final Map<String, String> pages = new LinkedHashMap<>();
    private final SearchIndex index;

    private ReferencePages(Spec document, SearchIndex index) {
        this.document = document;
        this.index = index;
        List<CallSection> calls = new ArrayList<>();
        document.at("paths").entries().forEach((path, item) -> item.entries().forEach((method, operation) -> {
            if (operation.has("operationId")) {
                calls.add(new CallSection(path, method.toUpperCase(Locale.ROOT), item.has("servers"), operation));
            }
        }));
        calls.stream()
                .filter(call -> !call.path().startsWith(DASHBOARD))
                .sorted(Comparator.comparingInt(call -> place(call.tag())))
                .forEach(call -> groups.computeIfAbsent(call.tag(), any -> new ArrayList<>())
                        .add(call));
        calls.stream()
                .filter(call -> call.path().startsWith(DASHBOARD))
                .forEach(call -> dashboard
                        .computeIfAbsent(
                                call.path().substring(DASHBOARD.length()).replaceFirst("/.*", ""),
                                any -> new ArrayList<>())
                        .add(call));
    }

    /// Writes the pages into a folder, and their places into the index.
    static void write(Spec document, Path folder, SearchIndex index) throws IOException {
        ReferencePages reference = new ReferencePages(document, index);
        reference.make();
        for (Map.Entry<String, String> page : reference.pages.entrySet()) {
            Files.writeString(folder.resolve(page.getKey() + ".html"), page.getValue());
        }
    }

    private static int place(String tag) {
        int place = ORDER.indexOf(tag);
        return place < 0 ? ORDER.size() : place;
    }

    private static String groupPage(String tag) {
        return "api-" + Markup.slug(tag);
    }

    private static String dashboardPage(String step) {
        return "dashboard-" + step;
    }

    private void make() {
        Map<String, String> tags = new LinkedHashMap<>();
        document.list("tags").forEach(tag -> tags.put(tag.text("name"), tag.text("description")));
        page(OVERVIEW, "Reference", new ReferenceOverview(document, groups, tags).html(ReferencePages::groupPage));
        groups.forEach((tag, calls) -> group(groupPage(tag), tag, tags.getOrDefault(tag, ""), calls));
        events();
        page(
                DASHBOARD_OVERVIEW,
                "The dashboard's own API",
                "<h1>The dashboard's own API</h1>\n"
                        + Markup.blocks(tags.getOrDefault("Dashboard", ""))
                        + "<p>Programs use <a href=\"/docs\">the API below <code>/v1</code></a>; this is what the pages of the"
                        + " dashboard call. <code>STREAMER_SESSION</code> is the session's cookie, and"
                        + " <code>STREAMER_CSRF</code> the <code>csrf_token</code> of <a"
                        + " href=\"/docs/dashboard-session\">the session</a>.</p>\n"
                        + dashboard.entrySet().stream()
                                .map(group -> "<h2 id=\"%s\">%s</h2>\n".formatted(group.getKey(), words(group.getKey()))
                                        + ReferenceOverview.table(dashboardPage(group.getKey()), group.getValue()))
                                .collect(Collectors.joining()));
        dashboard.forEach((step, calls) -> group(dashboardPage(step), "Dashboard: " + words(step), "", calls));
    }

    private static String words(String step) {
        return step.replace('-', ' ');
    }

    private void group(String page, String title, String description, List<CallSection> calls) {
        page(
                page,
                title,
                "<h1>" + Markup.escaped(title) + "</h1>\n<div class=\"lead\">" + Markup.blocks(description) + "</div>\n"
                        + calls.stream().map(CallSection::html).collect(Collectors.joining()));
        for (CallSection call : calls) {
            index.add(page, call.id(), call.title(), call.method() + ' ' + call.fullPath(), Markup.plain(call.html()));
        }
    }

    private void events() {
        StringBuilder sections = new StringBuilder();
        document.at("webhooks").entries().forEach((type, hook) -> {
            Spec content = hook.at("post").at("requestBody").at("content").at("application/json");
            Spec data = content.at("schema").at("properties").at("data");
            String section =
                    """
                    <section class="call" id="%s">
                    <div class="about">
                    <h2><a class="anchor" href="#%s">%s</a></h2>
                    <p>%s</p>
                    %s</div>
                    <div class="code"><details class="example" open><summary>Event</summary><pre>%s</pre></details></div>
                    </section>
                    """
                            .formatted(
                                    type,
                                    type,
                                    Markup.code(type),
                                    Markup.inline(hook.at("post").text("summary")),
                                    FieldList.answered(data),
                                    Markup.escaped(JsonLayout.JSON.write(content.at("example").value())));
            sections.append(section);
            index.add(EVENTS, type, type, "Event", Markup.plain(section));
        });
        page(
                EVENTS,
                "Event types",
                """
                <h1>Event types</h1>
                <div class="lead"><p>The fields of each event's <code>data</code>. <a href="/docs/webhooks">Webhooks</a> and <a
                href="/docs/realtime">the realtime stream</a> bring the same events; <a
                href="/docs/api-events#listEventHistory">the log</a> has those of the last 30 days.</p></div>
                """
                        + sections);
    }

    private void page(String name, String title, String content) {
        pages.put(
                name,
                DocsFrame.page(
                        title + ": Streamer API reference",
                        "reference",
                        "<div class=\"columns\">\n" + side(name) + "<main id=\"main\">\n" + content + "</main>\n</div>"));
    }

    private String side(String current) {
        StringBuilder side = new StringBuilder(
                "<nav class=\"side\" aria-label=\"Reference\"><details><summary>Contents</summary>\n<ul>\n");
        side.append(link(OVERVIEW, "/docs", "Quick start", current, List.of()));
        groups.forEach((tag, calls) ->
                side.append(link(groupPage(tag), "/docs/" + groupPage(tag), tag, current, calls)));
        side.append(link(EVENTS, "/docs/" + EVENTS, "Event types", current, List.of()));
        side.append(link("errors", "/docs/errors", "Errors", current, List.of()));
        side.append("</ul>\n<ul>\n");
        side.append(link(
                DASHBOARD_OVERVIEW, "/docs/" + DASHBOARD_OVERVIEW, "The dashboard's own API", current, List.of()));
        dashboard.forEach((step, calls) -> {
            if (dashboardPage(step).equals(current)) {
                side.append(link(current, "/docs/" + current, words(step), current, calls));
            }
        });
        return side.append("</ul>\n</details></nav>\n").toString();
    }

    private static String link(String page, String address, String title, String current, List<CallSection> calls) {
        boolean here = page.equals(current);
        return "<li><a href=\"%s\"%s>%s</a>%s</li>\n"
                .formatted(
                        address,
                        here ? " aria-current=\"page\"" : "",
                        Markup.escaped(title),
                        here && !calls.isEmpty()
                                ? calls.stream()
                                        .map(call -> "<li><a href=\"#%s\">%s</a></li>\n"
                                                .formatted(call.id(), Markup.escaped(call.title())))
                                        .collect(Collectors.joining("", "<ul>\n", "</ul>"))
                                : "");
    }
}
