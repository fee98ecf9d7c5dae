package streamerapi.tippage;

import streamerapi.checkouts.Checkouts;
import streamerapi.connections.ProviderConnections;
import streamerapi.overlays.TipGoals;
import streamerapi.pages.TipPageView;
import streamerapi.pages.TipVisitorView;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.tts.TtsQueries;

import java.time.InstantSource;

/// A tip page as it will be, for the streamer who has not enabled it yet, has closed it or has connected no processor.
/// Nothing can be sent from it.
public final class TipPagePreview {

    private final Table table;
    private final ProviderConnections connections;
    private final Checkouts checkouts;
    private final TipPageLook look;

    public TipPagePreview(
            Table table, ProviderConnections connections, Checkouts checkouts, Ids ids, InstantSource clock) {
        this.table = table;
        this.connections = connections;
        this.checkouts = checkouts;
        this.look = new TipPageLook(new TipGoals(table, ids, clock), new TtsQueries(table, clock));
    }

    /// An account's page, as a stranger will see it.
    public TipPageView of(String tenantId) {
        TipPage page = TipPage.of(table, connections, checkouts, tenantId);
        if (page == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        TipPage ready = page.ready();
        TipVisitorView stranger = ready.visitor(null);
        return ready.view(stranger, TipPage.Entry.blank(null, null), look.of(ready), true);
    }
}
