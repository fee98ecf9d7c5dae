package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.Team;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.schema.Body;

import java.util.LinkedHashMap;
import java.util.Map;

/// The endpoints of the people of an account (contract "Dashboard").
public final class TeamApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);
    private static final int LONGEST_EMAIL = 254;
    private static final int LONGEST_PASSWORD = 256;

    private final Team team;

    public TeamApi(Team team) {
        this.team = team;
    }

    /// Every route below `/team`.
    public Api api() {
        return Api.of(
                Route.of("GET", "/team", ADMINISTRATORS, this::list),
                Route.of("POST", "/team", ADMINISTRATORS, this::add).acting(),
                Route.of("PATCH", "/team/{userId}", ADMINISTRATORS, this::change)
                        .acting(),
                Route.of("DELETE", "/team/{userId}", ADMINISTRATORS, this::remove)
                        .acting());
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "users",
                team.all(request.tenantId()).stream().map(TeamApi::json).toList())));
    }

    private Outcome<Response> add(Request request) {
        Body body = request.body();
        String email = body.text("email", 1, LONGEST_EMAIL);
        String password = body.text("password", 1, LONGEST_PASSWORD);
        Role role = role(body.oneOf("role", Role.givable(), null));
        return team.add(request.tenantId(), email, password, role).map(user -> Response.created(answer(user)));
    }

    private Outcome<Response> change(Request request) {
        Body body = request.body();
        String password = body.textOrNull("password", LONGEST_PASSWORD);
        Team.Changes changes = new Team.Changes(
                body.textOrNull("email", LONGEST_EMAIL),
                password == null ? null : body.text("password", 1, LONGEST_PASSWORD),
                body.textOrNull("role", LONGEST_EMAIL) == null ? null : role(body.oneOf("role", Role.givable(), null)));
        return team.change(request.session(), request.parameter("userId"), changes)
                .map(user -> Response.ok(answer(user)));
    }

    private Outcome<Response> remove(Request request) {
        return team.remove(request.session(), request.parameter("userId")).map(user -> Response.success());
    }

    private static Role role(String label) {
        return Role.of(label).orElseThrow();
    }

    private static Map<String, @Nullable Object> answer(Team.User user) {
        return Map.of("user", json(user));
    }

    static Map<String, @Nullable Object> json(Team.User user) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", user.id());
        json.put("email", user.email());
        json.put("role", user.role().label());
        return json;
    }
}
