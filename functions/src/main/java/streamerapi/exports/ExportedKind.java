package streamerapi.exports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.GoalKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The kinds of rows that an export holds, by what their sort keys begin with. Sums that follow from other rows,
/// limits, sessions and what the service keeps for its own work are not among them.
enum ExportedKind implements Labelled {
    ACCOUNT("ACCOUNT"),
    USER(Keys.USER),
    API_KEY(Keys.API_KEY),
    CONNECTED_APP(Keys.AUTHORIZATION),
    REGISTERED_APP(Keys.REGISTERED),
    TIP(Keys.TIP),
    MEDIA(Keys.MEDIA),
    TIPPING("TIPPING"),
    OVERLAY(Keys.OVERLAY),
    COUNT_GOAL(GoalKeys.COUNT_GOAL),
    ALERT_TALLY(GoalKeys.TALLY),
    STREAM_TIMER("STREAMTIMER"),
    LIBRARY_FILE(LibraryKeys.FILE),
    LEDGER_ENTRY("LEDGER#"),
    SPEECH_USAGE("SPEECH#"),
    PAYMENT("PAYMENT#"),
    CHECKOUT("CHECKOUT#"),
    COUNTER(Keys.COUNTER),
    VIEWER(PeopleKeys.VIEWER),
    CREDIT_BALANCE("PERSON#"),
    CREDIT_ENTRY("CREDIT#"),
    REWARD("REWARD#"),
    REDEMPTION("REDEMPTION#"),
    COMMAND("COMMAND#"),
    AI_MEMORY("AIMEMORY#"),
    AI_USAGE("AIUSAGE#"),
    AI_VOICES("AIVOICES"),
    TIMER("TIMER#"),
    BOT("BOT"),
    CONNECTION("CONNECTION#"),
    WEBHOOK_ENDPOINT(Keys.SUBSCRIBER + "we_"),
    EVENT("evt_"),
    DELIVERY("we_");

    /// The attributes that give access to something, or are of use to the service alone.
    private static final Set<String> OMITTED = Set.of(
            "password",
            "stamp",
            "link",
            "link_expires_at",
            "hash",
            "secret",
            "previous_secret",
            "place",
            "expires_at",
            "window",
            "requests",
            "object_tag",
            "commit",
            "measured_at");

    /// The names of secrets, at any depth: an account's settings have objects in objects.
    private static final Pattern SECRET_NAME = Pattern.compile("(.*_)?(secret|password|token|hash)(_.*)?");

    /// The exported attributes of an app's authorization; the others name its tokens.
    private static final Set<String> OF_CONNECTED_APP = Set.of("id", "scopes", "user_id", "created_at", "last_used_at");

    /// The exported attributes of a connection; the others are sealed credentials, and the address that its events come
    /// to.
    private static final Set<String> OF_CONNECTION = Set.of(
            "status",
            "reason",
            "account_id",
            "account_login",
            "account_name",
            "connected_at",
            "last_event_at",
            "checked_at",
            "subscriptions");

    /// The attributes of a checkout that are exported: all but the address at which it is paid.
    private static final Set<String> OF_CHECKOUT = Set.of(
            "slug",
            "processor",
            "name",
            "amount",
            "currency",
            "message",
            "media_url",
            "media_start_time",
            "platform",
            "platform_user_id",
            "held_for",
            "is_test",
            "progress",
            "ends_at",
            "session_id",
            "payment_id",
            "paid_at");

    private static final Pattern SECRET = Pattern.compile("(s[a-z]{2}|whsec)_[A-Za-z0-9_+/=-]{40,}|[0-9a-f]{64}");

    /// The names of times: `played_at`, `tts_until`, `failing_since`.
    private static final Pattern TIME = Pattern.compile(".*_(at|until|since)");

    private static final Pattern AMOUNT = Pattern.compile("LEDGER#[^#]*#[DM]#.*");
    private static final String PRESENCE = "#PRESENCE";

    /// A part of the sort keys of an overlay's further keys: their hashes stand behind it.
    private static final String FURTHER_KEY = "#KEY#";

    private final String prefix;

    ExportedKind(String prefix) {
        this.prefix = prefix;
    }

    /// The kind of a row, if rows like it are exported.
    static Optional<ExportedKind> of(Row row) {
        String sort = row.key().sort();
        if (sort.endsWith(PRESENCE)
                || (sort.startsWith(Keys.OVERLAY) && sort.contains(FURTHER_KEY))
                || AMOUNT.matcher(sort).matches()) {
            return Optional.empty();
        }
        return Arrays.stream(values())
                .filter(kind -> (kind.prefix.endsWith("#") || kind.prefix.endsWith("_"))
                        ? sort.startsWith(kind.prefix)
                        : sort.equals(kind.prefix))
                .findFirst();
    }

    /// The id of a row within its kind.
    String id(Row row) {
        String sort = row.key().sort();
        return switch (this) {
            case EVENT, DELIVERY -> sort;
            case WEBHOOK_ENDPOINT -> sort.substring(Keys.SUBSCRIBER.length());
            case ACCOUNT -> Keys.tenantOf(row.key().partition());
            default -> prefix.endsWith("#") ? sort.substring(prefix.length()) : prefix.toLowerCase(Locale.ROOT);
        };
    }

    /// The attributes of a row, without secrets; times in ISO 8601.
    Map<String, @Nullable Object> data(Row row) {
        if (this == EVENT) {
            return Json.readObject(row.get(LoggedEvent.BODY).getBytes(StandardCharsets.UTF_8));
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        row.attributes().forEach((name, value) -> {
            if (isShown(name) && isKept(name, value)) {
                data.put(name, shown(name, value));
            }
        });
        return data;
    }

    /// Whether an attribute, or a field of an object in one, is no secret.
    private static boolean isKept(String name, @Nullable Object value) {
        return !SECRET_NAME.matcher(name).matches() && !isSecret(value);
    }

    private boolean isShown(String attribute) {
        return switch (this) {
            case CONNECTED_APP -> OF_CONNECTED_APP.contains(attribute);
            case CONNECTION -> OF_CONNECTION.contains(attribute);
            case CHECKOUT -> OF_CHECKOUT.contains(attribute);
            default -> !OMITTED.contains(attribute);
        };
    }

    private static boolean isSecret(@Nullable Object value) {
        return value instanceof String text && SECRET.matcher(text).matches();
    }

    /// Whether an attribute is a time, or holds times alone.
    private static boolean isTime(String name) {
        return TIME.matcher(name).matches();
    }

    private static Object shown(String name, Object value) {
        return switch (value) {
            case Number number -> isTime(name) ? Timestamps.format(Instant.ofEpochMilli(number.longValue())) : number;
            case Map<?, ?> object -> {
                Map<String, @Nullable Object> kept = new LinkedHashMap<>();
                object.forEach((field, inner) -> {
                    if (inner != null && isKept(String.valueOf(field), inner)) {
                        kept.put(String.valueOf(field), shown(isTime(name) ? name : String.valueOf(field), inner));
                    }
                });
                yield kept;
            }
            case List<?> list ->
                list.stream()
                        .filter(item -> item != null && !isSecret(item))
                        .map(item -> shown("", item))
                        .toList();
            default -> value;
        };
    }
}
