package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Route;

import java.util.function.Function;

/// A form of a page, as it is described step by step: what the page says when the form's endpoint has done what it is
/// asked, and the page on which a refused form is shown again.
public final class PageForm {

    private final @Nullable Edited edited;
    private final Mount mount;

    /// @param edited the resource that the form edits; null if it does something else
    PageForm(@Nullable Edited edited, Mount mount) {
        this.edited = edited;
        this.mount = mount;
    }

    /// Makes the route that a form is sent to.
    @FunctionalInterface
    interface Mount {
        Route route(@Nullable Edited edited, Site.Done done, String shows, Site.View view);
    }

    /// A form of which all is known but the page that it stands on.
    @FunctionalInterface
    public interface Decided {

        /// The form's route. A form that is refused, and one whose resource others have changed meanwhile, is shown
        /// again with its input.
        ///
        /// @param shows the template of the GET that the form's page shows
        Route refusedOn(String shows, Site.View view);
    }

    /// A form that edits another resource than the one of its endpoint's path.
    public PageForm editing(Edited resource) {
        return new PageForm(resource, mount);
    }

    /// A form that ends with a response of its own.
    public Decided then(Site.Done done) {
        return (shows, view) -> mount.route(edited, done, shows, view);
    }

    /// A form that leads to a page, which tells the result.
    ///
    /// @param back the page's address
    /// @param done null if the page itself shows it
    public Decided leadsTo(Function<Request, String> back, @Nullable Flash done) {
        return then((request, answer) -> Site.redirect(back.apply(request), done));
    }
}
