package streamerapi.leaderboard;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;

import java.util.List;

/// The leaderboard (spec "Tipping", contract "REST").
public final class LeaderboardModule implements Module {

    private static final QueryParameter<String> PERIOD =
            QueryParameter.oneOf("period", "UTC, up to now; weeks begin on Monday.", Period.LABELS, Period.ALL.label());

    private final Leaderboard leaderboard;

    public LeaderboardModule(Services services) {
        this.leaderboard = new Leaderboard(services.table(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/leaderboard", "getLeaderboard", "The supporters who gave most")
                .anyCredential()
                .doc("Paid tips in the account's currency, by who paid them; the accounts of one person are one entry,"
                        + " under the name and the account of the latest tip. A donor without an account is known by"
                        + " name, in any case. Tips in another currency count at the rate that the account has set for it"
                        + " (`exchange_rates`); without one they are in `other_sums`. Refunds count against the tip's"
                        + " own day. A board of very many donors (20,000 rows, some 10,000 donors) can be a minute old."
                        + " Any valid credential may ask.")
                .query(PERIOD)
                .query(QueryParameter.LIMIT)
                .answers(Answer.of(Board.SCHEMA))
                .speculative()
                .handles(call ->
                        Outcome.of(leaderboard.board(call.tenantId(), Period.of(call.query(PERIOD)), call.limit()))));
    }
}
