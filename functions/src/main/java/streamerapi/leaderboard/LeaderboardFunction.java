package streamerapi.leaderboard;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/leaderboard`.
public final class LeaderboardFunction extends HttpFunction {

    public LeaderboardFunction() {
        this(Environment.ofProcess());
    }

    public LeaderboardFunction(Environment environment) {
        super(environment, services -> new LeaderboardApi(new Leaderboard(services.table(), services.clock())).api());
    }
}
