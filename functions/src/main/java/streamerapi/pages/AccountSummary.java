package streamerapi.pages;

import streamerapi.settings.PaidCurrencies;
import streamerapi.settings.Settings;
import streamerapi.settings.TimeZones;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.time.ZoneId;
import java.util.List;
import java.util.Objects;

/// The facts about the account that every page shows.
///
/// @param name the channel's
/// @param currency in which its tips are counted
/// @param zone in which its days and hours are shown
/// @param others the currencies beside it in which tips were paid
/// @param held how many tips are held for review; more than [#MAX_COUNTED] are as many as one more
public record AccountSummary(String name, String currency, ZoneId zone, List<String> others, int held) {

    /// The number at which counting stops, so that a page costs little however many tips are held.
    public static final int MAX_COUNTED = 50;

    /// The prefix of held tips in the index of places, as [streamerapi.tts.Tip] has it.
    private static final String REVIEW = "TR#";

    /// Reads it: two reads beside each other.
    public static AccountSummary read(Table table, String tenantId) {
        Async<Integer> held = Async.start(
                () -> table.query(Query.places(Keys.account(tenantId), REVIEW).limit(MAX_COUNTED + 1))
                        .size());
        Row profile = Objects.requireNonNull(table.get(Keys.profile(tenantId)));
        return new AccountSummary(
                profile.get(Settings.NAME),
                profile.get(Settings.CURRENCY),
                TimeZones.of(profile),
                PaidCurrencies.of(profile),
                held.join());
    }

    /// The name of the zone for readers: `Europe/Berlin`, `America/New York`.
    public String zoneShown() {
        return zone.getId().replace('_', ' ');
    }

    /// The number of held tips as the navigation shows it.
    public String heldShown() {
        return held > MAX_COUNTED ? MAX_COUNTED + "+" : Integer.toString(held);
    }
}
