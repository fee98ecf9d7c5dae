package streamerapi.leaderboard;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/leaderboard`.
public final class LeaderboardFunction extends GroupFunction {

    public LeaderboardFunction() {
        this(Environment.ofProcess());
    }

    public LeaderboardFunction(Environment environment) {
        super(environment, LeaderboardModule::new);
    }
}
