package streamerapi.dashboard;

import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.pages.ConnectionWords;
import streamerapi.pages.Fields;
import streamerapi.pages.HomeView.Trouble;
import streamerapi.pages.QueueView;
import streamerapi.pages.Site;
import streamerapi.queues.StaleClaims;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.http.Request;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;
import streamerapi.speech.SpeechUsage;
import streamerapi.warnings.KeptWarnings;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The problems of an account's show: endpoints that fail, no player, a limit of speech that is near, money that ended
/// elsewhere than was decided. A moderator is told of those alone that concern a page that they can open.
final class Troubles {

    private static final String WEBHOOKS = Site.PLACE + "/webhooks";

    /// How long an endpoint has taken nothing before that is a problem.
    private static final Duration DOWN = Duration.ofMinutes(10);

    private final Site site;
    private final Table table;
    private final ProviderConnections connections;
    private final KeptWarnings kept;
    private final InstantSource clock;

    Troubles(Site site, Table table, ProviderConnections connections, InstantSource clock) {
        this.site = site;
        this.table = table;
        this.connections = connections;
        this.kept = new KeptWarnings(table, clock);
        this.clock = clock;
    }

    /// Reads what can be wrong, all at once.
    ///
    /// @param overlays as `GET /overlays` answers them
    List<Trouble> of(Request request, QueueView queue, Fields overlays) {
        Async<Fields> bot = Async.start(() -> site.read(request, "/bot"));
        Async<List<ProviderConnection>> connected = Async.start(() -> connections.all(request.tenantId()));
        Async<Fields> endpoints = Async.start(() -> site.read(request, "/webhook-endpoints"));
        Async<List<KeptWarnings.KeptWarning>> warnings = Async.start(() -> kept.newest(request.tenantId()));
        Async<SpeechUsage> usage = Async.start(() -> SpeechUsage.read(table, request.tenantId(), clock.instant()));
        Async<List<Trouble>> stuck = Async.start(() -> ofQueue(request, queue));
        List<Trouble> troubles = new ArrayList<>();
        if (queue.isWithoutPlayer() && !overlays.objects("overlays").isEmpty()) {
            troubles.add(new Trouble("No overlay is connected, so tips wait.", Site.PLACE + "/overlays", "Overlays"));
        }
        troubles.addAll(stuck.join());
        overlays.objects("overlays").forEach(overlay -> silent(overlay, troubles));
        speech(usage.join(), troubles);
        Fields platforms = bot.join().object("bot").object("platforms");
        Platform.labels().forEach(platform -> connection(platform, platforms.object(platform), troubles));
        connected.join().forEach(connection -> connection(connection, troubles));
        endpoints.join().objects("endpoints").forEach(endpoint -> endpoint(endpoint, troubles));
        warnings.join().forEach(warning -> troubles.add(trouble(warning)));
        return troubles;
    }

    /// Reads what can be wrong with the queue.
    List<Trouble> ofQueue(Request request, QueueView queue) {
        return queue.playing() != null && isStuck(site.read(request, "/tts/now"))
                ? List.of(new Trouble(
                        "A tip has been playing for more than ten minutes: its player may have stopped. If it has, press"
                                + " “It has been played”.",
                        Site.PLACE + "/queue",
                        "Queue"))
                : List.of();
    }

    /// Whether what plays was claimed so long ago that programs were warned of it. The claim of an overlay that is gone
    /// ends by itself, that of another player does not.
    private boolean isStuck(Fields now) {
        return !now.isNull("started_at")
                && Instant.parse(now.text("started_at"))
                        .plus(StaleClaims.MIN_AGE)
                        .isBefore(clock.instant());
    }

    private static Trouble trouble(KeptWarnings.KeptWarning warning) {
        return switch (warning.code().concern()) {
            case COMMANDS -> new Trouble(warning.message(), Site.PLACE + "/commands", "See the commands");
            case COUNTERS -> new Trouble(warning.message(), Site.PLACE + "/counters", "See the counters");
            case REWARDS ->
                new Trouble(warning.message(), Site.PLACE + "/connections/twitch/rewards", "See the rewards");
            case TEAM -> new Trouble(warning.message(), Site.PLACE + "/team", "See the team");
            case VOICE -> new Trouble(warning.message(), Site.PLACE + "/settings#speech", "See the voice");
            case MONEY -> new Trouble(warning.message(), Site.PLACE + "/money", "See the money");
        };
    }

    private static void silent(Fields overlay, List<Trouble> troubles) {
        if (overlay.isNull("report") || overlay.object("report").isNull("why")) {
            return;
        }
        boolean click = overlay.object("report").text("why").equals("click_wanted");
        troubles.add(new Trouble(
                "The overlay " + overlay.text("name") + " is silent: "
                        + (click
                                ? "its browser plays no sound before a click. In OBS, use Interact and click on it."
                                : "the audio of its tip could not be played."),
                Site.PLACE + "/overlays/" + overlay.text("id"),
                "See the overlay"));
    }

    /// A connection that was there before, is wanted, and is gone.
    private static void connection(String platform, Fields bot, List<Trouble> troubles) {
        if (bot.flag("enabled") && !bot.isNull("disconnected_at")) {
            troubles.add(new Trouble(
                    "The bot has lost its connection to " + Platform.titled(platform)
                            + ": alerts, rewards and commands from there do not arrive.",
                    Site.PLACE + "/bot",
                    "See the bot"));
        }
    }

    private static void connection(ProviderConnection connection, List<Trouble> troubles) {
        String reason = connection.status().reason();
        if (reason != null) {
            String provider = connection.provider().label();
            troubles.add(new Trouble(
                    ConnectionWords.wrong(provider, reason),
                    Site.PLACE + "/connections/" + provider,
                    "See the connection"));
        }
    }

    private void endpoint(Fields endpoint, List<Trouble> troubles) {
        String address = WEBHOOKS + "/" + endpoint.text("id");
        if (!endpoint.isNull("disabled_reason")) {
            troubles.add(new Trouble(
                    "The webhook endpoint " + named(endpoint) + " was switched off: " + endpoint.text("disabled_reason")
                            + ".",
                    address,
                    "See why"));
        } else if (endpoint.flag("is_active")
                && !endpoint.text("consecutive_failures").equals("0")) {
            String failures = endpoint.text("consecutive_failures");
            troubles.add(new Trouble(
                    "The webhook endpoint " + named(endpoint) + " fails: "
                            + (failures.equals("1")
                                    ? "its last delivery was"
                                    : "its last " + failures + " deliveries were")
                            + " given up.",
                    address,
                    "See why"));
        } else if (endpoint.flag("is_active") && isDown(endpoint)) {
            troubles.add(new Trouble(
                    "The webhook endpoint " + named(endpoint) + " takes no deliveries at present. Each is attempted up"
                            + " to 8 times, over about two days.",
                    address,
                    "See why"));
        }
    }

    /// Whether an endpoint has failed for some minutes. A delivery is given up after all its attempts alone, which is
    /// later than most streams end.
    private boolean isDown(Fields endpoint) {
        if (endpoint.isNull("last_failure_at")) {
            return false;
        }
        Instant failed = Instant.parse(endpoint.text("last_failure_at"));
        Instant well = Instant.parse(endpoint.first("last_success_at", "created_at"));
        return failed.isAfter(well) && well.plus(DOWN).isBefore(clock.instant());
    }

    /// The name of an endpoint for readers: its description, or else the host of its address.
    private static String named(Fields endpoint) {
        String description = endpoint.isNull("description") ? "" : endpoint.text("description");
        return description.isBlank() ? URI.create(endpoint.text("url")).getHost() : "“" + description + "”";
    }

    private static void speech(SpeechUsage usage, List<Trouble> troubles) {
        if (usage.isNearItsLimit()) {
            troubles.add(new Trouble(
                    String.format(
                            Locale.ROOT,
                            "%,d of this month's %,d characters of speech are used."
                                    + " Tips beyond them are shown, but not spoken.",
                            usage.charactersUsed(),
                            usage.charactersLimit()),
                    Site.PLACE + "/settings#speech",
                    "See the limit"));
        }
    }
}
