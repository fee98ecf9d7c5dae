package streamerapi.dashboard;

import streamerapi.settings.Settings;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.storage.Table;

import java.util.Map;

/// The endpoints of an account's settings (contract "Dashboard").
public final class SettingsApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);

    private final Table table;
    private final boolean allowPrivate;

    /// @param allowPrivate whether the moderation service's address can be a private one: on the local stack
    public SettingsApi(Table table, boolean allowPrivate) {
        this.table = table;
        this.allowPrivate = allowPrivate;
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
        SettingsChanges changes = new SettingsChanges(request.body(), allowPrivate);
        return Settings.change(table, request.tenantId(), changes::of).map(SettingsApi::answer);
    }

    private static Response answer(Settings settings) {
        return Response.ok(Map.of("settings", settings.json()));
    }
}
