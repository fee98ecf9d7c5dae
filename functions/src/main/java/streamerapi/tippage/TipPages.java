package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkouts;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;
import streamerapi.viewers.SignedInViewer;

/// The tip pages of the installation, and the viewers who look at them.
public final class TipPages {

    private final Table table;
    private final ProviderConnections connections;
    private final Checkouts checkouts;
    private final ViewerSignIns signIns;

    TipPages(Table table, ProviderConnections connections, Checkouts checkouts, ViewerSignIns signIns) {
        this.table = table;
        this.connections = connections;
        this.checkouts = checkouts;
        this.signIns = signIns;
    }

    /// The page with a slug.
    ///
    /// @throws Problem `not_found` if no account has the slug, or its page is not enabled
    TipPage find(String slug) {
        TipPage page = TipPage.find(table, connections, checkouts, slug);
        if (page == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return page;
    }

    /// The viewer who has signed in to a page; null if none has, or viewers cannot any more.
    ///
    /// @param cookie the browser's [ViewerCookie#name], or null
    @Nullable
    SignedInViewer viewer(TipPage page, @Nullable String cookie) {
        return page.settings().signIn() ? signIns.signedIn(page.tenantId(), cookie) : null;
    }
}
