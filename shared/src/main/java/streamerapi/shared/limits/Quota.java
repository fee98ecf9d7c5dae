package streamerapi.shared.limits;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.AttributeFamily;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.util.Locale;

/// How many resources of a kind an account may have (spec "Limits", contract). A counter row of its own, changed in the
/// transaction that makes or removes a resource, keeps the number exact under concurrent calls.
public enum Quota {
    WEBHOOK_ENDPOINTS(20, 5, "webhook endpoints"),
    /// Sockets of API keys and apps.
    SOCKETS(50, "sockets of keys and apps"),
    /// The sockets of one app, which count among those of keys and apps.
    APP_SOCKETS(10, "sockets of an app"),
    OVERLAY_SOCKETS(50, "sockets of overlays"),
    API_KEYS(100, "API keys"),
    TEAM_MEMBERS(50, "users"),
    OAUTH_APPS(10, "apps"),
    OVERLAYS(50, "overlays"),
    COUNTERS(100, 20, "counters"),
    COMMANDS(500, 100, "commands"),
    TIMERS(20, 5, "timers");

    private static final Attribute.Whole TAKEN = Attribute.whole("taken");
    private static final AttributeFamily<Attribute.Whole> OF_APP = new AttributeFamily<>("app_", Attribute::whole);

    private final int most;
    private final int share;
    private final String noun;

    /// @param noun what they are called, for people
    Quota(int most, String noun) {
        this(most, most, noun);
    }

    /// @param share the most that one app makes of them, so that it leaves room for the account itself
    Quota(int most, int share, String noun) {
        this.most = most;
        this.share = share;
        this.noun = noun;
    }

    /// Counts one more; refused with `limit_reached` if there are as many as there can be.
    public Write take(String tenantId) {
        return take(tenantId, "");
    }

    /// Counts one more of a part of the account, for example an app, which has a quota of its own.
    public Write take(String tenantId, String part) {
        return Write.update(key(tenantId, part))
                .add(TAKEN, 1)
                .when(Condition.any(Condition.absent(TAKEN), Condition.below(TAKEN, most)))
                .orElse(current -> full());
    }

    /// Counts one more that an app makes, and of that app too; refused with `limit_reached` if the account has as many
    /// as it can have, or the app has its share.
    ///
    /// @param app as [streamerapi.shared.auth.Caller#app]; null if no app makes it
    public Write takeBy(String tenantId, @Nullable String app) {
        if (app == null) {
            return take(tenantId);
        }
        Attribute.Whole own = OF_APP.of(app);
        return Write.update(key(tenantId, ""))
                .add(TAKEN, 1)
                .add(own, 1)
                .when(Condition.all(
                        Condition.any(Condition.absent(TAKEN), Condition.below(TAKEN, most)),
                        Condition.any(Condition.absent(own), Condition.below(own, share))))
                .orElse(current ->
                        current != null && current.has(own) && current.get(own) >= share ? shareTaken() : full());
    }

    /// Counts one less.
    ///
    /// @param app the app that made it; null if none did
    public Write giveBackBy(String tenantId, @Nullable String app) {
        Write less = giveBack(tenantId);
        return app == null ? less : less.add(OF_APP.of(app), -1);
    }

    /// Counts some less, which are all that an app made.
    public Write giveBackAllOf(String tenantId, int count, String app) {
        return giveBack(tenantId, count).remove(OF_APP.of(app));
    }

    /// Counts some more; refused with `limit_reached` unless there is room for all of them.
    public Write take(String tenantId, int count) {
        Condition hasRoom = Condition.atMost(TAKEN, most - count);
        return Write.update(key(tenantId, ""))
                .add(TAKEN, count)
                .when(count > most ? hasRoom : Condition.any(Condition.absent(TAKEN), hasRoom))
                .orElse(current -> full());
    }

    /// Whether so many more could be made.
    public boolean hasRoom(TableReader table, String tenantId, int count) {
        Row counted = table.get(key(tenantId, ""));
        return (counted == null ? 0 : counted.get(TAKEN)) + count <= most;
    }

    /// Counts one less.
    public Write giveBack(String tenantId) {
        return giveBack(tenantId, 1);
    }

    /// Counts some less.
    public Write giveBack(String tenantId, int count) {
        return Write.update(Keys.allotment(tenantId, label())).add(TAKEN, -count);
    }

    /// Counts one less of a part of the account.
    public Write giveBack(String tenantId, String part) {
        return Write.update(key(tenantId, part)).add(TAKEN, -1);
    }

    /// Corrects the count of resources that can vanish without a word, by what there really are.
    ///
    /// @param part as of [#take]; empty for the account
    /// @return whether there is room for another one
    public boolean correct(Table table, String tenantId, String part, int there) {
        Key key = key(tenantId, part);
        Row counted = table.get(key);
        if (counted != null && counted.get(TAKEN) != there) {
            table.update(Write.update(key).set(TAKEN, there).when(Condition.equal(TAKEN, counted.get(TAKEN))));
        }
        return there < most;
    }

    private Problem shareTaken() {
        return Problem.of(ErrorCode.LIMIT_REACHED, "One app can make at most " + share + " " + noun);
    }

    private Problem full() {
        return Problem.of(ErrorCode.LIMIT_REACHED, "There can be at most " + most + " " + noun);
    }

    /// The row that counts the account's.
    public Key key(String tenantId) {
        return key(tenantId, "");
    }

    private Key key(String tenantId, String part) {
        return Keys.allotment(tenantId, part.isEmpty() ? label() : label() + "#" + part);
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
