package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;

import java.util.function.Function;

/// A request whose cost is counted.
///
/// @param operation its method and path, as the table of routes has them
/// @param circumstance what decides about its cost; empty if nothing does
/// @param before how many requests the key makes before it, within the same minute
/// @param prepare what must be there before it; answers the request
public record Scenario(
        String operation, String circumstance, int before, Function<Account, Function<ApiClient, Answer>> prepare) {

    static Scenario of(String operation, String circumstance, Function<Account, Function<ApiClient, Answer>> prepare) {
        return new Scenario(operation, circumstance, 0, prepare);
    }

    /// This request, as one of many.
    Scenario after(int requests, String why) {
        return new Scenario(operation, why, requests, prepare);
    }

    /// How the table names it.
    public String what() {
        return circumstance.isEmpty() ? "`" + operation + "`" : "`" + operation + "`, " + circumstance;
    }

    @Override
    public String toString() {
        return what();
    }
}
