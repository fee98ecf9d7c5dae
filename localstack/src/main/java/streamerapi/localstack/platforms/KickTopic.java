package streamerapi.localstack.platforms;

import java.util.Arrays;
import java.util.Optional;

/// The events that the stand-in for Kick knows, all of version 1.
enum KickTopic {
    CHAT("chat.message.sent"),
    FOLLOW("channel.followed"),
    SUBSCRIBE("channel.subscription.new"),
    RESUBSCRIBE("channel.subscription.renewal"),
    GIFT("channel.subscription.gifts"),
    KICKS("kicks.gifted"),
    STATUS("livestream.status.updated");

    static final int VERSION = 1;

    private final String type;

    KickTopic(String type) {
        this.type = type;
    }

    static Optional<KickTopic> of(String type) {
        return Arrays.stream(values()).filter(topic -> topic.type.equals(type)).findFirst();
    }

    String type() {
        return type;
    }
}
