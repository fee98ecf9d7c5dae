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
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// A socket that has signed in, as its row has it.
///
/// It joins first: the function that signs it in sends it the events that it missed, and the fan-out only notes in its
/// row that there was an event. Then it is live: the fan-out sends it every event after the place that its row names.
public record Socket(Row row) {
    private static final Attribute<List<String>> CHANNELS = Attribute.texts("channels");
    static final Attribute<String> CREDENTIAL_ID = Attribute.text("credential_id");
    private static final Attribute<List<String>> EVENTS = Attribute.texts("events");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");

    /// The first characters of a socket's name among an account's subscribers.
    public static final String PREFIX = "socket_";

    /// The filter that lets everything through.
    static final String ALL = "*";

    static final Attribute<String> APP = Attribute.text("app");
    private static final Attribute<List<String>> WIDGETS = Attribute.texts("widgets");
    static final Attribute<Instant> JOINING_SINCE = Attribute.time("joining_since");
    static final Attribute<String> PASSED_BY = Attribute.text("passed_by");
    static final Attribute<String> AFTER = Attribute.text("after");

    /// A socket that signs in now.
    ///
    /// @param closes when API Gateway will close it
    static Socket joining(String connectionId, Caller caller, List<String> events, Instant now, Instant closes) {
        return new Socket(Row.of(Keys.socket(caller.tenantId(), connectionId))
                .with(TENANT_ID, caller.tenantId())
                .with(CREDENTIAL_ID, caller.id())
                .with(
                        CHANNELS,
                        Arrays.stream(Channel.values())
                                .filter(channel -> channel.openTo(caller.scopes()))
                                .map(Channel::label)
                                .toList())
                .with(SCOPES, caller.scopes().stream().map(Scope::label).toList())
                .with(APP, caller.app())
                .with(EVENTS, events)
                .with(JOINING_SINCE, now)
                .with(Table.EXPIRES_AT, closes.getEpochSecond()));
    }

    /// An overlay's socket that signs in now: it is sent the events that the overlay's widgets show. Other widgets are
    /// for the sockets that sign in after them.
    ///
    /// @param widgets the names of those chosen for the overlay
    static Socket joining(Socket overlay, List<String> widgets) {
        Socket with = new Socket(overlay.row.with(WIDGETS, widgets));
        return new Socket(with.row.with(
                CHANNELS,
                Arrays.stream(EventType.values())
                        .filter(with::isOpenTo)
                        .map(EventType::channel)
                        .distinct()
                        .sorted()
                        .map(Channel::label)
                        .toList()));
    }

    /// Whether a subscriber's row is a socket's.
    public static boolean isSocket(Row subscriber) {
        return subscriber.key().sort().startsWith(Keys.SUBSCRIBER + PREFIX);
    }

    /// API Gateway's name for the connection.
    public String connectionId() {
        return row.key().sort().substring((Keys.SUBSCRIBER + PREFIX).length());
    }

    /// Whether it signed in with this credential, or with a realtime token of it; [Credentials#EVERY_CREDENTIAL] is
    /// any.
    public boolean isOf(String credentialId) {
        return credentialId().equals(credentialId) || credentialId.equals(Credentials.EVERY_CREDENTIAL);
    }

    /// The public id of what it signed in with: a key's, an authorization's, or an overlay's.
    String credentialId() {
        return row.get(CREDENTIAL_ID);
    }

    /// The app that it is of, or null.
    @Nullable
    String app() {
        return row.find(APP);
    }

    String tenantId() {
        return row.get(TENANT_ID);
    }

    /// The channels that are open to it, by their labels.
    List<String> channels() {
        return row.get(CHANNELS);
    }

    /// Whether it is an overlay's.
    boolean isOverlay() {
        return Overlay.isId(credentialId());
    }

    /// Whether its `ready` frame has a part of the snapshot.
    ///
    /// @param scope the scope that opens the part
    /// @param widget the widget that shows the part; null if none does
    boolean mayRead(Scope scope, @Nullable Widget widget) {
        return row.get(SCOPES).contains(scope.label())
                && (!isOverlay() || widgets().contains(widget));
    }

    /// Whether it is an overlay's that shows a widget.
    public boolean shows(Widget widget) {
        return isOverlay() && widgets().contains(widget);
    }

    private Set<Widget> widgets() {
        return Widget.shown(row.get(WIDGETS));
    }

    /// When API Gateway closes it.
    Instant closes() {
        return Instant.ofEpochSecond(row.get(Table.EXPIRES_AT));
    }

    boolean isJoining() {
        return row.has(JOINING_SINCE);
    }

    /// Whether the function that signed it in must have died over it.
    boolean isStuck(Instant now) {
        return isJoining() && row.get(JOINING_SINCE).isBefore(now.minusSeconds(60));
    }

    /// Whether API Gateway has closed it for its age.
    boolean isOver(Instant now) {
        return closes().isBefore(now);
    }

    /// Whether it is to be sent an event: the type's channel is open to it, and its filter lets the type through, as it
    /// does every warning. A type that this version does not know is for sockets to which every channel is open.
    boolean wants(LoggedEvent event) {
        List<String> events = row.get(EVENTS);
        boolean open =
                event.knownType().map(this::isOpenTo).orElseGet(() -> channels().size() == Channel.values().length);
        return open && (event.is(EventType.WARNING) || events.contains(ALL) || events.contains(event.type()));
    }

    /// Whether events of a type may be sent to it: an overlay is sent what its widgets show, every other credential
    /// what its channels have.
    private boolean isOpenTo(EventType type) {
        return isOverlay()
                ? Widget.show(widgets(), type)
                : channels().contains(type.channel().label());
    }

    /// Whether an event is after all that it was sent when it joined.
    boolean isAfterJoining(LoggedEvent event) {
        return event.place().compareTo(Objects.requireNonNullElse(row.find(AFTER), EventLog.BEGINNING)) > 0;
    }
}
