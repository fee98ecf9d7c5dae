package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.functions.Invocation;
import streamerapi.localstack.functions.InvocationListener;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Picks the invocations that are to die, and has them watched.
final class Killer implements InvocationListener {

    private final Set<Target> armed = ConcurrentHashMap.newKeySet();
    private final Map<String, Crash> running = new ConcurrentHashMap<>();

    private record Target(@Nullable String function, List<String> texts, Crash crash) {
        boolean isHitBy(Invocation invocation) {
            String event = new String(invocation.payload(), StandardCharsets.UTF_8);
            return (function == null || invocation.function().equals(function))
                    && texts.stream().allMatch(event::contains);
        }
    }

    /// Waits for the next invocation of the function whose event has all the texts in it.
    Crash arm(Crash crash, String function, List<String> texts) {
        armed.add(new Target(function, texts, crash));
        return crash;
    }

    /// Waits for the next invocation, of any function, whose event has all the texts in it.
    void arm(Crash crash, List<String> texts) {
        armed.add(new Target(null, texts, crash));
    }

    @Override
    public SdkHttpClient wayToAws(SdkHttpClient real) {
        return new CallInterceptor(real);
    }

    @Override
    public void before(Invocation invocation) {
        armed.stream()
                .filter(target -> target.isHitBy(invocation))
                .findFirst()
                .filter(armed::remove)
                .ifPresent(target -> {
                    running.put(invocation.requestId(), target.crash);
                    CallInterceptor.watch(target.crash);
                });
    }

    @Override
    public void after(Invocation invocation, byte @Nullable [] response) {
        Crash crash = running.remove(invocation.requestId());
        if (crash != null) {
            CallInterceptor.watch(null);
            crash.end(invocation);
        }
    }
}
