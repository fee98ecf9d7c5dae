package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.connections.ProviderConnections;
import streamerapi.pages.TipPageView;
import streamerapi.pages.TipVisitorView;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;
import streamerapi.viewers.SignedInViewer;

import java.util.Objects;

/// The tip pages of the installation, and the viewers who look at them.
public final class TipPages {

    private final Table table;
    private final ProviderConnections connections;
    private final Checkouts checkouts;
    private final ViewerSignIns signIns;
    private final TipPageLook look;

    TipPages(
            Table table,
            ProviderConnections connections,
            Checkouts checkouts,
            ViewerSignIns signIns,
            TipPageLook look) {
        this.table = table;
        this.connections = connections;
        this.checkouts = checkouts;
        this.signIns = signIns;
        this.look = look;
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

    /// A page as it is shown.
    TipPageView view(TipPage page, TipVisitorView visitor, TipPage.Entry entry) {
        return page.view(visitor.signingInAt(signIns.origin()), entry, look.of(page), false);
    }

    /// The checkout of a status page. Its address has the slug that the page had when the donor began to pay: it leads
    /// there although the account has chosen another since, and although another account has that slug by now.
    ///
    /// @throws Problem `not_found` if no checkout was begun under the slug with this token
    Checkout checkout(String slug, String token) {
        TipPageSlug current = TipPageSlug.find(table, slug);
        Checkout found = current == null ? null : checkout(current, token);
        if (found != null) {
            return found;
        }
        return TipPageSlug.former(table, slug).stream()
                .map(former -> checkout(former, token))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    private @Nullable Checkout checkout(TipPageSlug of, String token) {
        Checkout found = checkouts.find(of.tenantId(), token);
        return found == null || !found.slug().equals(of.slug()) ? null : found;
    }

    /// The viewer who has signed in to a page; null if none has, or viewers cannot any more.
    ///
    /// @param cookie the browser's [ViewerCookie#name], or null
    @Nullable
    SignedInViewer viewer(TipPage page, @Nullable String cookie) {
        return page.settings().signIn() ? signIns.signedIn(page.tenantId(), cookie) : null;
    }
}
