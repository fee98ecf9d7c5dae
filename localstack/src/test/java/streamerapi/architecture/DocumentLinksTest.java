package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the links of the documents as they are read in the repository: each leads to a file, and to a heading of it.
@NullMarked
class DocumentLinksTest {

    private static final Pattern FENCED = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyLinkLeadsToAFileAndToAHeadingOfIt() {
        List<Path> documents = new ArrayList<>(Product.documents());
        documents.add(Service.root().resolve("README.md"));
        documents.add(Service.root().resolve("CHANGELOG.md"));
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            LINK.matcher(prose(document))
                    .results()
                    .map(found -> found.group(1))
                    .filter(link -> !link.startsWith("https://") && !leads(document, link))
                    .forEach(link -> broken.add(document.getFileName() + ": " + link));
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leads(Path from, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /// The anchors that GitHub gives the headings of a document: a second heading of the same words has a number.
    private static List<String> anchors(Path document) {
        Map<String, Integer> before = new HashMap<>();
        return HEADING.matcher(prose(document))
                .results()
                .map(DocumentLinksTest::anchor)
                .map(anchor -> {
                    int earlier = before.merge(anchor, 1, Integer::sum) - 1;
                    return earlier == 0 ? anchor : anchor + "-" + earlier;
                })
                .toList();
    }

    private static String anchor(MatchResult heading) {
        return heading.group(1)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String prose(Path document) {
        return FENCED.matcher(Product.text(document)).replaceAll("");
    }
}
