package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Browser;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.shared.auth.Scope;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Texts that would do harm on a page, as an app's name and description and in the request for consent: what strangers
/// choose and a streamer reads before they agree. The rows are written past the checks of a name.
@NullMarked
class AppPayloadsTest {

    private final Service service = Service.shared();
    private final Account maker = service.newAccount();
    private final Account streamer = service.newAccount();
    private final TestApp app = TestApp.confidential(maker, Scope.TTS_READ);
    private final Browser streamers = new Browser(service);
    private final DashboardVisitor makers = DashboardVisitor.owner(maker);

    @Test
    void noTextOfAnAppAddsAnElementOrAnAttributeToAPage() {
        streamers.approve(app.asking(), streamer);
        Set<String> harmless = new TreeSet<>();
        pages(app.described("Nova Fox"), "a b&c")
                .forEach(page -> harmless.addAll(PageStructure.of(page.text()).kinds()));
        List<String> texts = HostileTexts.of("/payloads.txt").stream()
                .map(line -> line.split("\t", 2)[1])
                .toList();
        assertThat(texts).hasSizeGreaterThanOrEqualTo(26);

        for (String text : texts) {
            TestApp hostile = app.renamed(text).described(text);
            for (Answer page : pages(hostile, text)) {
                assertThat(page.status()).as(text).isBetween(200, 499);
                assertThat(page.header("X-Injected")).isNull();
                PageStructure structure = PageStructure.of(page.text());
                Set<String> added = new TreeSet<>(structure.kinds());
                added.removeAll(harmless);
                assertThat(added).as(text).isEmpty();
                assertThat(structure.runsScripts()).as(text).isFalse();
            }
        }
    }

    /// The pages on which an app stands: signing in for it, consent, its refusals, its maker's pages, and the list of
    /// connected apps.
    private List<Answer> pages(TestApp asked, String text) {
        return Stream.of(
                        new Browser(service).open(with(asked.asking(), "state", text)),
                        streamers.open(with(asked.asking(), "state", text)),
                        streamers.open(with(asked.asking(), "client_id", text)),
                        streamers.open(with(asked.asking(), "redirect_uri", text)),
                        streamers.open(with(asked.asking(), "scope", text)),
                        makers.open("/dashboard/apps"),
                        makers.open("/dashboard/apps/" + asked.app().clientId()),
                        DashboardVisitor.owner(streamer).open("/dashboard/connected-apps"))
                .toList();
    }

    private static Map<String, String> with(Map<String, String> asking, String name, String value) {
        Map<String, String> other = new HashMap<>(asking);
        other.put(name, value);
        return other;
    }
}
