package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.Overlay;
import streamerapi.overlays.Widget;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// A socket that has signed in.
///
/// @param key of its row among the account's subscribers
/// @param credentialId the public id of what it signed in with: a key's, an authorization's, or an overlay's
/// @param channels the labels of those that are open to it
/// @param scopes the labels of the credential's
/// @param app the app that it is of, or null
/// @param events the types that its filter lets through
/// @param widgets those of the overlay that it is of; none of any other socket
/// @param stage how far its sign-in has come
/// @param closes when API Gateway closes it
public record Socket(
        Key key,
        String tenantId,
        String credentialId,
        List<String> channels,
        List<String> scopes,
        @Nullable String app,
        List<String> events,
        Set<Widget> widgets,
        Stage stage,
        Instant closes) {

    static final Attribute<String> CREDENTIAL_ID = Attribute.text("credential_id");
    static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");
    static final Attribute<String> APP = Attribute.text("app");
    private static final Attribute<List<String>> CHANNELS = Attribute.texts("channels");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    private static final Attribute<List<String>> EVENTS = Attribute.texts("events");
    private static final Attribute<List<String>> WIDGETS = Attribute.texts("widgets");
    private static final Attribute<Instant> JOINING_SINCE = Attribute.time("joining_since");
    private static final Attribute<String> PASSED_BY = Attribute.text("passed_by");
    private static final Attribute<String> AFTER = Attribute.text("after");
    private static final Attribute<Instant> CLOSES = Attribute.time("closes");

    /// The first characters of a socket's name among an account's subscribers.
    public static final String PREFIX = "socket_";

    /// The filter that lets everything through.
    static final String ALL = "*";

    private static final Duration SIGN_IN_TIMEOUT = Duration.ofMinutes(1);

    /// How long after its end the rows of a socket are kept that went without a word: to forget it takes them.
    private static final Duration KEPT = Duration.ofDays(1);

    /// How far a socket's sign-in has come. It joins first, and is live ever after.
    sealed interface Stage {}

    /// The function that signs it in sends it the events that it missed, and the fan-out only notes in its row that
    /// there was an event.
    record Joining(Instant since) implements Stage {}

    /// The fan-out sends it every event.
    ///
    /// @param after the place of the last event that it was sent when it joined
    record Live(String after) implements Stage {}

    /// The socket of a row.
    public static Socket of(Row row) {
        String credentialId = row.get(CREDENTIAL_ID);
        Instant joining = row.find(JOINING_SINCE);
        return new Socket(
                row.key(),
                row.get(TENANT_ID),
                credentialId,
                row.get(CHANNELS),
                row.get(SCOPES),
                row.find(APP),
                row.get(EVENTS),
                Overlay.isId(credentialId) ? Widget.shown(row.get(WIDGETS)) : Set.of(),
                joining == null
                        ? new Live(Objects.requireNonNullElse(row.find(AFTER), EventLog.BEGINNING))
                        : new Joining(joining),
                row.get(CLOSES));
    }

    /// A socket that signs in now. A page's has no warnings: a moderator may not read what some of them tell.
    ///
    /// @param closes when API Gateway will close it
    static Socket joining(String connectionId, Caller caller, List<String> events, Instant now, Instant closes) {
        return new Socket(
                Keys.socket(caller.tenantId(), connectionId),
                caller.tenantId(),
                caller.id(),
                Arrays.stream(Channel.values())
                        .filter(channel -> channel.openTo(caller.scopes()))
                        .filter(channel -> channel != Channel.SYSTEM || caller.stamp() == null)
                        .map(Channel::label)
                        .toList(),
                caller.scopes().stream().map(Scope::label).toList(),
                caller.app(),
                events,
                Set.of(),
                new Joining(now),
                closes);
    }

    /// This socket as an overlay's: it is sent the events that the overlay's widgets show. Widgets that are chosen
    /// later are for the sockets that sign in after them.
    ///
    /// @param shown those of the overlay
    Socket of(Set<Widget> shown) {
        List<String> open = Arrays.stream(EventType.values())
                .filter(type -> Widget.show(shown, type))
                .map(EventType::channel)
                .distinct()
                .sorted()
                .map(Channel::label)
                .toList();
        return new Socket(key, tenantId, credentialId, open, scopes, app, events, shown, stage, closes);
    }

    /// Writes the row of a socket that joins.
    Write added() {
        Joining joining = (Joining) stage;
        return Write.put(Row.of(key)
                .with(TENANT_ID, tenantId)
                .with(CREDENTIAL_ID, credentialId)
                .with(CHANNELS, channels)
                .with(SCOPES, scopes)
                .with(APP, app)
                .with(EVENTS, events)
                .with(
                        WIDGETS,
                        isOverlay() ? widgets.stream().map(Widget::apiName).toList() : null)
                .with(JOINING_SINCE, joining.since)
                .with(CLOSES, closes)
                .with(Table.EXPIRES_AT, closes.plus(KEPT).getEpochSecond()));
    }

    /// Makes a joining socket live, unless the fan-out has noted an event in its row after the last one that it got.
    ///
    /// @param after the place of the last event that the socket got
    Write live(String after) {
        return Write.update(key)
                .set(AFTER, after)
                .remove(JOINING_SINCE)
                .remove(PASSED_BY)
                .when(Condition.all(
                        Condition.rowExists(),
                        Condition.any(Condition.absent(PASSED_BY), Condition.atMost(PASSED_BY, after))));
    }

    /// Notes in a joining socket's row that there was an event; refused if the socket is live, or a later event was
    /// noted: an operator has old events handed on again.
    Write passedBy(String place) {
        return Write.update(key)
                .set(PASSED_BY, place)
                .when(Condition.all(
                        Condition.exists(JOINING_SINCE),
                        Condition.any(Condition.absent(PASSED_BY), Condition.below(PASSED_BY, place))));
    }

    /// The place of the last event that the fan-out has noted in a socket's row.
    static String passedBy(Row row) {
        return row.get(PASSED_BY);
    }

    /// The row by which a socket is found when it goes: its owner, and the credential that it signed in with.
    Write connected() {
        return Write.put(Row.of(Keys.connection(connectionId()))
                .with(TENANT_ID, tenantId)
                .with(CREDENTIAL_ID, credentialId)
                .with(APP, app)
                .with(Table.EXPIRES_AT, closes.plus(KEPT).getEpochSecond()));
    }

    /// Whether a subscriber's row is a socket's.
    public static boolean isSocket(Row subscriber) {
        return subscriber.key().sort().startsWith(Keys.SUBSCRIBER + PREFIX);
    }

    /// API Gateway's name for the connection.
    public String connectionId() {
        return key.sort().substring((Keys.SUBSCRIBER + PREFIX).length());
    }

    /// Whether it signed in with this credential, or with a realtime token of it; [Credentials#EVERY_CREDENTIAL] is
    /// any.
    public boolean isOf(String credentialId) {
        return this.credentialId.equals(credentialId) || credentialId.equals(Credentials.EVERY_CREDENTIAL);
    }

    /// Whether it is an overlay's.
    boolean isOverlay() {
        return Overlay.isId(credentialId);
    }

    /// Whether its `ready` frame has a part of the snapshot.
    ///
    /// @param scope the scope that opens the part
    /// @param widget the widget that shows the part; null if none does
    boolean mayRead(Scope scope, @Nullable Widget widget) {
        return scopes.contains(scope.label()) && (!isOverlay() || widgets.contains(widget));
    }

    /// Whether it is an overlay's that shows a widget.
    public boolean shows(Widget widget) {
        return widgets.contains(widget);
    }

    /// Whether the function that signed it in must have died over it.
    boolean isStuck(Instant now) {
        return stage instanceof Joining joining && joining.since.isBefore(now.minus(SIGN_IN_TIMEOUT));
    }

    /// Whether API Gateway has closed it for its age.
    boolean isOver(Instant now) {
        return closes.isBefore(now);
    }

    /// Whether it is to be sent an event: the type's channel is open to it, and its filter lets the type through, as it
    /// does every warning. A type that this version does not know is for sockets to which every channel is open.
    boolean wants(LoggedEvent event) {
        boolean open =
                event.knownType().map(this::isOpenTo).orElseGet(() -> channels.size() == Channel.values().length);
        return open && (event.is(EventType.WARNING) || events.contains(ALL) || events.contains(event.type()));
    }

    /// Whether events of a type may be sent to it: an overlay is sent what its widgets show, every other credential
    /// what its channels have.
    private boolean isOpenTo(EventType type) {
        return isOverlay()
                ? Widget.show(widgets, type)
                : channels.contains(type.channel().label());
    }

    /// Whether an event is after all that it was sent when it joined.
    boolean isAfterJoining(LoggedEvent event) {
        return switch (stage) {
            case Joining joining -> true;
            case Live live -> event.place().compareTo(live.after) > 0;
        };
    }
}
