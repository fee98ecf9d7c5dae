package streamerapi.shared.queues;

import streamerapi.shared.storage.Shards;

/// The groups of the work queue's messages, by which SQS tells accounts apart ("fair queues"). If a group has more than
/// a tenth of the messages that are in hand, or of the time that all take, SQS hands out the messages of others first.
///
/// A message without a group counts as a group of its own, which never has that much. So each message of an account
/// names one, and an account has few: work that is spread over twenty groups has a tenth in none of them.
public final class MessageGroups {

    /// An endpoint that hangs holds up those of its account that share its group, if there is more than all copies of
    /// the worker can do.
    private static final int OF_DELIVERIES = 4;

    private MessageGroups() {}

    /// The group of an account's messages that are done at once.
    public static String of(String tenantId) {
        return tenantId;
    }

    /// The group of an account's messages of a kind that takes long.
    public static String of(String tenantId, String task) {
        return tenantId + "." + task;
    }

    /// The group of an endpoint's messages.
    public static String ofDeliveries(String tenantId, String endpointId) {
        return tenantId + ".deliveries." + Shards.of(endpointId, OF_DELIVERIES);
    }
}
