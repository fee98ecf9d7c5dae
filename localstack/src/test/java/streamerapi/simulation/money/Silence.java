package streamerapi.simulation.money;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.filter.ThreadContextMapFilter;
import org.apache.logging.log4j.core.util.KeyValuePair;
import org.slf4j.MDC;

/// Keeps what a thread does out of the log: a walk through a hundred thousand states would fill it with attempts
/// that never were.
final class Silence {

    private static final String SIMULATED = "simulated";

    private Silence() {}

    /// Does something, and logs nothing of it.
    static void during(Runnable work) {
        install();
        MDC.put(SIMULATED, "true");
        try {
            work.run();
        } finally {
            MDC.remove(SIMULATED);
        }
    }

    private static synchronized void install() {
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        if (context.getConfiguration().getFilter() == null) {
            context.getConfiguration()
                    .addFilter(ThreadContextMapFilter.createFilter(
                            new KeyValuePair[] {new KeyValuePair(SIMULATED, "true")},
                            "and",
                            Filter.Result.DENY,
                            Filter.Result.NEUTRAL));
            context.updateLoggers();
        }
    }
}
