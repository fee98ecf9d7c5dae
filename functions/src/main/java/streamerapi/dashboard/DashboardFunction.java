package streamerapi.dashboard;

import streamerapi.accounts.ApiKeys;
import streamerapi.accounts.SignIn;
import streamerapi.accounts.Team;
import streamerapi.aivoices.AiVoicesModule;
import streamerapi.bot.BotPresence;
import streamerapi.bot.ChatSender;
import streamerapi.channelpoints.ChannelPointsModule;
import streamerapi.chat.ChatFunction;
import streamerapi.commands.CommandsModule;
import streamerapi.connections.AuthorizationFlow;
import streamerapi.connections.ConnectionsModule;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnections;
import streamerapi.counters.CountersModule;
import streamerapi.erasure.ErasureModule;
import streamerapi.events.EventsModule;
import streamerapi.exports.AccountExport;
import streamerapi.filter.FilterModule;
import streamerapi.imports.ImportsModule;
import streamerapi.ingest.IngestSecretsModule;
import streamerapi.leaderboard.LeaderboardModule;
import streamerapi.ledger.RecentIncome;
import streamerapi.library.LibraryModule;
import streamerapi.media.MediaModule;
import streamerapi.money.MoneyBook;
import streamerapi.money.MoneyModule;
import streamerapi.oauth.OAuthAppsModule;
import streamerapi.overlays.OverlaysModule;
import streamerapi.overlays.TipGoals;
import streamerapi.pages.Site;
import streamerapi.platforms.PlatformFunction;
import streamerapi.platforms.Platforms;
import streamerapi.shared.auth.Role;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Host;
import streamerapi.speech.Polly;
import streamerapi.timers.BotArrivals;
import streamerapi.timers.ChatTimers;
import streamerapi.timers.TimersModule;
import streamerapi.tippage.TipPagePreview;
import streamerapi.tipping.TippingModule;
import streamerapi.tips.Payments;
import streamerapi.tips.ReviewModule;
import streamerapi.tips.TipsModule;
import streamerapi.tts.TtsModule;
import streamerapi.tts.TtsQueries;
import streamerapi.viewers.ViewersModule;
import streamerapi.webhooks.WebhooksModule;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers `/dashboard`: the dashboard's API, and its pages.
public final class DashboardFunction extends PlatformFunction {

    private static final String PLACE = Site.PLACE + "/api";

    public DashboardFunction() {
        this(Environment.ofProcess());
    }

    public DashboardFunction(Environment environment) {
        super(environment, (services, platforms) -> new Parts(services, platforms).api());
    }

    /// The parts of the dashboard: the modules whose endpoints it has, the pages over them, and the classes that both
    /// need.
    private static final class Parts {

        private final Services services;
        private final Platforms platforms;
        private final String authUrl;
        private final SignIn signIn;
        private final Team team;
        private final Payments payments;
        private final ProviderConnections connections;
        private final BotArrivals bot;
        private final AuthorizationFlow flow;
        private final Module session;
        private final Module tips;

        private Parts(Services services, Platforms platforms) {
            Table table = services.table();
            InstantSource clock = services.clock();
            this.services = services;
            this.platforms = platforms;
            this.authUrl = services.environment().orElse("AUTH_URL", "");
            this.signIn = new SignIn(table, services.sessions(), services.credentials(), clock);
            this.team = new Team(table, services.credentials(), services.ids(), clock);
            this.payments = ReviewModule.payments(services, platforms.transport());
            this.connections = new ProviderConnections(table, services.secrets());
            this.bot =
                    new BotArrivals(new BotPresence(table), new ChatTimers(table, services.ids(), clock, Host::random));
            this.flow = new AuthorizationFlow(
                    table, services.secrets(), platforms.clients(), platforms.health(), bot, clock);
            this.session = new SessionModule(signIn);
            this.tips = new TipsModule(services);
        }

        private Api api() {
            Api api = Endpoint.rest(session.endpoints()).and(Endpoint.dashboard(endpoints(modules())));
            Site site = new Site(
                    api.and(ofPagesAlone()),
                    services.table(),
                    services.environment().required("WS_URL"));
            return api.at(PLACE).and(pages(site)).elsewhere((request, problem) -> elsewhere(site, request, problem));
        }

        /// The modules. People may call those of their endpoints that have a role.
        private Stream<Module> modules() {
            OverlaysModule overlays = new OverlaysModule(services);
            return Stream.of(
                    session,
                    new TtsModule(services),
                    new MediaModule(services),
                    tips,
                    new ReviewModule(payments),
                    OverlaysModule.goals(services),
                    new LibraryModule(services),
                    overlays,
                    new CountersModule(services, overlays::rereadCounts),
                    new TippingModule(services),
                    new ViewersModule(services),
                    new ErasureModule(services),
                    new ChannelPointsModule(services, platforms.transport()),
                    new CommandsModule(services),
                    new TimersModule(services),
                    new ImportsModule(services),
                    ChatFunction.module(services, new ChatSender(platforms.transport())),
                    new AiVoicesModule(services),
                    new EventsModule(services),
                    new TeamModule(team, signIn, authUrl),
                    new OwnAccessModule(team, signIn, services.sessions(), services.credentials()),
                    new AccountModule(services.table()),
                    new FirstStepsModule(services.table(), connections),
                    new AccountDataModule(services, signIn, platforms.health(), platforms.transport()),
                    new ApiKeysModule(
                            new ApiKeys(services.table(), services.credentials(), services.ids(), services.clock())),
                    new SettingsModule(
                            services,
                            Polly::hasVoice,
                            overlays::tipPageMoved,
                            overlays::rereadCounts,
                            overlays::rereadNames),
                    new VoiceSamplesModule(services, Polly::hasVoice),
                    new IngestSecretsModule(services),
                    new OAuthAppsModule(services),
                    new FilterModule(services.table()),
                    new MoneyModule(services),
                    new ConnectionsModule(
                            services,
                            flow,
                            platforms.clients(),
                            platforms.health(),
                            platforms.rewards(),
                            bot,
                            platforms.processors().clients()));
        }

        private static List<Endpoint> endpoints(Stream<Module> modules) {
            return modules.flatMap(module -> module.endpoints().stream()).toList();
        }

        /// Endpoints whose answers pages show, and which the dashboard's API does not have.
        private Api ofPagesAlone() {
            return openTo(Role.SUPER_ADMIN, new WebhooksModule(services))
                    .and(openTo(Role.MODERATOR, tips))
                    .and(openTo(Role.MODERATOR, new LeaderboardModule(services)));
        }

        private static Api openTo(Role least, Module module) {
            return Endpoint.rest(module.endpoints()).openTo(Access.of(least));
        }

        private Api pages(Site site) {
            Table table = services.table();
            InstantSource clock = services.clock();
            TtsQueries tts = new TtsQueries(table, clock);
            String library = services.environment().required("LIBRARY_URL");
            String audio = services.environment().required("AUDIO_URL");
            return Stream.of(
                            new ChoosePasswordPage(site, team).api(),
                            new SessionPages(site, signIn).api(),
                            new RealtimePages(site, services.credentials()).api(),
                            home(site, tts).api(),
                            new QueuePages(site, tts).api(),
                            new HistoryPages(site, tts).api(),
                            new VideoPages(site).api(),
                            new ApiKeysPages(site).api(),
                            new OAuthAppsPages(site).api(),
                            new WebhooksPages(site, clock).api(),
                            new OverlaysPages(site, authUrl).api(),
                            new OverlayAlertsPages(site, library).api(),
                            new LibraryPages(site, library).api(),
                            new AlertsPages(site).api(),
                            Api.of(site.secretPage()),
                            new MoneyPages(site, new MoneyBook(table, clock)).api(),
                            new TipsPages(site).api(),
                            new CountersPages(site).api(),
                            new GoalsPages(site, clock).api(),
                            new CountGoalsPages(site).api(),
                            new LeaderboardPages(site).api(),
                            new ViewersPages(site).api(),
                            new CommandsPages(site).api(),
                            new TimersPages(site).api(),
                            new ImportPages(site).api(),
                            new BotPages(site).api(),
                            new SettingsPages(
                                            site, audio, services.environment().required("SPEECH_ENGINE"))
                                    .api(),
                            new TeamPages(site).api(),
                            new AccountPages(site).api(),
                            new AccountDataPages(site, new AccountExport(table, clock)).api(),
                            new ReviewPages(site, payments.review(), clock).api(),
                            new TipPageSettingsPages(site, preview(), authUrl).api(),
                            new ConnectionsPages(site, flow, authUrl, processors()).api(),
                            authUrl.startsWith("http:") ? new StyleguidePage(site).api() : Api.of())
                    .reduce(Api.of(), Api::and);
        }

        private HomePages home(Site site, TtsQueries tts) {
            RecentIncome income = new RecentIncome(services.table(), services.clock());
            TipGoals goals = new TipGoals(services.table(), services.ids(), services.clock());
            Troubles troubles = new Troubles(site, services.table(), connections, services.clock());
            return new HomePages(site, tts, income, goals, troubles);
        }

        private TipPagePreview preview() {
            return new TipPagePreview(
                    services.table(),
                    connections,
                    platforms.processors().checkouts(),
                    services.ids(),
                    services.clock());
        }

        private Set<Provider> processors() {
            return platforms.processors().clients().stream()
                    .map(ProcessorClient::provider)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private static Response elsewhere(Site site, Request request, Problem problem) {
        return request.path().startsWith(PLACE) ? Response.of(problem) : site.refused(request, problem);
    }
}
