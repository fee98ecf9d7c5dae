package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.goals.Goals;
import streamerapi.settings.ExchangeRate;
import streamerapi.settings.RewardAction;
import streamerapi.settings.Settings;
import streamerapi.settings.SpeechSettings;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.speech.Renders;
import streamerapi.webhooks.EndpointUrl;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The settings of an account (contract "Dashboard").
public final class SettingsModule implements Module {

    private final Table table;
    private final Predicate<String> knowsVoice;
    private final TipPageMoved tipPageMoved;
    private final Function<String, List<Write>> rereading;
    private final Function<String, List<Write>> rereadingNames;
    private final Schema<Settings> changed;
    private final InstantSource clock;
    private final Goals goals;
    private final DelayQueue queue;

    /// Tells those who show the tip page's address of another one.
    @FunctionalInterface
    public interface TipPageMoved {

        /// @param path the page's; null if it is not there any more
        List<Write> tells(String tenantId, @Nullable String path);
    }

    /// @param knowsVoice whether tips can be spoken with a voice
    /// @param tipPageMoved the writes that go with a change of the tip page's address
    /// @param rereading the writes that have an account's overlays read its sums anew
    /// @param rereadingNames as `rereading`, of the overlays alone that show names of tips
    public SettingsModule(
            Services services,
            Predicate<String> knowsVoice,
            TipPageMoved tipPageMoved,
            Function<String, List<Write>> rereading,
            Function<String, List<Write>> rereadingNames) {
        boolean allowPrivate = "true".equals(services.environment().required("WEBHOOK_ALLOW_PRIVATE"));
        this.knowsVoice = knowsVoice;
        this.tipPageMoved = tipPageMoved;
        this.rereading = rereading;
        this.rereadingNames = rereadingNames;
        this.table = services.table();
        this.clock = services.clock();
        this.goals = new Goals(table, clock);
        this.queue = services.work();
        this.changed = Settings.schema(text -> EndpointUrl.check("moderation.url", text, allowPrivate));
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/settings", "getSettings", "Settings")
                        .dashboard(SUPER_ADMIN)
                        .doc("The account's settings.")
                        .answers(Answer.ok("settings", Settings.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(Settings.read(table, call.tenantId()))),
                Endpoint.patch("/settings", "changeSettings", "Change settings")
                        .dashboard(SUPER_ADMIN)
                        .doc("Changes the fields that are sent, also those inside objects, and leaves the rest. A list"
                                + " replaces the previous list; a list of texts drops duplicates.")
                        .changes(changed)
                        .answers(Answer.ok("settings", Settings.SCHEMA))
                        .refuses(ErrorCode.NAME_TAKEN)
                        .speculative()
                        .handles(this::change));
    }

    private Outcome<Settings> change(Call<Changes<Settings>> call) {
        String tenantId = call.tenantId();
        AtomicReference<Settings> was = new AtomicReference<>();
        Outcome<Settings> outcome = Settings.change(
                table,
                tenantId,
                before -> {
                    was.set(before);
                    Settings after = call.body().appliedTo(before, Map.of());
                    refuseOwnRate(before, after);
                    refuseUnknownVoice(before, after);
                    refuseUnknownCounters(tenantId, before, after);
                    return after;
                },
                (before, after) -> following(tenantId, before, after));
        Settings after = outcome.value();
        return isMoreHeard(was.get().tts(), after.tts())
                ? outcome.then(() -> {
                    Instant now = clock.instant();
                    queue.send(Renders.ofWaiting(tenantId, now), now, Renders.group(tenantId));
                    return () -> Outcome.of(after);
                })
                : outcome;
    }

    /// Whether tips that wait without audio may be spoken now: the month's limit is higher, or it is another voice than
    /// the one that perhaps refused them.
    private static boolean isMoreHeard(SpeechSettings before, SpeechSettings after) {
        return after.charactersLimit() > before.charactersLimit() || !Objects.equals(after.voice(), before.voice());
    }

    /// The writes of other rows that follow from a change of the settings.
    private List<Write> following(String tenantId, Settings before, Settings after) {
        List<Write> writes = new ArrayList<>(TipPageSlug.renaming(tenantId, before, after, clock.instant()));
        if (!before.currency().equals(after.currency())) {
            writes.addAll(goals.currencyChanging(tenantId));
        }
        String path = after.tipPage().path();
        if (!Objects.equals(path, before.tipPage().path())) {
            writes.addAll(tipPageMoved.tells(tenantId, path));
        }
        if (!sums(after).equals(sums(before))) {
            writes.addAll(rereading.apply(tenantId));
        } else if (!after.filter().equals(before.filter())) {
            writes.addAll(rereadingNames.apply(tenantId));
        }
        return writes;
    }

    /// The settings that sums of tips are shown by.
    private static List<Object> sums(Settings settings) {
        return List.of(settings.currency(), settings.exchangeRates(), settings.timeZone());
    }

    /// Refuses a rate of the account's own currency. The rates of the currency before are dropped.
    private static void refuseOwnRate(Settings before, Settings after) {
        List<ExchangeRate> rates = after.exchangeRates();
        for (int i = 0; i < rates.size() && !rates.equals(before.exchangeRates()); i++) {
            if (rates.get(i).currency().equals(after.currency())) {
                String field = "exchange_rates[" + i + "].currency";
                throw Problem.badField(field, field + " must be another currency than the account's");
            }
        }
    }

    private void refuseUnknownVoice(Settings before, Settings after) {
        String voice = after.tts().voice();
        if (voice != null && !voice.equals(before.tts().voice()) && !knowsVoice.test(voice)) {
            throw Problem.badField("tts.voice", "tts.voice must be a voice of Amazon Polly, such as Joanna");
        }
    }

    /// Refuses a reward that adds to a counter that is not there. An earlier mapping stays, even if its counter has
    /// been deleted since.
    private void refuseUnknownCounters(String tenantId, Settings before, Settings after) {
        List<RewardAction> mapped = after.rewards().stream()
                .filter(reward -> reward.counter() != null && !before.rewards().contains(reward))
                .toList();
        Map<Key, Row> counters = table.getAll(mapped.stream()
                .map(reward -> counter(tenantId, reward))
                .distinct()
                .toArray(Key[]::new));
        mapped.stream()
                .filter(reward -> !counters.containsKey(counter(tenantId, reward)))
                .findFirst()
                .ifPresent(reward -> {
                    String field = "rewards[" + after.rewards().indexOf(reward) + "].counter";
                    throw Problem.badField(field, field + " must be an existing counter: create it first");
                });
    }

    private static Key counter(String tenantId, RewardAction reward) {
        return Keys.counter(tenantId, Objects.requireNonNull(reward.counter()));
    }
}
