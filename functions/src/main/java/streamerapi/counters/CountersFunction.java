package streamerapi.counters;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/counters`.
public final class CountersFunction extends HttpFunction {

    public CountersFunction() {
        this(Environment.ofProcess());
    }

    public CountersFunction(Environment environment) {
        super(
                environment,
                services ->
                        new CountersApi(new Counters(services.table(), services.clock(), Counters.Source.API)).api());
    }
}
