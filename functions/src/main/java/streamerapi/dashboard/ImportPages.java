package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtechatimportGenerated;
import streamerapi.pages.templates.dashboard.JteimportpreviewGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.Csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The pages that take commands, timers and counters in from a file, and the files that an account can take along.
final class ImportPages {

    private static final String SECTION = "commands";
    private static final String IMPORT = "/import";
    private static final String EXPORT = "/chat/export";

    private final Site site;

    ImportPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(IMPORT, EXPORT, this::form),
                site.form(IMPORT, "POST", "/chat/import/preview")
                        .then(this::preview)
                        .refusedOn(EXPORT, this::form),
                site.form(IMPORT + "/chosen", "POST", "/chat/import")
                        .leadsTo(request -> Site.PLACE + "/commands", Flash.IMPORTED)
                        .refusedOn(EXPORT, this::form),
                site.page(
                        IMPORT + "/chat.json",
                        EXPORT,
                        (request, answer, refused) ->
                                file("chat.json", "application/json", Json.writeText(answer.json()))),
                table("commands"),
                table("timers"),
                table("counters"));
    }

    private Response form(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtechatimportGenerated.render(output, null, frame, answer, entered));
    }

    private Response preview(Request request, Fields answer) {
        FormValues entered = FormValues.in(request);
        Frame frame = site.frame(request, SECTION, null);
        Fields preview = answer.object("preview");
        return Page.of(200, output -> JteimportpreviewGenerated.render(output, null, frame, preview, entered));
    }

    /// A table of what an account has of a kind.
    private Route table(String kind) {
        String name = kind + ".csv";
        return site.page(
                IMPORT + "/" + name,
                EXPORT,
                (request, answer, refused) -> file(name, "text/csv", csv(answer.objects(kind))));
    }

    private static String csv(List<Fields> items) {
        List<List<String>> rows = new ArrayList<>();
        for (Fields item : items) {
            if (rows.isEmpty()) {
                rows.add(List.copyOf(item.json().keySet()));
            }
            rows.add(item.json().values().stream().map(ImportPages::cell).toList());
        }
        return Csv.file(Csv.write(rows));
    }

    private static String cell(@Nullable Object value) {
        return value instanceof List<?> list
                ? String.join(" ", list.stream().map(String::valueOf).toList())
                : Objects.toString(value, "");
    }

    private static Response file(String name, String type, String text) {
        return Response.text(200, type + "; charset=utf-8", text)
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .with("Cache-Control", "no-store")
                .with("X-Content-Type-Options", "nosniff");
    }
}
