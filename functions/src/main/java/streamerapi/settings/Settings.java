package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Version;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/// A streamer's settings of the account (contract "Dashboard", "Tips"). Each group of settings is an attribute of the
/// account's own row, so one read gives all of them.
///
/// @param currency ISO 4217: of tips that name none
/// @param timeZone an id of the IANA database: of the days and hours that pages, overlays' labels and chat show
/// @param exchangeRates at which paid tips in other currencies are counted, each currency once
/// @param holdAll whether every tip is reviewed before it enters a queue
/// @param bannedMedia links, video ids and channel ids that cannot be requested
/// @param rewards what the rewards do that do something, each reward once
/// @param aiVoicesAvailable whether the account takes part in the AI voices' beta; the operator says so
public record Settings(
        String currency,
        String timeZone,
        List<ExchangeRate> exchangeRates,
        FilterSettings filter,
        boolean holdAll,
        List<String> bannedMedia,
        SpeechSettings tts,
        SubRewardSettings subRewards,
        AlertSettings alerts,
        List<RewardAction> rewards,
        BotSettings bot,
        ModerationSettings moderation,
        TipPageSettings tipPage,
        boolean aiVoicesAvailable) {
    public static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    public static final Attribute<String> CURRENCY = Attribute.text("currency");
    public static final Attribute<String> NAME = Attribute.text("name");

    private static final Schema<Boolean> REVIEW =
            Schema.of("ReviewSettings", "Which tips are reviewed before they enter a queue.", s -> {
                var holdAll = s.flag("hold_all", all -> all)
                        .orElse(false)
                        .doc("Whether every tip waits for a moderator's decision.");
                return holdAll::of;
            });

    /// Their shape in rows and answers.
    public static final Schema<Settings> SCHEMA = schema(UnaryOperator.identity());

    private static final int MAX_ZONE = 64;
    private static final int MAX_BANNED = 500;
    private static final int MAX_LINK = 2_048;

    /// Their shape in changes.
    ///
    /// @param address the moderation service's address as it is kept; throws a `bad_request` if it is not acceptable
    public static Schema<Settings> schema(UnaryOperator<String> address) {
        return Schema.of("Settings", "The streamer's choices for the account.", s -> {
            var currency = s.text("currency", Settings::currency, Currencies::normalized)
                    .component("Currency")
                    .doc("Of tips that name none.")
                    .example("USD");
            var timeZone = s.text("time_zone", Settings::timeZone, TimeZones::checked)
                    .between(1, MAX_ZONE)
                    .orElse(TimeZones.DEFAULT)
                    .doc("The channel's time zone, an id of the IANA database: of the days and hours on the dashboard's"
                            + " pages, the day of an overlay's labels, and `{time}` in chat. Days of the API are UTC"
                            + " unless an endpoint says otherwise.")
                    .example("Europe/Berlin");
            var rates = s.list("exchange_rates", Settings::exchangeRates, ExchangeRate.SCHEMA)
                    .between(0, ExchangeRate.MAX_RATES)
                    .orElse(List.of())
                    .doc("The rates at which paid tips in other currencies are counted in goals, on the leaderboard"
                            + " and in sums, each currency once. A tip in a currency without one has a sum of its own."
                            + " A new rate applies to later tips; earlier ones keep what they counted as. Changing"
                            + " `currency` empties the list, unless a new list is sent with it.");
            var filter =
                    s.group("filter", Settings::filter, FilterSettings.SCHEMA).orElse(FilterSettings.DEFAULT);
            var review = s.group("review", settings -> settings.holdAll, REVIEW).orElse(false);
            var banned = s.texts("banned_media", Settings::bannedMedia, MAX_LINK, FilterSettings::distinct)
                    .between(0, MAX_BANNED)
                    .orElse(List.of())
                    .doc("Links, video ids and channel ids that cannot be requested.");
            var tts = s.group("tts", Settings::tts, SpeechSettings.SCHEMA).orElse(SpeechSettings.DEFAULT);
            var subRewards = s.group("sub_rewards", Settings::subRewards, SubRewardSettings.SCHEMA)
                    .orElse(SubRewardSettings.DEFAULT);
            var alerts =
                    s.group("alerts", Settings::alerts, AlertSettings.SCHEMA).orElse(AlertSettings.DEFAULT);
            var rewards = s.list("rewards", Settings::rewards, RewardAction.SCHEMA)
                    .between(0, RewardAction.MAX_REWARDS)
                    .orElse(List.of())
                    .doc("The actions of channel point rewards, each reward once.");
            var bot = s.group("bot", Settings::bot, BotSettings.SCHEMA).orElse(BotSettings.DEFAULT);
            var moderation = s.group("moderation", Settings::moderation, ModerationSettings.schema(address))
                    .orElse(ModerationSettings.DEFAULT);
            var tipPage = s.group("tip_page", Settings::tipPage, TipPageSettings.SCHEMA)
                    .orElse(TipPageSettings.DEFAULT);
            var aiVoices = s.flag("ai_voices_available", Settings::aiVoicesAvailable)
                    .readOnly()
                    .live()
                    .orElse(false)
                    .doc("Whether the account takes part in the AI voices' beta. The operator decides.");
            return in -> new Settings(
                    currency.of(in),
                    timeZone.of(in),
                    ExchangeRate.distinct(in, rates.of(in)),
                    filter.of(in),
                    review.of(in),
                    banned.of(in),
                    tts.of(in),
                    subRewards.of(in),
                    alerts.of(in),
                    distinct(in, rewards.of(in)),
                    bot.of(in),
                    moderation.of(in),
                    tipPage.of(in),
                    aiVoices.of(in));
        });
    }

    private static List<RewardAction> distinct(FieldValues in, List<RewardAction> rewards) {
        Set<String> named = new HashSet<>();
        for (int i = 0; i < rewards.size(); i++) {
            if (!named.add(rewards.get(i).rewardId())) {
                throw in.refused("rewards[" + i + "].reward_id", "must stand in the list once");
            }
        }
        return rewards;
    }

    /// The settings that an account's row holds.
    ///
    /// @param account the row of [Keys#profile]
    public static Settings of(Row account) {
        return SCHEMA.of(account);
    }

    /// An account's settings as they stand.
    public static Settings read(Table table, String tenantId) {
        return of(row(table, tenantId));
    }

    /// Changes an account's settings. Changes of other groups of settings, made at the same time, stay; two of one
    /// group are made one after the other.
    public static Outcome<Settings> change(Table table, String tenantId, UnaryOperator<Settings> change) {
        return change(table, tenantId, change, (before, after) -> List.of());
    }

    /// Changes an account's settings, and writes other rows with them.
    ///
    /// @param others the writes that follow from the settings before and after
    public static Outcome<Settings> change(
            Table table,
            String tenantId,
            UnaryOperator<Settings> change,
            BiFunction<Settings, Settings, List<Write>> others) {
        Row row = row(table, tenantId);
        Settings before = of(row);
        Settings changed = change.apply(before);
        boolean isStale =
                !changed.currency.equals(before.currency) && changed.exchangeRates.equals(before.exchangeRates);
        Settings after = isStale ? changed.withoutRates() : changed;
        Row was = SCHEMA.row(row.key(), before);
        Row is = SCHEMA.row(row.key(), after);
        if (was.equals(is)) {
            return Outcome.of(after);
        }
        Write write = Write.update(row.key())
                .change(was, is)
                .when(Condition.rowExists())
                .alsoWhen(Version.unchanged(SCHEMA, row));
        return Outcome.of(after)
                .writing(after.currency.equals(before.currency) ? write : PaidCurrencies.noted(write, before.currency))
                .writing(others.apply(before, after));
    }

    /// These settings with one more link that cannot be requested.
    ///
    /// @throws Problem `limit_reached` if there are as many as there can be
    public Settings banning(String link) {
        if (bannedMedia.contains(link)) {
            return this;
        }
        if (bannedMedia.size() == MAX_BANNED) {
            throw Problem.of(ErrorCode.LIMIT_REACHED, "There can be at most " + MAX_BANNED + " banned videos");
        }
        List<String> banned = new ArrayList<>(bannedMedia);
        banned.add(link);
        return new Settings(
                currency,
                timeZone,
                exchangeRates,
                filter,
                holdAll,
                List.copyOf(banned),
                tts,
                subRewards,
                alerts,
                rewards,
                bot,
                moderation,
                tipPage,
                aiVoicesAvailable);
    }

    /// These settings without the rates of another currency than the account's.
    private Settings withoutRates() {
        return new Settings(
                currency,
                timeZone,
                List.of(),
                filter,
                holdAll,
                bannedMedia,
                tts,
                subRewards,
                alerts,
                rewards,
                bot,
                moderation,
                tipPage,
                aiVoicesAvailable);
    }

    /// The worth of one unit of a currency in the account's; null for the account's own, and for one without a rate.
    public @Nullable BigDecimal rate(String other) {
        return exchangeRates.stream()
                .filter(rate -> rate.currency().equals(other) && !other.equals(currency))
                .findFirst()
                .map(ExchangeRate::rate)
                .orElse(null);
    }

    /// The action of a reward; null for one that is mapped to nothing.
    public @Nullable RewardAction reward(String rewardId) {
        return rewards.stream()
                .filter(reward -> reward.rewardId().equals(rewardId))
                .findFirst()
                .orElse(null);
    }

    /// The row that holds an account's settings.
    ///
    /// @throws Problem `not_found` if there is no such account
    public static Row row(Table table, String tenantId) {
        Row account = table.get(Keys.profile(tenantId));
        if (account == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return account;
    }
}
