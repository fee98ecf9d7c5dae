package streamerapi.shared.storage;

import java.nio.charset.StandardCharsets;

/// A row's primary key: its partition (an account, a credential, an account's events) and its place there.
public record Key(String partition, String sort) {

    private static final int MAX_PARTITION = 2_048;
    private static final int MAX_SORT = 1_024;

    /// Whether DynamoDB takes keys of this length, which are not empty. No row has one that it does not take, so what a
    /// caller sent that makes such a key names nothing.
    boolean fits() {
        return fits(partition, MAX_PARTITION) && fits(sort, MAX_SORT);
    }

    private static boolean fits(String part, int max) {
        return !part.isEmpty() && part.getBytes(StandardCharsets.UTF_8).length <= max;
    }
}
