package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.functions.Invocation;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.service.crash.CallInterceptor;

/// Shows a watcher the calls to AWS that the functions behind the HTTP API make: not those of the minute's schedule, of
/// queues, or of the stream, which run beside the requests.
@NullMarked
record WatchedRequests(CallInterceptor.Watcher watcher) implements InvocationListener {

    @Override
    public SdkHttpClient wayToAws(SdkHttpClient real) {
        return new CallInterceptor(real);
    }

    @Override
    public void before(Invocation invocation) {
        CallInterceptor.watch(RouteRequests.APIS.containsKey(invocation.function()) ? watcher : null);
    }

    @Override
    public void after(Invocation invocation, byte @Nullable [] response) {
        CallInterceptor.watch(null);
    }
}
