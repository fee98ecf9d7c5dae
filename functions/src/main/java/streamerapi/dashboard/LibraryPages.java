package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.LibraryItem;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtelibraryGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;

/// The page of own pictures and sounds: a way to upload some, and what each is used for.
final class LibraryPages {

    private static final String SECTION = "library";
    private static final String ADDRESS = Site.PLACE + "/library";
    private static final String LIBRARY = "/library";
    private static final String FILE = "/library/{fileId}";

    private final Site site;
    private final String bucket;

    /// @param bucket the address of the bucket, which files are sent to
    LibraryPages(Site site, String bucket) {
        this.site = site;
        this.bucket = bucket;
    }

    Api api() {
        return Api.of(
                site.page(LIBRARY, LIBRARY, this::library),
                site.form(FILE, "PATCH", FILE)
                        .leadsTo(request -> ADDRESS, Flash.FILE_SAVED)
                        .refusedOn(LIBRARY, this::library),
                site.button(FILE + "/delete", "DELETE", FILE, request -> ADDRESS, Flash.FILE_DELETED));
    }

    private Response library(Request request, Fields answer, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        List<LibraryItem> items = LibraryItem.all(answer, site.read(request, "/overlays"));
        return Page.using(
                bucket,
                Page.of(
                        Site.status(refused),
                        output -> JtelibraryGenerated.render(output, null, frame, answer, items)));
    }
}
