package streamerapi.mcp;

import streamerapi.events.EventsModule;
import streamerapi.leaderboard.LeaderboardModule;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.tips.TipsModule;
import streamerapi.tts.TtsModule;

import java.util.List;
import java.util.stream.Stream;

/// Answers `/mcp`, and the metadata that leads from it to the authorization server.
public final class McpFunction extends HttpFunction {

    public McpFunction() {
        this(Environment.ofProcess());
    }

    public McpFunction(Environment environment) {
        super(environment, McpFunction::api);
    }

    private static Api api(Services services) {
        Toolbox tools = new Toolbox(Endpoint.rest(endpoints(services)));
        String authUrl = services.environment().orElse("AUTH_URL", "");
        return new McpApi(new McpServer(tools, new Confirmations(services.clock())), authUrl).api();
    }

    private static List<Endpoint> endpoints(Services services) {
        return Stream.<Module>of(
                        new TtsModule(services),
                        new TipsModule(services),
                        new LeaderboardModule(services),
                        new EventsModule(services))
                .flatMap(module -> module.endpoints().stream())
                .toList();
    }
}
