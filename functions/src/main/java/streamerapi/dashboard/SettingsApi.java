package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Currencies;
import streamerapi.settings.Settings;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Table;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The endpoints of an account's settings (contract "Dashboard").
public final class SettingsApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);
    private static final List<String> CHOICES = Arrays.stream(Settings.OnMatch.values())
            .map(Settings.OnMatch::label)
            .toList();
    private static final int MOST_ENTRIES = 500;
    private static final int LONGEST_WORD = 64;
    private static final int LONGEST_LINK = 2_048;

    private final Table table;

    public SettingsApi(Table table) {
        this.table = table;
    }

    /// `/settings`.
    public Api api() {
        return Api.of(
                Route.of("GET", "/settings", ADMINISTRATORS, this::show),
                Route.of("PATCH", "/settings", ADMINISTRATORS, this::change));
    }

    private Outcome<Response> show(Request request) {
        return Outcome.of(answer(Settings.read(table, request.tenantId())));
    }

    private Outcome<Response> change(Request request) {
        Body body = request.body();
        Body filter = body.object("filter");
        Body review = body.object("review");
        Settings.Changes changes = new Settings.Changes(
                Currencies.checkedOrNull(body.textOrNull("currency", 3)),
                entriesOrNull(filter, "replace", LONGEST_WORD),
                entriesOrNull(filter, "block", LONGEST_WORD),
                onMatchOrNull(filter),
                review.flagOrNull("hold_all"),
                entriesOrNull(body, "banned_media", LONGEST_LINK));
        return Settings.change(table, request.tenantId(), changes).map(SettingsApi::answer);
    }

    private static Settings.@Nullable OnMatch onMatchOrNull(Body filter) {
        return filter.textOrNull("on_match", LONGEST_WORD) == null
                ? null
                : Settings.OnMatch.of(filter.oneOf("on_match", CHOICES, null));
    }

    /// A list of different texts, none of them blank.
    private static @Nullable List<String> entriesOrNull(Body body, String name, int longest) {
        List<String> sent = body.textsOrNull(name);
        if (sent == null) {
            return null;
        }
        boolean fits = sent.size() <= MOST_ENTRIES
                && sent.stream()
                        .allMatch(entry -> !entry.isBlank() && entry.codePointCount(0, entry.length()) <= longest);
        if (!fits) {
            throw Problem.badField(
                    body.path(name),
                    body.path(name) + " must have at most " + MOST_ENTRIES + " entries of 1 to " + longest
                            + " characters");
        }
        return sent.stream().distinct().toList();
    }

    private static Response answer(Settings settings) {
        return Response.ok(Map.of("settings", settings.json()));
    }
}
