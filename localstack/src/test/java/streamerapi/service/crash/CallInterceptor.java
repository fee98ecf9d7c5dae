package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// Shows every call to AWS to whoever watches the invocation that makes it, and lets them end it there.
///
/// The SDK finds this class by the class path's list of global interceptors. An invocation is known by the thread that
/// it runs on and those which that thread starts. An [Error] of the watcher passes through the SDK as it is, neither
/// wrapped nor followed by another attempt.
public final class CallInterceptor implements ExecutionInterceptor {

    private static final InheritableThreadLocal<@Nullable Watcher> WATCHER = new InheritableThreadLocal<>();
    private static final ExecutionAttribute<Integer> NUMBER = new ExecutionAttribute<>("number");

    private static final Queue<SendMessageBatchRequestEntry> SENT = new ConcurrentLinkedQueue<>();

    /// The messages that queues were sent in batches, by whichever invocation.
    static Stream<SendMessageBatchRequestEntry> sent() {
        return SENT.stream();
    }

    /// Sees the calls of one invocation.
    public interface Watcher {

        /// A call is about to be made.
        ///
        /// @param operation its name: `TransactWriteItems`
        /// @return a number that [#after] is given again
        int before(String operation);

        /// The call has been made, whatever its answer; nobody has seen the answer yet.
        void after(int number);

        /// A call has read rows of the table, or looked at them in vain.
        default void read(int rows) {}
    }

    /// Watches the calls of this thread, and of every thread that it starts from now on; null ends that.
    public static void watch(@Nullable Watcher watcher) {
        WATCHER.set(watcher);
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Watcher watcher = WATCHER.get();
        if (watcher != null) {
            String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
            attributes.putAttribute(NUMBER, watcher.before(operation));
        }
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        Watcher watcher = WATCHER.get();
        if (watcher != null) {
            switch (context.response()) {
                case QueryResponse query -> watcher.read(query.scannedCount());
                case GetItemResponse item -> watcher.read(item.hasItem() ? 1 : 0);
                case BatchGetItemResponse items ->
                    watcher.read(items.responses().values().stream()
                            .mapToInt(List::size)
                            .sum());
                default -> {}
            }
        }
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        if (context.request() instanceof SendMessageBatchRequest batch) {
            SENT.addAll(batch.entries());
        }
        Watcher watcher = WATCHER.get();
        Integer number = attributes.getAttribute(NUMBER);
        if (watcher != null && number != null) {
            watcher.after(number);
        }
    }
}
