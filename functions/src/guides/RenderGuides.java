import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Renders the guides of docs/ and the OpenAPI document as the pages below `/docs`. The build runs it after a change of
/// either; commonmark-java is on its class path and in no deployment.
///
/// Arguments: the folder of the guides, the folder that the pages are written to, the OpenAPI document.
final class RenderGuides {

    private static final List<String> GUIDES = List.of(
            "quickstart",
            "webhooks",
            "realtime",
            "apps",
            "cli",
            "clients",
            "mcp",
            "ingest",
            "commands",
            "errors",
            "limits",
            "versioning",
            "features",
            "tip-page",
            "alerts",
            "moderation",
            "money",
            "connections");
    private static final List<String> INTEGRATIONS = List.of(
            "twitch",
            "kick",
            "stripe",
            "paypal",
            "ko-fi",
            "obs",
            "streamer-bot",
            "firebot",
            "stream-deck",
            "discord",
            "google-sheets");

    private static final Pattern SECTION = Pattern.compile("<h2 id=\"([^\"]*)\">(.*?)</h2>");

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final Map<String, Node> documents = new LinkedHashMap<>();
    private final SearchIndex index = new SearchIndex();

    public static void main(String[] arguments) throws IOException {
        RenderGuides guides = new RenderGuides();
        Path from = Path.of(arguments[0]);
        Path to = Files.createDirectories(Path.of(arguments[1]));
        for (String name : GUIDES) {
            guides.read(name, from.resolve(name + ".md"));
        }
        for (String name : INTEGRATIONS) {
            guides.read(name, from.resolve("integrations/" + name + ".md"));
        }
        ReferencePages.write(Spec.read(Path.of(arguments[2])), to, guides.index);
        for (String name : guides.documents.keySet()) {
            Files.writeString(to.resolve(name + ".html"), guides.page(name));
        }
        Files.writeString(to.resolve("search.json"), guides.index.json());
    }

    private void read(String name, Path file) throws IOException {
        if (Files.exists(file)) {
            documents.put(name, PARSER.parse(Files.readString(file)));
        }
    }

    /// The page, each table of which can be scrolled by the keyboard and is a region of its own number.
    private static String reachableTables(String html) {
        AtomicInteger tables = new AtomicInteger();
        return Pattern.compile("<table")
                .matcher(html)
                .replaceAll(table ->
                        "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table"
                                .formatted(tables.incrementAndGet()))
                .replace("</table>", "</table></div>");
    }

    private String page(String name) {
        Node document = documents.get(name);
        document.accept(new Links());
        Set<String> ids = new HashSet<>();
        String body = reachableTables(HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", unused(slug(text(heading)), ids));
                    } else if (node instanceof Code code
                            && code.getParent() instanceof TableCell
                            && name.equals("errors")
                            && ids.add(code.getLiteral())) {
                        attributes.put("id", code.getLiteral());
                    }
                })
                .build()
                .render(document));
        addToIndex(name, title(document), body);
        return DocsFrame.page(
                title(document) + ": Streamer API",
                "guides",
                """
                <main class="guide">
                %s
                </main>
                <footer class="guide">
                <h2 id="all-guides">All guides</h2>
                <ul class="guides">
                %s</ul>
                </footer>"""
                        .formatted(body, list(name)));
    }

    /// Each section of a guide is a place that the search leads to.
    private void addToIndex(String page, String guide, String body) {
        for (String section : body.split("(?=<h2 id=)", -1)) {
            Matcher heading = SECTION.matcher(section);
            boolean isSection = heading.lookingAt();
            index.add(
                    page,
                    isSection ? heading.group(1) : "",
                    isSection ? Markup.plain(heading.group(2)).strip() : guide,
                    isSection ? guide : "Guide",
                    Markup.plain(section));
        }
    }

    private String list(String current) {
        StringBuilder list = new StringBuilder();
        documents.forEach((name, document) -> list.append("<li><a href=\"/docs/")
                .append(name)
                .append(name.equals(current) ? "\" aria-current=\"page\">" : "\">")
                .append(Markup.escaped(title(document)))
                .append("</a></li>\n"));
        return list.toString();
    }

    private static String title(Node document) {
        return document.getFirstChild() instanceof Heading heading ? text(heading) : "Guide";
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    private static String slug(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").strip().replace(' ', '-');
    }

    private static String unused(String id, Set<String> ids) {
        return ids.add(id) ? id : unused(id + "-", ids);
    }

    /// Links between guides lead to their pages. A link to a file that is no guide becomes its text, and a picture is left
    /// out.
    private final class Links extends AbstractVisitor {
        @Override
        public void visit(Image image) {
            Node paragraph = image.getParent();
            image.unlink();
            if (paragraph.getFirstChild() == null) {
                paragraph.unlink();
            }
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            String target = link.getDestination();
            if (target.startsWith("http") || target.startsWith("#") || target.startsWith("/")) {
                return;
            }
            String file = target.replaceFirst("#.*", "");
            String name = file.replaceFirst(".*/", "").replaceFirst("\\.md$", "");
            if (file.endsWith(".md") && documents.containsKey(name)) {
                link.setDestination("/docs/" + name + target.substring(file.length()));
                return;
            }
            Node child = link.getFirstChild();
            while (child != null) {
                Node next = child.getNext();
                link.insertBefore(child);
                child = next;
            }
            link.unlink();
        }
    }
}
