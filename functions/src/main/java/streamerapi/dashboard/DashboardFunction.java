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
import streamerapi.connections.ProviderConnections;
import streamerapi.counters.CountersModule;
import streamerapi.effects.EffectTransport;
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

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers `/dashboard`: the dashboard's API, and its pages.
public final class DashboardFunction extends PlatformFunction {

    private static final String PLACE = Site.PLACE + "/api";

    public DashboardFunction() {
        this(Environment.ofProcess());
    }

    public DashboardFunction(Environment environment) {
        super(environment, DashboardFunction::api);
    }

    private static Api api(Services services, Platforms platforms) {
        SignIn signIn = new SignIn(services.table(), services.sessions(), services.credentials(), services.clock());
        Team team = new Team(services.table(), services.credentials(), services.ids(), services.clock());
        String authUrl = services.environment().orElse("AUTH_URL", "");
        List<Endpoint> signingIn = new SessionModule(signIn).endpoints();
        Module tips = new TipsModule(services);
        Payments payments = ReviewModule.payments(services, platforms.transport());
        BotArrivals bot = bot(services);
        AuthorizationFlow flow = new AuthorizationFlow(
                services.table(), services.secrets(), platforms.clients(), platforms.health(), bot, services.clock());
        Module connections = new ConnectionsModule(
                services,
                flow,
                platforms.clients(),
                platforms.health(),
                platforms.rewards(),
                bot,
                platforms.processors().clients());
        Api api = Endpoint.rest(signingIn)
                .and(Endpoint.dashboard(signingIn))
                .and(Endpoint.dashboard(modules(services, tips, platforms.transport(), payments)))
                .and(Endpoint.dashboard(people(services, team, signIn, authUrl)))
                .and(Endpoint.dashboard(connections.endpoints()));
        Api ofPagesAlone = openTo(Role.SUPER_ADMIN, new WebhooksModule(services))
                .and(openTo(Role.MODERATOR, tips))
                .and(openTo(Role.MODERATOR, new LeaderboardModule(services)));
        Site site = new Site(
                api.and(ofPagesAlone), services.table(), services.environment().required("WS_URL"));
        return api.at(PLACE)
                .and(new ChoosePasswordPage(site, team).api())
                .and(pages(services, site, signIn, authUrl))
                .and(new ReviewPages(site, payments.review()).api())
                .and(new TipPageSettingsPages(site, preview(services, platforms), authUrl).api())
                .and(new ConnectionsPages(
                                site,
                                flow,
                                authUrl,
                                platforms.processors().clients().stream()
                                        .map(ProcessorClient::provider)
                                        .collect(Collectors.toUnmodifiableSet()))
                        .api())
                .elsewhere((request, problem) -> elsewhere(site, request, problem));
    }

    private static TipPagePreview preview(Services services, Platforms platforms) {
        return new TipPagePreview(
                services.table(),
                new ProviderConnections(services.table(), services.secrets()),
                platforms.processors().checkouts(),
                services.ids(),
                services.clock());
    }

    private static BotArrivals bot(Services services) {
        return new BotArrivals(
                new BotPresence(services.table()),
                new ChatTimers(services.table(), services.ids(), services.clock(), Host::random));
    }

    /// The endpoints of a module, opened to people of at least a role: the dashboard's pages show their answers, and
    /// its API does not have them.
    private static Api openTo(Role least, Module module) {
        return Endpoint.rest(module.endpoints()).openTo(Access.of(least));
    }

    /// The endpoints of the resource groups, those that people may call among them.
    private static List<Endpoint> modules(
            Services services, Module tips, EffectTransport transport, Payments payments) {
        return Stream.<Module>of(
                        new TtsModule(services),
                        new MediaModule(services),
                        tips,
                        new ReviewModule(payments),
                        OverlaysModule.goals(services),
                        new LibraryModule(services),
                        new OverlaysModule(services),
                        new CountersModule(services),
                        new TippingModule(services),
                        new ViewersModule(services),
                        new ErasureModule(services),
                        new ChannelPointsModule(services, transport),
                        new CommandsModule(services),
                        new TimersModule(services),
                        new ImportsModule(services),
                        ChatFunction.module(services, new ChatSender(transport)),
                        new AiVoicesModule(services),
                        new EventsModule(services))
                .flatMap(module -> module.endpoints().stream())
                .toList();
    }

    /// The endpoints of the account and its people.
    private static List<Endpoint> people(Services services, Team team, SignIn signIn, String authUrl) {
        return Stream.<Module>of(
                        new TeamModule(team, signIn, authUrl),
                        new OwnAccessModule(team, signIn, services.sessions(), services.credentials()),
                        new AccountModule(services.table()),
                        new FirstStepsModule(
                                services.table(), new ProviderConnections(services.table(), services.secrets())),
                        new AccountDataModule(services, signIn),
                        new ApiKeysModule(new ApiKeys(
                                services.table(), services.credentials(), services.ids(), services.clock())),
                        new SettingsModule(services, Polly::hasVoice),
                        new VoiceSamplesModule(services, Polly::hasVoice),
                        new IngestSecretsModule(services),
                        new OAuthAppsModule(services),
                        new FilterModule(services.table()),
                        new MoneyModule(services))
                .flatMap(module -> module.endpoints().stream())
                .toList();
    }

    private static Response elsewhere(Site site, Request request, Problem problem) {
        return request.path().startsWith(PLACE) ? Response.of(problem) : site.refused(request, problem);
    }

    private static Api pages(Services services, Site site, SignIn signIn, String authUrl) {
        TtsQueries tts = new TtsQueries(services.table(), services.clock());
        String library = services.environment().required("LIBRARY_URL");
        return new SessionPages(site, signIn)
                .api()
                .and(new RealtimePages(site, services.credentials()).api())
                .and(home(services, site))
                .and(new QueuePages(site, tts).api())
                .and(new HistoryPages(site, tts).api())
                .and(new VideoPages(site).api())
                .and(new ApiKeysPages(site).api())
                .and(new OAuthAppsPages(site).api())
                .and(new WebhooksPages(site, services.clock()).api())
                .and(new OverlaysPages(site, authUrl).api())
                .and(new OverlayAlertsPages(site, library).api())
                .and(new LibraryPages(site, library).api())
                .and(new AlertsPages(site).api())
                .and(Api.of(site.secretPage()))
                .and(new MoneyPages(site, new MoneyBook(services.table(), services.clock())).api())
                .and(new TipsPages(site).api())
                .and(new CountersPages(site).api())
                .and(new GoalsPages(site).api())
                .and(new CountGoalsPages(site).api())
                .and(new LeaderboardPages(site).api())
                .and(new ViewersPages(site).api())
                .and(new CommandsPages(site).api())
                .and(new TimersPages(site).api())
                .and(new ImportPages(site).api())
                .and(new BotPages(site).api())
                .and(new SettingsPages(site, services.environment().required("AUDIO_URL")).api())
                .and(new TeamPages(site).api())
                .and(new AccountPages(site).api())
                .and(new AccountDataPages(site, new AccountExport(services.table(), services.clock())).api())
                .and(authUrl.startsWith("http:") ? new StyleguidePage(site).api() : Api.of());
    }

    private static Api home(Services services, Site site) {
        RecentIncome income = new RecentIncome(services.table(), services.clock());
        TipGoals goals = new TipGoals(services.table(), services.ids(), services.clock());
        ProviderConnections connections = new ProviderConnections(services.table(), services.secrets());
        return new HomePages(site, income, goals, connections).api();
    }
}
