package streamerapi.dashboard;

import streamerapi.accounts.User;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The first steps of a new account. Each step ticks itself. The list goes when all are done, or when an administrator
/// hides it.
final class FirstSteps {

    private static final Attribute.Flag HIDDEN = Attribute.flag("first_steps_hidden");

    /// The prefixes of tips in the index of places: those that were played, and those that wait.
    private static final List<String> TIPS = List.of("TH#", "TQ#");

    /// The end of the key of an overlay's presence, which is kept from its first socket on.
    private static final String PRESENCE = "#PRESENCE";

    private final Table table;
    private final ProviderConnections connections;

    FirstSteps(Table table, ProviderConnections connections) {
        this.table = table;
        this.connections = connections;
    }

    /// A step.
    enum Step implements Labelled {
        OVERLAY,
        IN_OBS,
        TEST_TIP,
        FILTER,
        MODERATOR,
        CONNECT,
        PAYMENTS,
        TIP_PAGE,
        GO_LIVE
    }

    /// A step, and whether it is done.
    record Ticked(Step step, boolean isDone) {
        private static final Schema<Ticked> SCHEMA = Schema.shown("FirstStep", "A step, and whether it is done.", s -> {
            s.choice("step", Ticked::step, List.of(Step.values()))
                    .doc(
                            "`overlay`: there is an overlay; `in_obs`: one was opened; `test_tip`: there was a tip; `filter`:"
                                    + " the filter has a word, or every tip is reviewed; `moderator`: a second user has"
                                    + " chosen a password; `connect`: the bot was in a chat; `payments`: a payment processor is"
                                    + " connected; `tip_page`: the tip page is on; `go_live`: a stream began or ended.")
                    .example("connect");
            s.flag("is_done", Ticked::isDone).example(true);
        });
    }

    /// The list.
    ///
    /// @param isShown false once all are done, or it was hidden
    record Steps(boolean isShown, List<Ticked> steps) {
        static final Schema<Steps> SCHEMA = Schema.shown("FirstSteps", "The first steps of a new account.", s -> {
            s.flag("is_shown", Steps::isShown)
                    .doc("False once all steps are done, or the list was hidden.")
                    .example(true);
            s.list("steps", Steps::steps, Ticked.SCHEMA).doc("Empty if the list was hidden.");
        });
    }

    /// The list of an account.
    Steps read(String tenantId) {
        Row profile = Objects.requireNonNull(table.get(Keys.profile(tenantId)));
        if (profile.get(HIDDEN)) {
            return new Steps(false, List.of());
        }
        Async<BotState> bot = Async.start(() -> new BotPresence(table).read(tenantId));
        Async<List<Row>> overlays = Async.start(() -> table.query(Query.of(Keys.account(tenantId), Keys.OVERLAY)));
        Async<Boolean> payments =
                Async.start(() -> connections.all(tenantId).stream().anyMatch(FirstSteps::takesMoney));
        Settings settings = Settings.of(profile);
        Async<Boolean> tip = Async.start(() ->
                TIPS.stream().anyMatch(place -> isThere(Query.places(Keys.account(tenantId), place))));
        List<Ticked> steps = Arrays.stream(Step.values())
                .map(step -> new Ticked(
                        step,
                        switch (step) {
                            case OVERLAY -> !overlays.join().isEmpty();
                            case IN_OBS ->
                                overlays.join().stream()
                                        .anyMatch(row -> row.key().sort().endsWith(PRESENCE));
                            case FILTER -> isFiltered(settings);
                            case MODERATOR -> hasModerator(tenantId);
                            case CONNECT -> wasConnected(bot.join());
                            case PAYMENTS -> payments.join();
                            case TIP_PAGE -> settings.tipPage().enabled();
                            case TEST_TIP -> tip.join();
                            case GO_LIVE -> wasLive(bot.join());
                        }))
                .toList();
        return new Steps(!steps.stream().allMatch(Ticked::isDone), steps);
    }

    /// Hides the list for good.
    static Outcome<?> hide(String tenantId) {
        return Outcome.empty()
                .writing(Write.update(Keys.profile(tenantId)).set(HIDDEN, true).when(Condition.rowExists()));
    }

    private static boolean isFiltered(Settings settings) {
        return settings.holdAll()
                || !settings.filter().block().isEmpty()
                || !settings.filter().replace().isEmpty();
    }

    /// Whether a connection is one to a payment processor, and nothing is wrong with it.
    private static boolean takesMoney(ProviderConnection connection) {
        return !connection.provider().isPlatform() && connection.status().reason() == null;
    }

    /// Whether there is a second user. It is read after the overlays and not beside them: of queries that begin at the
    /// same time, each may read a first page before the caller is known.
    private boolean hasModerator(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.USER)).stream()
                        .filter(row -> !User.of(row).invited())
                        .count()
                > 1;
    }

    private boolean isThere(Query query) {
        return !table.query(query.limit(1)).isEmpty();
    }

    private static boolean wasConnected(BotState bot) {
        return bot.alpha().connectionToldAt() != null || bot.beta().connectionToldAt() != null;
    }

    private static boolean wasLive(BotState bot) {
        return bot.alpha().streamToldAt() != null || bot.beta().streamToldAt() != null;
    }
}
