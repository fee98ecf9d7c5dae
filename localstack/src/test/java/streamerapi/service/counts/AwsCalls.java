package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Writes down each call to AWS of an invocation that is recorded. The SDK finds it on the class path of the tests.
///
/// Every such call is held for a moment, so that calls that are made beside each other are seen to overlap, however
/// quick the engines of the local stack are.
public final class AwsCalls implements ExecutionInterceptor {

    private static final Duration HELD = Duration.ofMillis(25);

    /// The invocation that this thread, and every thread that it starts, works for; null while nothing is recorded.
    private static final InheritableThreadLocal<@Nullable Calls> INVOCATION = new InheritableThreadLocal<>();

    private static final ExecutionAttribute<Begun> BEGUN = new ExecutionAttribute<>("streamerapi.begun");

    private record Begun(Calls calls, long at, Written written) {}

    /// Records what this thread does from now on; nothing if `calls` is null.
    static void record(@Nullable Calls calls) {
        INVOCATION.set(calls);
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Calls calls = INVOCATION.get();
        if (calls != null) {
            long at = System.nanoTime();
            attributes.putAttribute(
                    BEGUN, new Begun(calls, at, unrecorded(calls, () -> Written.before(calls, context.request()))));
        }
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return attributes.getAttribute(BEGUN) == null ? context.request() : asking(context.request());
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        if (attributes.getAttribute(BEGUN) != null) {
            LockSupport.parkNanos(HELD.toNanos());
        }
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        ended(context.request(), context.response(), attributes);
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        ended(context.request(), null, attributes);
    }

    private static void ended(SdkRequest request, @Nullable SdkResponse response, ExecutionAttributes attributes) {
        Begun begun = attributes.getAttribute(BEGUN);
        if (begun == null) {
            return;
        }
        long at = System.nanoTime();
        Calls calls = begun.calls;
        Charged charged = unrecorded(calls, () -> Charged.of(request, response, begun.written));
        calls.add(new MeasuredCall(
                attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME),
                charged.partition(),
                begun.at,
                at,
                charged.units(),
                charged.byKey(),
                charged.reported()));
    }

    private static <T> T unrecorded(Calls calls, Supplier<T> work) {
        INVOCATION.set(null);
        try {
            return work.get();
        } finally {
            INVOCATION.set(calls);
        }
    }

    private static SdkRequest asking(SdkRequest request) {
        ReturnConsumedCapacity all = ReturnConsumedCapacity.INDEXES;
        return switch (request) {
            case GetItemRequest get ->
                get.toBuilder().returnConsumedCapacity(all).build();
            case BatchGetItemRequest get ->
                get.toBuilder().returnConsumedCapacity(all).build();
            case QueryRequest query ->
                query.toBuilder().returnConsumedCapacity(all).build();
            case PutItemRequest put ->
                put.toBuilder().returnConsumedCapacity(all).build();
            case UpdateItemRequest update ->
                update.toBuilder().returnConsumedCapacity(all).build();
            case DeleteItemRequest delete ->
                delete.toBuilder().returnConsumedCapacity(all).build();
            case TransactWriteItemsRequest transaction ->
                transaction.toBuilder().returnConsumedCapacity(all).build();
            default -> request;
        };
    }
}
