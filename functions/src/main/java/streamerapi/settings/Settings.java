package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// What a streamer has decided about the account (contract "Dashboard", "Tips"). Each group of settings is an attribute
/// of the account's own row, so one read gives all of them.
///
/// @param currency ISO 4217: of tips that name none
/// @param holdAll whether every tip is reviewed before it enters a queue
/// @param bannedMedia links, video ids and channel ids that cannot be requested
/// @param rewards what the rewards do that do something, each reward once
/// @param aiVoicesAvailable whether the account takes part in the AI voices' beta; the operator says so
public record Settings(
        String currency,
        FilterSettings filter,
        boolean holdAll,
        List<String> bannedMedia,
        SpeechSettings tts,
        SubRewardSettings subRewards,
        AlertSettings alerts,
        List<RewardAction> rewards,
        BotSettings bot,
        ModerationSettings moderation,
        boolean aiVoicesAvailable) {

    /// The settings that an account's row holds.
    ///
    /// @param account the row of [Keys#profile]
    public static Settings of(Row account) {
        return new Settings(
                account.text("currency"),
                FilterSettings.of(account.object("filter")),
                account.object("review").flag("hold_all"),
                account.texts("banned_media"),
                SpeechSettings.of(account.object("tts")),
                SubRewardSettings.of(account.object("sub_rewards")),
                AlertSettings.of(account.object("alerts")),
                account.objects("rewards").stream().map(RewardAction::of).toList(),
                BotSettings.of(account.object("bot")),
                ModerationSettings.of(account.object("moderation")),
                account.flag("ai_voices_available"));
    }

    /// An account's settings as they stand.
    public static Settings read(Table table, String tenantId) {
        return of(row(table, tenantId));
    }

    /// Changes an account's settings. Changes of other groups of settings, made at the same time, stay; two of one
    /// group are made one after the other.
    public static Outcome<Settings> change(Table table, String tenantId, UnaryOperator<Settings> change) {
        Row row = row(table, tenantId);
        Settings before = of(row);
        Settings after = change.apply(before);
        Map<String, @Nullable Object> was = before.stored();
        Write write = Write.update(row.key()).when(Condition.rowExists());
        boolean differs = false;
        for (Map.Entry<String, @Nullable Object> group : after.stored().entrySet()) {
            String name = group.getKey();
            if (!Objects.equals(was.get(name), group.getValue())) {
                differs = true;
                Object seen = row.attributes().get(name);
                write.set(name, group.getValue())
                        .alsoWhen(seen == null ? Condition.absent(name) : Condition.equal(name, seen));
            }
        }
        return differs ? Outcome.of(after).writing(write) : Outcome.of(after);
    }

    /// What a reward does; null for one that is mapped to nothing.
    public @Nullable RewardAction reward(String rewardId) {
        return rewards.stream()
                .filter(reward -> reward.rewardId().equals(rewardId))
                .findFirst()
                .orElse(null);
    }

    /// The settings as they are answered.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = stored();
        json.put("moderation", moderation.json());
        json.put("ai_voices_available", aiVoicesAvailable);
        return json;
    }

    /// The groups of settings as attributes of the account's row.
    private Map<String, @Nullable Object> stored() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("currency", currency);
        json.put("filter", filter.json());
        json.put("review", Map.of("hold_all", holdAll));
        json.put("banned_media", bannedMedia);
        json.put("tts", tts.json());
        json.put("sub_rewards", subRewards.json());
        json.put("alerts", alerts.json());
        json.put("rewards", rewards.stream().map(RewardAction::json).toList());
        json.put("bot", bot.json());
        json.put("moderation", moderation.stored());
        return json;
    }

    private static Row row(Table table, String tenantId) {
        Row account = table.get(Keys.profile(tenantId));
        if (account == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return account;
    }
}
