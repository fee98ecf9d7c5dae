package streamerapi.shared.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

import java.util.Map;

/// The way of libraries that log by SLF4J, for example the AWS SDK, to [JsonLog].
public final class JsonLogProvider implements SLF4JServiceProvider {

    private static final String API_VERSION = "2.0.99";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return NamedLogger::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return API_VERSION;
    }

    @Override
    public void initialize() {}

    /// A logger of a class.
    private static final class NamedLogger extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1;

        private NamedLogger(String name) {
            this.name = name;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                @Nullable Object @Nullable [] arguments,
                @Nullable Throwable fault) {
            JsonLog.write(level, MessageFormatter.basicArrayFormat(message, arguments), Map.of(), fault);
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return JsonLog.writes(Level.TRACE, name);
        }

        @Override
        public boolean isDebugEnabled() {
            return JsonLog.writes(Level.DEBUG, name);
        }

        @Override
        public boolean isInfoEnabled() {
            return JsonLog.writes(Level.INFO, name);
        }

        @Override
        public boolean isWarnEnabled() {
            return JsonLog.writes(Level.WARN, name);
        }

        @Override
        public boolean isErrorEnabled() {
            return JsonLog.writes(Level.ERROR, name);
        }
    }
}
