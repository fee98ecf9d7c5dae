package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.WebClient;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Route;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Texts that would do harm on a page, in every field that is ever shown on one: with them, no page of the dashboard
/// has an element or an attribute that none has with a harmless text.
@NullMarked
class PayloadsTest {

    private static final String HARMLESS = "Nova Fox";
    private static final int ASKED_OF = 4;
    private static final Pattern LINK = Pattern.compile("href=\"(/dashboard[^\"#]*)\"");
    /// The gateway refuses these in a path by itself.
    private static final Pattern CONTROL = Pattern.compile("%[01][0-9A-F]");

    private static final Pattern FILE = Pattern.compile(".*\\.(css|js|svg|png|ico)(\\?.*)?");

    private final Service service = Service.shared();
    private final List<Route> pages = pages();
    private final Map<String, Pattern> templates = templates(pages);
    private final Map<String, String> templateOfPath = new ConcurrentHashMap<>();

    /// A payload of the table.
    private record Payload(String name, String text) {}

    /// The contents of an account's pages.
    ///
    /// @param kinds of elements
    /// @param fields that took the text
    /// @param opened templates of pages
    /// @param showing templates of pages that showed the text
    private record Seen(Set<String> kinds, List<String> fields, Set<String> opened, Set<String> showing) {}

    @Test
    void noTextAddsAnElementOrAnAttributeToThePageThatShowsIt() {
        List<Payload> payloads = HostileTexts.of("/payloads.txt").stream()
                .map(line -> line.split("\t", 2))
                .map(fields -> new Payload(fields[0], fields[1]))
                .toList();
        Filling.Known known = new Filling.Known();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Seen harmless = seen(new Payload("harmless", HARMLESS), known, null, wrong);
        payloads.parallelStream().forEach(payload -> seen(payload, known, harmless, wrong));

        assertThat(wrong).isEmpty();
        assertThat(payloads).hasSizeGreaterThanOrEqualTo(26);
        assertThat(payloads)
                .as("that which would be seen if it were not escaped")
                .filteredOn(payload -> !PageStructure.of(payload.text).kinds().isEmpty())
                .hasSizeGreaterThan(8)
                .noneMatch(payload -> harmless.kinds.containsAll(
                        PageStructure.of(payload.text).kinds()));
        assertThat(harmless.fields)
                .contains("/tips name", "/tips message", "/webhook-endpoints description", "follow")
                .hasSizeGreaterThan(35);
        assertThat(harmless.opened).hasSizeGreaterThan(30);
        assertThat(harmless.showing).hasSizeGreaterThan(10);
    }

    /// Fills an account and opens its pages, one of each template, and every fourth with the text in its address.
    ///
    /// @param harmless the account with a harmless text, whose pages that show it are opened; null if it is that one
    private Seen seen(Payload payload, Filling.Known known, @Nullable Seen harmless, Queue<String> wrong) {
        Account account = service.newAccount();
        List<String> fields = new Filling(known, account, payload.text).fill();
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        Set<String> kinds = new TreeSet<>();
        Set<String> opened = new HashSet<>();
        Set<String> showing = new HashSet<>();
        Deque<String> next = new ArrayDeque<>();
        pages.stream().map(Route::template).filter(PayloadsTest::isWhole).forEach(next::add);
        IntStream.range(0, pages.size())
                .filter(i -> harmless == null || (i + payload.name.hashCode()) % ASKED_OF == 0)
                .forEach(i -> next.add(asked(pages.get(i).template(), payload.text)));
        while (!next.isEmpty()) {
            String address = next.remove();
            String template = template(address);
            if ((harmless == null || harmless.showing.contains(template)) && opened.add(template)) {
                Answer page = visitor.open(address);
                String html = isFile(page) ? "" : page.text();
                PageStructure structure = PageStructure.of(html);
                Set<String> here = structure.kinds();
                if (harmless != null) {
                    here.removeAll(harmless.kinds);
                }
                kinds.addAll(here);
                if (html.contains(payload.text)) {
                    showing.add(template);
                }
                if (page.status() >= 500
                        || page.header("X-Injected") != null
                        || structure.runsScripts()
                        || (harmless != null && !here.isEmpty())) {
                    wrong.add(payload.name + ": " + address + " " + page.status() + " " + here);
                }
                links(html).forEach(next::add);
            }
        }
        return new Seen(kinds, fields, opened, showing);
    }

    /// Whether a browser saves the answer and never shows it.
    private static boolean isFile(Answer answer) {
        return !String.valueOf(answer.header("Content-Type")).startsWith("text/html")
                && String.valueOf(answer.header("Content-Disposition")).startsWith("attachment")
                && "nosniff".equals(answer.header("X-Content-Type-Options"));
    }

    /// Whether a page is there by itself: neither one of a thing, to which links lead, nor the part of one that lives.
    private static boolean isWhole(String page) {
        return !page.contains("{") && !page.endsWith("/live");
    }

    private static Stream<String> links(String html) {
        return LINK.matcher(html)
                .results()
                .map(link -> link.group(1).replace("&amp;", "&"))
                .filter(address -> !FILE.matcher(address).matches());
    }

    /// A page's address with the text in its path, if a part of it can be chosen, and in its query.
    private static String asked(String template, String text) {
        String encoded = WebClient.encode(text).replace("+", "%20");
        String inPath = CONTROL.matcher(encoded).replaceAll("");
        String path = template.replaceAll("\\{[^}]+}", Matcher.quoteReplacement(inPath));
        return path
                + Stream.of("q", "done", "status", "name", "link", "type", "from")
                        .map(name -> name + "=" + encoded)
                        .reduce("?asked=1", (query, parameter) -> query + "&" + parameter);
    }

    private String template(String address) {
        int question = address.indexOf('?');
        String path = question < 0 ? address : address.substring(0, question);
        String asked = address.contains("?asked=1") ? "?asked" : "";
        return templateOfPath.computeIfAbsent(path, this::templateOf) + asked;
    }

    private String templateOf(String path) {
        return templates.entrySet().stream()
                .filter(template -> template.getValue().matcher(path).matches())
                .map(Map.Entry::getKey)
                .min((one, other) -> Boolean.compare(one.contains("{"), other.contains("{")))
                .orElse(path);
    }

    /// The templates of pages, each with the pattern of the paths that it stands for.
    private static Map<String, Pattern> templates(List<Route> pages) {
        Map<String, Pattern> templates = new HashMap<>();
        for (Route page : pages) {
            templates.put(page.template(), Pattern.compile(page.template().replaceAll("\\{[^}]+}", "[^/]+")));
        }
        return templates;
    }

    private static List<Route> pages() {
        return HttpFunctions.of(Template.read(Service.root().resolve("template.yaml"))).values().stream()
                .map(Api::routes)
                .flatMap(List::stream)
                .filter(route -> route.method().equals("GET")
                        && route.template().startsWith("/dashboard")
                        && route.manner().page())
                .distinct()
                .toList();
    }
}
