package streamerapi.tippage;

import streamerapi.checkouts.Checkouts;
import streamerapi.connections.ProviderConnections;
import streamerapi.ingest.Inbox;
import streamerapi.overlays.TipGoals;
import streamerapi.pages.TipSite;
import streamerapi.platforms.PlatformFunction;
import streamerapi.platforms.Platforms;
import streamerapi.rewards.SubRewards;
import streamerapi.shared.http.Api;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Table;
import streamerapi.tips.TipsModule;
import streamerapi.tts.TtsQueries;
import streamerapi.viewers.Credits;
import streamerapi.viewers.SignIns;

import java.net.URI;
import java.util.stream.Stream;

/// Answers `/tip/…`, the page at which viewers pay for tips.
public final class TipPageFunction extends PlatformFunction {

    public TipPageFunction() {
        this(Environment.ofProcess());
    }

    public TipPageFunction(Environment environment) {
        super(environment, TipPageFunction::api);
    }

    private static Api api(Services services, Platforms platforms) {
        Checkouts checkouts = platforms.processors().checkouts();
        String authUrl = services.environment().orElse("AUTH_URL", "");
        ViewerSignIns signIns =
                new ViewerSignIns(services.table(), services.secrets(), platforms.clients(), services.clock(), authUrl);
        TipPages pages = new TipPages(
                services.table(),
                new ProviderConnections(services.table(), services.secrets()),
                checkouts,
                signIns,
                new TipPageLook(
                        new TipGoals(services.table(), services.ids(), services.clock()),
                        new TtsQueries(services.table(), services.clock())));
        TipSite site = new TipSite(formTargets(services.environment()));
        return new TipPageApi(services, pages, checkouts, platforms::paymentRefused, site, authUrl)
                .api()
                .and(new TipViewerApi(services, pages, signIns, inbox(services), site, authUrl).api());
    }

    /// The inbox of the messages that the pages' viewers cause.
    private static Inbox inbox(Services services) {
        Table table = services.table();
        Credits credits = new Credits(table, services.ids(), services.clock());
        return new Inbox(
                table,
                services.outbox(),
                new SignIns(table, services.clock())
                        .types()
                        .and(new SubRewards(table, TipsModule.intake(services), credits, services.clock()).types()),
                services.clock());
    }

    private static String formTargets(Environment environment) {
        StringBuilder targets = new StringBuilder("'self' https:");
        Stream.of("STRIPE_API_URL", "PAYPAL_API_URL")
                .map(name -> environment.orElse(name, ""))
                .filter(address -> address.startsWith("http:"))
                .map(TipPageFunction::origin)
                .distinct()
                .forEach(origin -> targets.append(' ').append(origin));
        return targets.toString();
    }

    private static String origin(String address) {
        URI uri = URI.create(address);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }
}
