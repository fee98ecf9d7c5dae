package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;
import streamerapi.shared.tasks.Host;

import java.time.InstantSource;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The overlays of an account, at most 50.
///
/// An overlay is a row among the account's own, and a credential under the hash of its key, by which its sockets find
/// it. Fields in both rows change in one transaction, and only if the first row has not changed since it was read.
public final class Overlays {
    /// The scopes of an overlay: they open what it shows.
    private static final List<String> SCOPES = List.of(
            Scope.TTS_READ.label(),
            Scope.MEDIA_READ.label(),
            Scope.VIEWERS_READ.label(),
            Scope.COUNTERS_MANAGE.label(),
            Scope.OVERLAYS_MANAGE.label());

    private static final String KEY_EXAMPLE = "sov_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3QWTfg";

    private final Table table;
    private final Credentials credentials;
    private final Commands commands;
    private final InstantSource clock;

    public Overlays(Table table, Credentials credentials, Commands commands, InstantSource clock) {
        this.table = table;
        this.credentials = credentials;
        this.commands = commands;
        this.clock = clock;
    }

    /// An overlay, which sockets it has, and its keys beside the first.
    record OverlayState(Overlay overlay, Presence presence, List<FurtherKey> keys) {}

    /// An overlay and its key, which is shown this once.
    record Issued(Overlay.OverlayStatus overlay, Secret key) {

        static final Schema<Issued> SCHEMA = Schema.shown("IssuedOverlay", "An overlay and its key.", s -> {
            s.object("overlay", Issued::overlay, Overlay.OverlayStatus.SCHEMA);
            s.text("key", issued -> issued.key.text())
                    .component("OverlayKey")
                    .secret()
                    .example(KEY_EXAMPLE);
        });
    }

    /// All of them, oldest first.
    List<OverlayState> all(String tenantId) {
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.OVERLAY));
        return seen(tenantId, rows);
    }

    /// @throws Problem `not_found`
    OverlayState get(String tenantId, String id) {
        if (!Overlay.isId(id)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        List<Row> rows = table.query(
                Query.of(Keys.account(tenantId), Keys.overlay(tenantId, id).sort()));
        return seen(tenantId, rows).stream().findFirst().orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    /// The overlay as it is answered.
    Overlay.OverlayStatus shown(OverlayState seen) {
        return shown(seen.overlay, seen);
    }

    private Overlay.OverlayStatus shown(Overlay overlay, OverlayState seen) {
        boolean connected = isConnected(seen);
        return new Overlay.OverlayStatus(overlay, connected, connected ? seen.presence.report() : null);
    }

    /// Whether one of its sockets is live.
    boolean isConnected(OverlayState seen) {
        return seen.presence.isConnected(clock.instant());
    }

    /// A new overlay.
    ///
    /// @throws Problem when committed, `limit_reached`
    Outcome<Issued> create(String tenantId, Overlay.Fields fields) {
        Secret key = Secret.make(Secret.Kind.OVERLAY_KEY, tenantId);
        String id = "o_" + HexFormat.of().toHexDigits(Host.random().nextInt());
        Overlay made = new Overlay(Keys.overlay(tenantId, id), fields, key.hash(), 0, clock.instant());
        return Outcome.of(new Issued(new Overlay.OverlayStatus(made, false, null), key))
                .writing(made.added(), credential(tenantId, made, key), Quota.OVERLAYS.take(tenantId));
    }

    /// Changes an overlay. One with another size or other widgets is loaded anew; of another layout its page is told.
    ///
    /// @throws Problem `not_found`
    Outcome<Overlay.OverlayStatus> change(String tenantId, String id, Changes<Overlay.Fields> changes) {
        OverlayState seen = get(tenantId, id);
        Overlay.Fields before = seen.overlay.fields();
        Overlay.Fields after = changes.appliedTo(before, Map.of());
        Outcome<Overlay.OverlayStatus> changed = Outcome.of(shown(seen.overlay.with(after), seen));
        if (after.equals(before)) {
            return changed;
        }
        changed = changed.writing(orRefusal(seen.overlay.changedTo(after)));
        if (!after.name().equals(before.name())) {
            changed = changed.writing(Stream.concat(
                            Stream.of(seen.overlay.hash()), seen.keys.stream().map(FurtherKey::hash))
                    .map(hash -> Write.update(Keys.credential(hash))
                            .set(Overlay.NAME, after.name())
                            .when(Condition.rowExists()))
                    .toArray(Write[]::new));
        }
        if (after.looksUnlike(before)) {
            return changed.writing(commands.reload(tenantId, List.of(id)));
        }
        return after.layout().equals(before.layout())
                ? changed
                : changed.writing(commands.layout(tenantId, id, after.layout()));
    }

    /// Has an overlay's page play a chime.
    ///
    /// @throws Problem `not_found`, `overlay_not_connected`
    Outcome<OverlayState> checkSound(String tenantId, String id) {
        OverlayState seen = get(tenantId, id);
        if (!isConnected(seen)) {
            throw Problem.of(ErrorCode.OVERLAY_NOT_CONNECTED);
        }
        return Outcome.of(seen).writing(commands.soundCheck(tenantId, id));
    }

    /// Gives an overlay a further key. Those before go on working.
    ///
    /// @throws Problem `not_found`, `limit_reached`
    Outcome<Issued> addKey(String tenantId, String id) {
        OverlayState before = get(tenantId, id);
        Overlay overlay = before.overlay;
        if (before.keys.size() >= FurtherKey.MAX_KEYS) {
            throw Problem.of(
                    ErrorCode.LIMIT_REACHED, "An overlay can have " + (FurtherKey.MAX_KEYS + 1) + " keys: rotate them");
        }
        Secret key = Secret.make(Secret.Kind.OVERLAY_KEY, tenantId);
        return Outcome.of(new Issued(shown(before), key))
                .writing(
                        orRefusal(overlay.revised(Write.update(overlay.key()))),
                        FurtherKey.made(tenantId, id, key.hash(), clock.instant())
                                .kept(),
                        credential(tenantId, overlay, key));
    }

    /// Gives an overlay another key. All those before stop working at once, and their sockets are closed.
    ///
    /// @throws Problem `not_found`
    Outcome<Issued> rotateKey(String tenantId, String id) {
        OverlayState before = get(tenantId, id);
        Overlay overlay = before.overlay;
        Secret key = Secret.make(Secret.Kind.OVERLAY_KEY, tenantId);
        return Outcome.of(new Issued(shown(before), key))
                .writing(
                        orRefusal(overlay.rekeyed(key.hash())),
                        Write.delete(Keys.credential(overlay.hash())),
                        credential(tenantId, overlay, key),
                        before.presence.ending(DisconnectReason.KEY_ROTATED),
                        credentials.revocation(tenantId, id))
                .writing(FurtherKey.removed(before.keys));
    }

    /// Removes an overlay. Its keys stop working at once, and its sockets are closed.
    ///
    /// @throws Problem `not_found`
    Outcome<Overlay> delete(String tenantId, String id) {
        OverlayState before = get(tenantId, id);
        Overlay overlay = before.overlay;
        Presence presence = before.presence;
        return Outcome.of(overlay)
                .writing(
                        orRefusal(Write.delete(overlay.key()).when(overlay.unchanged())),
                        Write.delete(Keys.credential(overlay.hash())),
                        Quota.OVERLAYS.giveBack(tenantId),
                        presence.isOnline() ? presence.ending(DisconnectReason.OVERLAY_DELETED) : presence.forgotten(),
                        credentials.revocation(tenantId, id))
                .writing(FurtherKey.removed(before.keys));
    }

    private static List<OverlayState> seen(String tenantId, List<Row> rows) {
        Map<String, Row> all =
                rows.stream().collect(Collectors.toMap(row -> row.key().sort(), Function.identity()));
        return rows.stream()
                .filter(row -> Overlay.isId(row.key().sort().substring(Keys.OVERLAY.length())))
                .map(Overlay::of)
                .sorted(Comparator.comparing(Overlay::createdAt).thenComparing(Overlay::id))
                .map(overlay -> new OverlayState(
                        overlay,
                        Presence.of(
                                tenantId,
                                overlay.id(),
                                all.get(Keys.presence(tenantId, overlay.id()).sort())),
                        rows.stream()
                                .filter(row -> FurtherKey.isOne(row, overlay.id()))
                                .map(FurtherKey::of)
                                .toList()))
                .toList();
    }

    /// Writes the row by which a key finds its overlay.
    private static Write credential(String tenantId, Overlay overlay, Secret key) {
        return Write.put(Row.of(Keys.credential(key.hash()))
                        .with(Caller.TENANT_ID, tenantId)
                        .with(Caller.ID, overlay.id())
                        .with(Overlay.NAME, overlay.fields().name())
                        .with(Caller.SCOPES, SCOPES))
                .when(Condition.noRow());
    }

    /// A change of an overlay's row that is decided again if the overlay has changed, and refused if it is gone.
    private static Write orRefusal(Write change) {
        return change.orElse(Overlays::refusal);
    }

    private static RuntimeException refusal(@Nullable Row current) {
        return current == null ? Problem.of(ErrorCode.NOT_FOUND) : new WriteConflict("the overlay changed");
    }
}
