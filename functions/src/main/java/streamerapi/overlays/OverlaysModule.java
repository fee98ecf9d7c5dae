package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.goals.GoalsModule;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Write;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.OVERLAYS_MANAGE;
import static streamerapi.shared.events.EventType.OVERLAY_DISCONNECTED;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;
import static streamerapi.shared.problems.ErrorCode.OVERLAY_NOT_CONNECTED;

/// Overlays (spec "Overlays", contract "REST", "Dashboard"). The dashboard alone makes them, changes their settings and
/// gives out their keys; credentials may list, control and delete them, and manage their tip goals.
public final class OverlaysModule implements Module {

    /// An effect on overlays.
    ///
    /// @param seconds 1 to 30
    private record Celebration(String effect, int seconds) {

        static final Schema<Celebration> SCHEMA = Schema.of("Celebration", "An effect, and how long it lasts.", s -> {
            var effect = s.oneOf("effect", Celebration::effect, List.of("confetti", "fireworks", "hearts"))
                    .orElse("confetti");
            var seconds =
                    s.int32("seconds", Celebration::seconds).between(1, 30).orElse(5);
            return in -> new Celebration(effect.of(in), seconds.of(in));
        });
    }

    private static final Schema<Integer> REACHED = Schema.shown(
            "CelebrationResult",
            "How many overlays are connected.",
            s -> s.int32("overlays", count -> count)
                    .between(0, Integer.MAX_VALUE)
                    .doc("How many overlays are connected."));

    private final Overlays overlays;
    private final OpenOverlays open;
    private final TipGoals tipGoals;
    private final Happenings happenings;
    private final Commands commands;

    public OverlaysModule(Services services) {
        this.commands = new Commands(services.ids(), services.clock());
        this.overlays = new Overlays(services.table(), services.credentials(), commands, services.clock());
        this.open = new OpenOverlays(overlays, commands);
        this.tipGoals = new TipGoals(services.table(), services.ids(), services.clock());
        this.happenings = new Happenings(services.table(), services.clock());
    }

    /// The goals of followers and subscriptions and the stream's timer, which overlays show.
    public static GoalsModule goals(Services services) {
        OverlaysModule module = new OverlaysModule(services);
        return new GoalsModule(services, module::rereadCounts);
    }

    /// The command that has connected overlays read sums and counts anew, for a change of an account that no event of
    /// theirs tells of.
    public static List<Write> rereading(Services services, String tenantId) {
        return new OverlaysModule(services).rereadCounts(tenantId);
    }

    /// The command that has connected overlays load anew, because they may show what is not there any more.
    public static List<Write> reloading(Services services, String tenantId) {
        OverlaysModule module = new OverlaysModule(services);
        return module.open.told(tenantId, connected -> module.commands.reload(tenantId, connected));
    }

    /// The command that has connected overlays read sums and counts again.
    public List<Write> rereadCounts(String tenantId) {
        return open.rereadingCounts(tenantId);
    }

    /// The command that has connected overlays which show names of tips read them again.
    public List<Write> rereadNames(String tenantId) {
        return open.rereadingNames(tenantId);
    }

    /// The command that has connected overlays show the code of another tip page: who takes the slug that was given up
    /// would get the tips of those who follow the old one.
    ///
    /// @param path the page's; null if it is not there any more
    public List<Write> tipPageMoved(String tenantId, @Nullable String path) {
        return open.told(tenantId, connected -> commands.tipPage(tenantId, connected, path));
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                forBoth(Endpoint.get("/overlays", "listOverlays", "List overlays"))
                        .doc("Every overlay of the account, oldest first, without their keys.")
                        .answers(Answer.list("overlays", Overlay.OverlayStatus.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(overlays.all(call.tenantId()).stream()
                                .map(overlays::shown)
                                .toList())),
                forBoth(Endpoint.get("/overlays/{overlayId}", "getOverlay", "Get an overlay"))
                        .doc("`connected` says whether a socket of its browser source is live.")
                        .answers(Answer.ok("overlay", Overlay.OverlayStatus.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(overlays.shown(seen(call)))),
                forBoth(Endpoint.delete("/overlays/{overlayId}", "deleteOverlay", "Delete an overlay"))
                        .doc(
                                "Its key stops working at once, and its sockets are closed within a few seconds (`revoked`). If"
                                        + " it was connected, `overlay.disconnected` follows with the reason"
                                        + " `overlay_deleted`.")
                        .answers(Answer.success())
                        .emits(OVERLAY_DISCONNECTED)
                        .speculative()
                        .handles(call -> overlays.delete(call.tenantId(), call.path("overlayId"))),
                forBoth(Endpoint.post("/overlays/celebrate", "celebrateEverywhere", "Celebrate on every overlay"))
                        .doc("Every connected overlay shows the effect. `overlays` says how many are connected.")
                        .body(Celebration.SCHEMA)
                        .answers(Answer.done(REACHED))
                        .speculative()
                        .handles(this::celebrateEverywhere),
                forBoth(Endpoint.post("/overlays/{overlayId}/celebrate", "celebrate", "Celebrate on an overlay"))
                        .doc("The overlay shows the effect: its sockets are sent `{\"type\": \"celebrate\", \"data\":"
                                + " {\"effect\", \"seconds\"}}`. If it is not connected nothing happens, and the answer"
                                + " is the same.")
                        .body(Celebration.SCHEMA)
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> withCommand(seen(call), celebration(call, List.of(call.path("overlayId"))))),
                forBoth(Endpoint.post("/overlays/{overlayId}/reload", "reloadOverlay", "Reload an overlay"))
                        .doc(
                                "The overlay's browser source loads anew: its sockets are sent `{\"type\": \"reload\"}`. If"
                                        + " it is not connected nothing happens, and the answer is the same.")
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> withCommand(
                                seen(call), commands.reload(call.tenantId(), List.of(call.path("overlayId"))))),
                forBoth(Endpoint.post("/overlays/{overlayId}/sound-check", "checkSound", "Check an overlay's sound"))
                        .doc(
                                "The overlay plays a chime of three seconds, whatever its widgets are: its sockets are sent"
                                        + " `{\"type\": \"sound_check\"}`. Its `report` says `playing` meanwhile, or `silent` if"
                                        + " the browser wants a click before it plays sound.")
                        .answers(Answer.success())
                        .refuses(OVERLAY_NOT_CONNECTED)
                        .speculative()
                        .handles(call -> overlays.checkSound(call.tenantId(), call.path("overlayId"))),
                forBoth(Endpoint.get("/overlays/{overlayId}/tip-goal", "getTipGoal", "Get an overlay's tip goal"))
                        .doc("`current` is the sum of the paid tips from `starts_at` on and before `ends_at`, in the"
                                + " account's currency of today, and of the additions by hand in that time. Tips in"
                                + " another currency count at the rate that is set for it (`exchange_rates`); without one"
                                + " they are in `other_sums`. Tips that were not paid, replays and test tips count for no"
                                + " goal. The sum is exact, however many tips there are.")
                        .answers(Answer.ok("tip_goal", TipGoal.TipGoalProgress.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(tipGoals.get(call.tenantId(), call.path("overlayId")))),
                forBoth(Endpoint.patch(
                                "/overlays/{overlayId}/tip-goal", "changeTipGoal", "Change an overlay's tip goal"))
                        .doc(
                                "After a change the overlay's browser source loads anew. Send null or an empty text to take"
                                        + " a time back: without `starts_at` everything that was ever paid counts, without"
                                        + " `ends_at` the goal stays open. `ends_at` must be after `starts_at`: 400"
                                        + " `bad_request` with the field `ends_at` if it is not.")
                        .changes(TipGoal.SCHEMA)
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> tipGoals.change(call.tenantId(), call.path("overlayId"), call.body())),
                forBoth(Endpoint.post(
                                "/overlays/{overlayId}/tip-goal/add", "addToTipGoal", "Add to an overlay's tip goal"))
                        .doc("Adds to `current` money that came in elsewhere, dated now; a negative amount takes away."
                                + " The overlay's sockets are sent the same goal: `{\"type\": \"tip_goal\", \"data\":"
                                + " …}`. Its `current` is the sum that was read, and the amount: what is added or paid at"
                                + " the same moment can be missing in it. `GET …/tip-goal` has the sum of all.")
                        .body(TipGoal.Addition.SCHEMA)
                        .answers(Answer.ok("tip_goal", TipGoal.TipGoalProgress.SCHEMA))
                        .speculative()
                        .handles(call -> tipGoals.add(
                                call.tenantId(),
                                call.path("overlayId"),
                                call.body().amount())),
                Endpoint.get("/overlays/{overlayId}/latest", "getLatestOfOverlay", "Get the latest for an overlay")
                        .scope(OVERLAYS_MANAGE)
                        .doc("The latest tips and alerts, which an overlay's event list and labels begin with: real"
                                + " ones, no replays and no test tips. Found among the last 500 events of 30 days; what is"
                                + " older is null, but for `top_tip_today`, which is of the whole day. Another credential"
                                + " than the overlay's key sees the tips with `tts:read`, and the alerts with"
                                + " `viewers:read`. The day is that of the channel's `time_zone`.")
                        .answers(Answer.of(Happenings.Latest.SCHEMA))
                        .handles(call -> Outcome.of(happenings.latest(
                                call.tenantId(),
                                call.path("overlayId"),
                                call.request().caller().scopes()))),
                Endpoint.post("/overlays", "createOverlay", "Create an overlay")
                        .dashboard(SUPER_ADMIN)
                        .doc("The answer holds the overlay's key, which is shown only once: its browser source signs"
                                + " in with it. An account has at most 50 overlays.")
                        .body(Overlay.Fields.SCHEMA)
                        .answers(Answer.of(Overlays.Issued.SCHEMA).withStatus(201))
                        .refuses(LIMIT_REACHED)
                        .speculative()
                        .handles(call -> overlays.create(call.tenantId(), call.body())),
                Endpoint.patch("/overlays/{overlayId}", "changeOverlay", "Change an overlay")
                        .dashboard(SUPER_ADMIN)
                        .doc("A change of its size or widgets reloads its browser source. A change of its layout does"
                                + " not: its sockets are sent `{\"type\": \"layout\", \"data\": …}`. Of `layout` and its boxes any"
                                + " fields can be sent; the others stay.")
                        .changes(Overlay.Fields.SCHEMA)
                        .answers(Answer.ok("overlay", Overlay.OverlayStatus.SCHEMA))
                        .speculative()
                        .handles(call -> overlays.change(call.tenantId(), call.path("overlayId"), call.body())),
                Endpoint.post("/overlays/{overlayId}/keys", "addOverlayKey", "Add a key to an overlay")
                        .dashboard(SUPER_ADMIN)
                        .doc("Gives the overlay a further key, which is shown only once: for another scene or another"
                                + " computer. Its other keys go on working. An overlay has at most 5 keys.")
                        .answers(Answer.of(Overlays.Issued.SCHEMA).withStatus(201))
                        .refuses(LIMIT_REACHED)
                        .speculative()
                        .handles(call -> overlays.addKey(call.tenantId(), call.path("overlayId"))),
                Endpoint.post("/overlays/{overlayId}/rotate-key", "rotateOverlayKey", "Rotate an overlay's key")
                        .dashboard(SUPER_ADMIN)
                        .doc("Gives the overlay another key, which is shown only once. All earlier keys stop working"
                                + " at once, and the sockets that signed in with them are closed within a few seconds"
                                + " (`revoked`). If the overlay is not back within ten seconds, `overlay.disconnected`"
                                + " says `key_rotated`.")
                        .answers(Answer.of(Overlays.Issued.SCHEMA))
                        .emits(OVERLAY_DISCONNECTED)
                        .speculative()
                        .handles(call -> overlays.rotateKey(call.tenantId(), call.path("overlayId"))));
    }

    /// An endpoint for credentials and for people.
    private static Endpoint.Draft<Void, Void> forBoth(Endpoint.Draft<Void, Void> draft) {
        return draft.scope(OVERLAYS_MANAGE).dashboard(SUPER_ADMIN);
    }

    private Outcome<Integer> celebrateEverywhere(Call<Celebration> call) {
        List<String> connected = open.ids(call.tenantId());
        Outcome<Integer> reached = Outcome.of(connected.size());
        return connected.isEmpty() ? reached : reached.writing(celebration(call, connected));
    }

    /// An overlay, which is sent a command if it is connected.
    private Outcome<Overlays.OverlayState> withCommand(Overlays.OverlayState seen, Write command) {
        Outcome<Overlays.OverlayState> outcome = Outcome.of(seen);
        return overlays.isConnected(seen) ? outcome.writing(command) : outcome;
    }

    private Write celebration(Call<Celebration> call, List<String> overlayIds) {
        return commands.celebrate(
                call.tenantId(), overlayIds, call.body().effect(), call.body().seconds());
    }

    private Overlays.OverlayState seen(Call<?> call) {
        return overlays.get(call.tenantId(), call.path("overlayId"));
    }
}
