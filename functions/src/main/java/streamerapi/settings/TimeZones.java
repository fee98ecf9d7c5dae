package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The time zones that a channel can have: the setting `time_zone`.
public final class TimeZones {

    static final String DEFAULT = "UTC";

    private static final Attribute<String> TIME_ZONE = Attribute.text("time_zone");

    private static final Pattern PLACE =
            Pattern.compile("(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.*");

    private TimeZones() {}

    /// The zone of an account.
    ///
    /// @param account the row of `Keys.profile`
    public static ZoneId of(Row account) {
        String id = account.find(TIME_ZONE);
        return ZoneId.of(id == null ? DEFAULT : id);
    }

    /// The zones that a form offers: `UTC`, the chosen one, and those that are named after a place.
    public static List<String> offered(String chosen) {
        Stream<String> places = ZoneId.getAvailableZoneIds().stream()
                .filter(id -> PLACE.matcher(id).matches())
                .sorted();
        return Stream.concat(Stream.of(DEFAULT, chosen.isEmpty() ? DEFAULT : chosen), places)
                .distinct()
                .toList();
    }

    /// The zone with this id; UTC if none is named.
    ///
    /// @throws Problem as of [#checked]
    public static ZoneId named(@Nullable String id) {
        return ZoneId.of(id == null || id.isEmpty() ? DEFAULT : checked(id));
    }

    /// The id as it was sent.
    ///
    /// @throws Problem `bad_request` with `field` `time_zone` if there is no such zone
    static String checked(String id) {
        if (!ZoneId.getAvailableZoneIds().contains(id)) {
            throw Problem.badField("time_zone", "time_zone must be a zone of the IANA database, such as Europe/Berlin");
        }
        return id;
    }
}
