import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

import java.util.List;
import java.util.Locale;

/// HTML of texts.
final class Markup {

    private static final List<TablesExtension> TABLES = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(TABLES).escapeHtml(true).build();

    private Markup() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    static String code(String text) {
        return "<code>" + escaped(text) + "</code>";
    }

    /// The HTML of CommonMark, with its paragraphs.
    static String blocks(String markdown) {
        return RENDERER.render(PARSER.parse(markdown));
    }

    /// The HTML of CommonMark that is one paragraph, without the paragraph.
    static String inline(String markdown) {
        return blocks(markdown).strip().replaceFirst("^<p>", "").replaceFirst("</p>$", "");
    }

    /// CommonMark as a reader sees it, for a search index.
    static String plain(String html) {
        return html.replaceAll("<[^>]+>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    static String slug(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
