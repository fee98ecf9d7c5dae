package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import static streamerapi.shared.auth.Scope.OVERLAYS_MANAGE;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.patch;
import static streamerapi.shared.http.Route.post;

/// The endpoints of overlays (spec "Overlays", contract "REST", "Dashboard").
public final class OverlaysApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);
    private static final int LONGEST_NAME = 64;
    private static final int LARGEST_SIDE = 7680;
    private static final int MOST_WIDGETS = 50;
    private static final int LONGEST_TITLE = 80;
    private static final int LARGEST_AMOUNT = 1_000_000;
    private static final Pattern WIDGET = Pattern.compile("[a-z][a-z0-9_-]{0,31}");
    private static final List<String> EFFECTS = List.of("confetti", "fireworks", "hearts");

    private final Overlays overlays;
    private final TipGoals goals;
    private final Commands commands;

    public OverlaysApi(Overlays overlays, TipGoals goals, Commands commands) {
        this.overlays = overlays;
        this.goals = goals;
        this.commands = commands;
    }

    /// Every route below `/overlays` that a credential may call.
    public Api api() {
        return Api.of(
                get("/overlays", OVERLAYS_MANAGE, this::list),
                get("/overlays/{overlayId}", OVERLAYS_MANAGE, this::one),
                delete("/overlays/{overlayId}", OVERLAYS_MANAGE, this::remove),
                post("/overlays/celebrate", OVERLAYS_MANAGE, this::celebrateEverywhere),
                post("/overlays/{overlayId}/celebrate", OVERLAYS_MANAGE, this::celebrate),
                post("/overlays/{overlayId}/reload", OVERLAYS_MANAGE, this::reload),
                get("/overlays/{overlayId}/tip-goal", OVERLAYS_MANAGE, this::goal),
                patch("/overlays/{overlayId}/tip-goal", OVERLAYS_MANAGE, this::changeGoal),
                post("/overlays/{overlayId}/tip-goal/add", OVERLAYS_MANAGE, this::addToGoal));
    }

    /// What only the dashboard does: it makes overlays, changes them, and is shown their keys.
    public Api administration() {
        return Api.of(
                Route.of("POST", "/overlays", ADMINISTRATORS, this::create),
                Route.of("PATCH", "/overlays/{overlayId}", ADMINISTRATORS, this::change),
                Route.of("POST", "/overlays/{overlayId}/rotate-key", ADMINISTRATORS, this::rotateKey));
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "overlays",
                overlays.all(request.tenantId()).stream().map(overlays::json).toList())));
    }

    private Outcome<Response> one(Request request) {
        return Outcome.of(answer(seen(request)));
    }

    private Outcome<Response> remove(Request request) {
        return overlays.delete(request.tenantId(), request.parameter("overlayId"))
                .map(overlay -> Response.success());
    }

    private Outcome<Response> create(Request request) {
        Body body = request.body();
        Overlays.Fields fields = new Overlays.Fields(
                body.text(Overlay.NAME, 1, LONGEST_NAME),
                body.wholeNumber(Overlay.WIDTH, 1, LARGEST_SIDE, 1920),
                body.wholeNumber(Overlay.HEIGHT, 1, LARGEST_SIDE, 1080),
                widgets(body, List.of()));
        return overlays.create(request.tenantId(), fields)
                .map(issued -> Response.created(withKey(issued)).showingSecret());
    }

    private Outcome<Response> change(Request request) {
        Body body = request.body();
        String id = request.parameter("overlayId");
        Overlays.Fields fields = new Overlays.Fields(
                body.textOrNull(Overlay.NAME, LONGEST_NAME) == null ? null : body.text(Overlay.NAME, 1, LONGEST_NAME),
                side(body, Overlay.WIDTH),
                side(body, Overlay.HEIGHT),
                widgets(body, null));
        Outcome<Overlays.Seen> changed = overlays.change(request.tenantId(), id, fields);
        boolean looks = fields.width() != null || fields.height() != null || fields.widgets() != null;
        return (looks ? changed.writing(commands.reload(request.tenantId(), id)) : changed).map(this::answer);
    }

    private Outcome<Response> rotateKey(Request request) {
        return overlays.rotateKey(request.tenantId(), request.parameter("overlayId"))
                .map(issued -> Response.ok(withKey(issued)).showingSecret());
    }

    private Outcome<Response> reload(Request request) {
        return telling(seen(request), commands.reload(request.tenantId(), request.parameter("overlayId")));
    }

    private Outcome<Response> celebrate(Request request) {
        return telling(seen(request), celebration(request, List.of(request.parameter("overlayId"))));
    }

    private Outcome<Response> goal(Request request) {
        return Outcome.of(
                Response.ok(Map.of("tip_goal", goals.json(request.tenantId(), request.parameter("overlayId")))));
    }

    private Outcome<Response> changeGoal(Request request) {
        Body body = request.body();
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put(TipGoal.ENABLED, body.flagOrNull(TipGoal.ENABLED));
        changes.put(TipGoal.TITLE, body.textOrNull(TipGoal.TITLE, LONGEST_TITLE));
        changes.put(TipGoal.AMOUNT, body.moneyOrNull(TipGoal.AMOUNT, LARGEST_AMOUNT));
        changes.values().removeIf(Objects::isNull);
        for (String time : List.of(TipGoal.STARTS_AT, TipGoal.ENDS_AT)) {
            if (body.wasSent(time)) {
                changes.put(time, body.instantOrNull(time));
            }
        }
        return goals.change(request.tenantId(), request.parameter("overlayId"), changes)
                .map(changed -> Response.success());
    }

    private Outcome<Response> addToGoal(Request request) {
        BigDecimal amount = request.body().moneyChange("amount", LARGEST_AMOUNT);
        return goals.add(request.tenantId(), request.parameter("overlayId"), amount)
                .map(goal -> Response.ok(Map.of("tip_goal", goal)));
    }

    private Outcome<Response> celebrateEverywhere(Request request) {
        List<String> connected = overlays.all(request.tenantId()).stream()
                .filter(overlays::isConnected)
                .map(seen -> seen.overlay().id())
                .toList();
        Write celebration = celebration(request, connected);
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put("overlays", connected.size());
        Outcome<Response> answer = Outcome.of(Response.ok(body));
        return connected.isEmpty() ? answer : answer.writing(celebration);
    }

    /// Nobody is told of what nobody is there to hear.
    private Outcome<Response> telling(Overlays.Seen seen, Write command) {
        Outcome<Response> answer = Outcome.of(Response.success());
        return overlays.isConnected(seen) ? answer.writing(command) : answer;
    }

    private Write celebration(Request request, List<String> overlayIds) {
        Body body = request.body();
        return commands.celebrate(
                request.tenantId(),
                overlayIds,
                body.oneOf("effect", EFFECTS, EFFECTS.getFirst()),
                body.wholeNumber("seconds", 1, 30, 5));
    }

    private Overlays.Seen seen(Request request) {
        return overlays.get(request.tenantId(), request.parameter("overlayId"));
    }

    private Response answer(Overlays.Seen seen) {
        return Response.ok(Map.of("overlay", overlays.json(seen)));
    }

    private static Map<String, @Nullable Object> withKey(Overlays.Issued issued) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("overlay", issued.json());
        answer.put("key", issued.key().text());
        return answer;
    }

    private static @Nullable Integer side(Body body, String name) {
        int side = body.wholeNumber(name, 1, LARGEST_SIDE, 0);
        return side == 0 ? null : side;
    }

    private static @Nullable List<String> widgets(Body body, @Nullable List<String> fallback) {
        List<String> widgets = body.textsOrNull(Overlay.WIDGETS);
        if (widgets == null) {
            return fallback;
        }
        if (widgets.size() > MOST_WIDGETS
                || widgets.stream().distinct().count() < widgets.size()
                || !widgets.stream().allMatch(widget -> WIDGET.matcher(widget).matches())) {
            throw Problem.badField(
                    Overlay.WIDGETS,
                    "widgets must be at most " + MOST_WIDGETS + " different names of 1 to 32 characters a-z, 0-9, _ and"
                            + " -, beginning with a letter");
        }
        return widgets;
    }
}
