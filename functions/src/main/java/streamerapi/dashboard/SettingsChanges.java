package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BuiltIn;
import streamerapi.settings.AlertSettings;
import streamerapi.settings.BotSettings;
import streamerapi.settings.Currencies;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.ModerationSettings;
import streamerapi.settings.RewardAction;
import streamerapi.settings.Settings;
import streamerapi.settings.SpeechSettings;
import streamerapi.settings.SubRewardSettings;
import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.webhooks.EndpointUrl;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The body of `PATCH /dashboard/api/settings`: what it sends takes the place of what is set, and the rest stays.
///
/// @param allowPrivate whether the moderation service's address can be a private one: on the local stack
record SettingsChanges(Body body, boolean allowPrivate) {

    private static final List<String> ON_MATCH = Arrays.stream(FilterSettings.OnMatch.values())
            .map(FilterSettings.OnMatch::label)
            .toList();
    private static final List<String> ACTIONS = Arrays.stream(RewardAction.Kind.values())
            .map(RewardAction.Kind::label)
            .toList();

    private static final List<String> BUILT_IN_COMMANDS =
            Stream.of(BuiltIn.values()).map(BuiltIn::label).toList();
    private static final int MAX_ENTRIES = 500;
    private static final int MAX_WORD = 64;
    private static final int MAX_LINK = 2_048;
    private static final int MAX_TEMPLATE = 200;
    private static final int MAX_ID = 64;
    private static final int MIN_SECRET = 16;
    private static final int MAX_SECRET = 128;
    private static final int MAX_MONEY = 1_000_000;
    private static final int MAX_MONTH = 10_000_000;
    private static final int MAX_STEP = 1_000_000;
    private static final Pattern COUNTER = Pattern.compile("[a-z0-9_-]{1,64}");
    private static final Pattern SECRET = Pattern.compile("[!-~]+");

    /// @throws Problem `bad_request` with the path of the field in `field`
    Settings of(Settings before) {
        String currency = Currencies.checkedOrNull(body.textOrNull("currency", 3));
        return new Settings(
                currency == null ? before.currency() : currency,
                filter(body.object("filter"), before.filter()),
                body.object("review").flag("hold_all", before.holdAll()),
                entries(body, "banned_media", MAX_LINK, before.bannedMedia()),
                tts(body.object("tts"), before.tts()),
                subRewards(body.object("sub_rewards"), before.subRewards()),
                alerts(body.object("alerts"), before.alerts()),
                rewards(before.rewards()),
                bot(body.object("bot"), before.bot()),
                moderation(body.object("moderation"), before.moderation()),
                before.aiVoicesAvailable());
    }

    private static FilterSettings filter(Body sent, FilterSettings before) {
        return new FilterSettings(
                entries(sent, "replace", MAX_WORD, before.replace()),
                entries(sent, "block", MAX_WORD, before.block()),
                FilterSettings.OnMatch.of(
                        sent.oneOf("on_match", ON_MATCH, before.onMatch().label())));
    }

    /// A list of different texts, none of them blank.
    private static List<String> entries(Body sent, String name, int longest, List<String> before) {
        List<String> entries = sent.textsOrNull(name);
        if (entries == null) {
            return before;
        }
        boolean fits = entries.size() <= MAX_ENTRIES
                && entries.stream()
                        .allMatch(entry -> !entry.isBlank() && entry.codePointCount(0, entry.length()) <= longest);
        if (!fits) {
            throw refused(
                    sent, name, "must have at most " + MAX_ENTRIES + " entries of 1 to " + longest + " characters");
        }
        return entries.stream().distinct().toList();
    }

    private static SpeechSettings tts(Body sent, SpeechSettings before) {
        String template = sent.labelOrNull("template", MAX_TEMPLATE);
        if (template != null && (template.isBlank() || !SpeechSettings.isTemplate(template))) {
            throw refused(sent, "template", "must say something, and name only {name}, {amount} and {message}");
        }
        BigDecimal minAmount = sent.moneyOrNull("min_amount", MAX_MONEY);
        return new SpeechSettings(
                template == null ? before.template() : template,
                sent.wholeNumber(
                        "max_characters",
                        SpeechSettings.MIN_CHARACTERS,
                        SpeechSettings.MAX_CHARACTERS,
                        before.maxCharacters()),
                minAmount == null ? before.minAmount() : minAmount,
                sent.wasSent("voice") ? sent.labelOrNull("voice", MAX_ID) : before.voice(),
                sent.wholeNumber("characters_limit", 0, MAX_MONTH, before.charactersLimit()));
    }

    private static SubRewardSettings subRewards(Body sent, SubRewardSettings before) {
        int most = SubRewardSettings.MAX_CREDITS;
        return new SubRewardSettings(
                sent.wholeNumber("per_sub", 0, most, before.perSub()),
                sent.wholeNumber("per_resub", 0, most, before.perResub()),
                sent.wholeNumber("per_gifted_sub", 0, most, before.perGiftedSub()));
    }

    private static AlertSettings alerts(Body sent, AlertSettings before) {
        Map<EventType, AlertSettings.Rule> rules = new EnumMap<>(EventType.class);
        for (EventType type : AlertSettings.TYPES) {
            Body rule = sent.object(type.label());
            AlertSettings.Rule was = before.of(type);
            rules.put(
                    type,
                    new AlertSettings.Rule(
                            rule.flag("enabled", was.enabled()),
                            AlertSettings.isCounted(type)
                                    ? rule.wholeNumber("min_amount", 0, AlertSettings.MAX_AMOUNT, was.minAmount())
                                    : 0));
        }
        return new AlertSettings(rules);
    }

    private List<RewardAction> rewards(List<RewardAction> before) {
        List<Body> sent = body.objectsOrNull("rewards", RewardAction.MAX_REWARDS);
        if (sent == null) {
            return before;
        }
        Set<String> named = new HashSet<>();
        List<RewardAction> rewards = new ArrayList<>();
        for (Body reward : sent) {
            RewardAction action = reward(reward);
            if (!named.add(action.rewardId())) {
                throw refused(reward, "reward_id", "must stand in the list once");
            }
            rewards.add(action);
        }
        return rewards;
    }

    private static RewardAction reward(Body sent) {
        String rewardId = sent.text("reward_id", 1, MAX_ID);
        RewardAction.Kind action = RewardAction.Kind.of(sent.oneOf("action", ACTIONS, null));
        String counter = sent.textOrNull("counter", MAX_ID);
        Long amount = sent.wholeNumberOrNull("amount", -MAX_STEP, MAX_STEP);
        if (action != RewardAction.Kind.COUNTER) {
            return new RewardAction(rewardId, action, null, null);
        }
        if (counter == null || !COUNTER.matcher(counter).matches()) {
            throw refused(sent, "counter", "must have 1 to 64 characters of a to z, 0 to 9, _ and -");
        }
        if (amount != null && amount == 0) {
            throw refused(sent, "amount", "must not be 0");
        }
        return new RewardAction(rewardId, action, counter, amount == null ? 1 : amount);
    }

    private static BotSettings bot(Body sent, BotSettings before) {
        List<String> disabled = sent.textsOrNull("disabled_commands");
        if (disabled != null && !BUILT_IN_COMMANDS.containsAll(disabled)) {
            throw refused(sent, "disabled_commands", "must be some of " + String.join(", ", BUILT_IN_COMMANDS));
        }
        return new BotSettings(
                sent.flag("alpha", before.alpha()),
                sent.flag("beta", before.beta()),
                disabled == null
                        ? before.disabledCommands()
                        : disabled.stream().distinct().toList());
    }

    private ModerationSettings moderation(Body sent, ModerationSettings before) {
        String url = sent.wasSent("url") ? sent.labelOrNull("url", MAX_LINK) : before.url();
        if (url != null) {
            EndpointUrl.check(sent.path("url"), url, allowPrivate);
        }
        boolean enabled = sent.flag("enabled", before.enabled());
        if (enabled && url == null) {
            throw refused(sent, "url", "is required for the moderation service to be asked");
        }
        int timeout = sent.wholeNumber(
                "timeout_ms",
                (int) ModerationSettings.MIN_TIMEOUT.toMillis(),
                (int) ModerationSettings.MAX_TIMEOUT.toMillis(),
                (int) before.timeout().toMillis());
        return new ModerationSettings(url, Duration.ofMillis(timeout), enabled, secret(sent, before.secret()));
    }

    private static @Nullable String secret(Body sent, @Nullable String before) {
        if (!sent.wasSent("secret")) {
            return before;
        }
        String secret = sent.textOrNull("secret", MAX_SECRET);
        if (secret != null
                && (secret.length() < MIN_SECRET || !SECRET.matcher(secret).matches())) {
            throw refused(
                    sent,
                    "secret",
                    "must have " + MIN_SECRET + " to " + MAX_SECRET + " ASCII characters, none of them a space");
        }
        return secret;
    }

    private static Problem refused(Body body, String name, String why) {
        return Problem.badField(body.path(name), body.path(name) + " " + why);
    }
}
