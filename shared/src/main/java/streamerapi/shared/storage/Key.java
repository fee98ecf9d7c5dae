package streamerapi.shared.storage;

import java.nio.charset.StandardCharsets;

/// A row's primary key: its partition (an account, a credential, an account's events) and its place there.
public record Key(String partition, String sort) {

    private static final int MAX_SORT = 1_024;

    /// Whether DynamoDB takes a sort key of this length, which is not empty. No row has one that it does not take, so
    /// what a caller sent that makes such a key names nothing.
    boolean fits() {
        return !sort.isEmpty() && sort.getBytes(StandardCharsets.UTF_8).length <= MAX_SORT;
    }
}
