package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Keys;
import streamerapi.simulation.Answered;

/// A fault that is planted at the seam between the service and AWS, to see that the simulation finds it.
enum Mutation {
    /// The service as it is.
    NONE,

    /// Outbox: a tip is taken, and its event is not written.
    EVENT_LEFT_OUT(Alteration.leftOut(Which.in("EVENTS#").puts().by("Tips"))),
    /// Outbox: events are written after the transaction of their change, not in it.
    EVENT_AFTERWARDS(Alteration.afterwards(Which.in("EVENTS#").puts())),
    /// Outbox: events are written even if the transaction of their change is refused.
    EVENT_ANYWAY(Alteration.anyway(Which.in("EVENTS#"))),

    /// Fan-out: a shard's records are worked on in two lanes, by item: `ParallelizationFactor: 2`.
    TWO_LANES,
    /// Fan-out: events of one account come from several lines of shards, whose numbers tell nothing about each other.
    PLACE_FROM_ANOTHER_SHARD,
    /// Fan-out: a shard is read before the one that it was split off is at its end.
    PARENT_NOT_AWAITED,
    /// Fan-out: the stream takes a batch for handed on before the fan-out has done it.
    ACKNOWLEDGED_FIRST,
    /// Fan-out: the stream takes a batch for handed on though the function answers that a part of it failed.
    PARTIAL_FAILURE_IGNORED,
    /// Fan-out: events get no place in the log.
    PLACE_LEFT_OUT(Alteration.leftOut(Which.in("EVENTS#").updates().by("FanOut"))),
    /// Fan-out: an event that has its place is given another one.
    PLACE_GIVEN_AGAIN(Alteration.unconditional(Which.in("EVENTS#").updates().by("FanOut"))),
    /// Fan-out: a process asks once who wants an account's events.
    SUBSCRIBERS_REMEMBERED(Alteration.remembered("FanOut", "A#", "SUBSCRIBER#")),
    /// Fan-out: the last message of a batch is lost.
    LAST_OF_BATCH_LOST,

    /// Delivery: an attempt is made without being claimed.
    DELIVERY_NOT_CLAIMED(Alteration.unconditional(Which.in("DELIVERIES#").naming("last_attempt_at"))),
    /// Delivery: what came of an attempt is not written down.
    RESULT_LEFT_OUT(Alteration.leftOut(Which.in("DELIVERIES#").at("we_").naming("succeeded"))),
    /// Delivery: that an attempt failed is not written down.
    FAILURE_LEFT_OUT(Alteration.leftOut(Which.in("DELIVERIES#").at("we_").naming("#next_attempt_at = "))),
    /// Delivery: that no attempt is left is not written down.
    END_LEFT_OUT(Alteration.leftOut(Which.in("DELIVERIES#").at("we_").naming("\"failed\""))),
    /// Delivery: one that was refused at all attempts is not counted at its endpoint.
    REFUSED_NOT_COUNTED(Alteration.leftOut(Which.of("SUBSCRIBER#we_").updates().naming("#consecutive_failures = "))),
    /// Delivery: a process remembers the endpoints that it has read.
    ENDPOINT_REMEMBERED(Alteration.remembered("Worker", "A#", "SUBSCRIBER#we_")),
    /// Delivery: the message of the next attempt has the number of the last one.
    SAME_ATTEMPT_AGAIN,
    /// Delivery: the message of the next attempt is not sent.
    RETRY_NOT_SENT,

    /// Leases: a delivery that another process is making is claimed whatever the time.
    DELIVERY_LEASE_IGNORED(Alteration.leaseIgnored(Which.in("DELIVERIES#"))),
    /// Leases: an effect that another process carries out is taken over whatever the time.
    EFFECT_LEASE_IGNORED(Alteration.leaseIgnored(Which.in("EFFECTS"))),

    /// Leases: tokens that another process refreshes are refreshed whatever the time.
    REFRESH_LEASE_IGNORED(Alteration.leaseIgnored(Which.of("CONNECTION#"))),
    /// Tokens: those of a refresh are not kept.
    FRESH_TOKENS_LEFT_OUT(Alteration.leftOut(Which.of("CONNECTION#").naming("#tokens = "))),

    /// Effects: an effect is asked for under a new id at each try.
    EFFECT_UNDER_NEW_IDS,
    /// Effects: a decision is written without the effect that it asks for.
    EFFECT_LEFT_OUT(Alteration.leftOut(Which.in("EFFECTS").puts())),
    /// Effects: an effect that was carried out is not removed.
    EFFECT_KEPT(Alteration.leftOut(Which.in("EFFECTS").deletes())),
    /// Effects: those that are due later are not looked for.
    EFFECTS_NOT_LOOKED_FOR(Alteration.blind("TimerSchedule", "\"EFFECTS\"")),
    /// Effects: their messages are lost.
    EFFECT_MESSAGES_LOST,
    /// Effects: the writes that follow an effect ignore a decision that came meanwhile.
    DECIDED_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("TIP#").puts().naming("attribute_not_exists(#decision)"))),

    /// Contention: a claim does not ask whether the slot is free.
    SLOT_WITHOUT_CONDITION(Alteration.unconditional(Which.of("SLOT#tts"))),
    /// Contention: a claim does not ask whether the tip still waits.
    TIP_NOT_CHECKED(Alteration.leftOut(Which.of("TIP#").checks())),
    /// Contention: a tip that was played stays in the queue.
    TIP_NOT_MOVED(Alteration.leftOut(Which.of("TIP#").updates().naming("played_at"))),
    /// Contention: the slot of a tip that was played is not freed.
    SLOT_NOT_FREED(Alteration.leftOut(Which.of("SLOT#tts").naming("REMOVE #current_order_id"))),

    /// Idempotency: the answer for a key is stored after the transaction, not in it.
    IDEMPOTENCY_OUTSIDE(Alteration.afterwards(new Which("", "Put", "D#", Keys.IDEMPOTENCY, ""))),
    /// Idempotency: the answer for a key is not stored.
    IDEMPOTENCY_LEFT_OUT(Alteration.leftOut(new Which("", "Put", "D#", Keys.IDEMPOTENCY, ""))),
    /// Idempotency: the answer for a key takes the place of one that came first.
    IDEMPOTENCY_WITHOUT_CONDITION(Alteration.unconditional(new Which("", "Put", "D#", Keys.IDEMPOTENCY, ""))),
    /// Idempotency: a connector's message that was taken is not remembered.
    MESSAGE_NOT_REMEMBERED(Alteration.leftOut(new Which("", "Put", "D#", "INGESTED#", ""))),
    /// Idempotency: a payment that became a tip is not remembered.
    PAYMENT_NOT_REMEMBERED(Alteration.leftOut(Which.in("PAYMENTS#").puts())),

    /// Payments: what a processor tells of one that has not come yet is not kept.
    EARLY_END_LEFT_OUT(Alteration.leftOut(Which.in("PAYMENTS#").puts().naming("_before\""))),
    /// Payments: that one which is held was charged unasked is not written down.
    UNASKED_CHARGE_LEFT_OUT(Alteration.leftOut(Which.of("TIP#").updates().naming("\"captured\""))),
    /// Payments: the key of one does not tell its processor.
    PAYMENT_OF_ANY_PROCESSOR(Alteration.underKey("PAYMENT#wallet_processor#", "PAYMENT#card_processor#")),

    /// Ledger: a refund is not taken off.
    REFUND_NOT_BOOKED(Alteration.leftOut(Which.in("LEDGER#").naming("\"N\":\"-"))),
    /// Ledger: an amount is added twice to the hours of its day.
    HOURS_BOOKED_TWICE(Alteration.addedTwice(Which.in("LEDGER#").naming("#h"))),
    /// Ledger: an amount is added twice to the days of its month.
    DAYS_BOOKED_TWICE(Alteration.addedTwice(Which.in("LEDGER#").naming("#d"))),
    /// Ledger: the entry of an amount is left out.
    ENTRY_LEFT_OUT(Alteration.leftOut(Which.in("LEDGER#").puts())),
    /// Ledger: a refunded sum still counts on the leaderboard.
    LEADERBOARD_KEEPS_REFUNDS(Alteration.leftOut(Which.in("BOARD#").naming("\"N\":\"-"))),
    /// Ledger: a refund does not ask whether another one came first.
    REFUND_WITHOUT_CONDITION(Alteration.unconditional(Which.of("TIP#").updates().naming("refund_revision"))),

    /// Sockets: one becomes live though events passed it by.
    LIVE_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("SUBSCRIBER#socket_").updates().by("Realtime"))),
    /// Sockets: that an event passes by one that is joining is not noted.
    PASSING_NOT_NOTED(
            Alteration.leftOut(Which.of("SUBSCRIBER#socket_").updates().by("FanOut"))),
    /// Sockets: what is sent after `since` begins with the second event.
    SINCE_SKIPS_ONE(Alteration.skipsOne("Realtime", "EVENTS#")),
    /// Sockets: `ready` does not say after which event the socket is live.
    READY_WITHOUT_PLACE,
    /// Sockets: `ready` repeats the key with which the socket signed in.
    READY_WITH_KEY,

    /// Credentials: that a key was revoked is not told to the sockets.
    REVOCATION_NOT_TOLD(Alteration.leftOut(Which.in("REVOCATIONS#"))),
    /// Credentials: a key that was revoked still opens.
    REVOKED_KEY_KEPT(Alteration.leftOut(Which.in("CREDENTIAL#").deletes())),
    /// Credentials: a socket is let in though its key was revoked meanwhile.
    LET_IN_UNASKED(Alteration.leftOut(Which.in("CREDENTIAL#").checks())),

    /// Apps: a refresh token that another request exchanges gives tokens too.
    REFRESH_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("AUTHORIZATION#").naming("#refresh = "))),
    /// Apps: the tokens of a refresh are not kept.
    APP_TOKENS_LEFT_OUT(Alteration.leftOut(Which.of("AUTHORIZATION#").naming("#refresh = "))),
    /// Apps: an authorization of which a token is used twice stays, and one that its app revokes.
    REUSE_FORGIVEN(Alteration.leftOut(Which.of("AUTHORIZATION#").deletes().by("OAuth"))),
    /// Apps: an authorization that the streamer revokes stays.
    DISCONNECTION_LEFT_OUT(
            Alteration.leftOut(Which.of("AUTHORIZATION#").deletes().by("Dashboard"))),
    /// Apps: a code that was exchanged is kept.
    CODE_KEPT(Alteration.leftOut(Which.in("CODE#").deletes())),

    /// Videos: a change does not ask whether the video stands where it was read.
    VIDEO_WITHOUT_CONDITION(Alteration.unconditional(Which.of("MEDIA#").updates())),
    /// Videos: one that was played stays in the queue.
    VIDEO_NOT_MOVED(Alteration.leftOut(Which.of("MEDIA#").updates().naming("played_at"))),
    /// Videos: the player keeps one that is over.
    PLAYER_NOT_FREED(Alteration.leftOut(Which.of("SLOT#media").naming("REMOVE #current_order_id"))),
    /// Videos: that one is banned is not kept.
    BAN_LEFT_OUT(Alteration.leftOut(Which.of("ACCOUNT").naming("banned_media"))),

    /// Videos: one that comes with a tip is not written.
    TIP_WITHOUT_VIDEO(Alteration.leftOut(Which.of("MEDIA#").puts().naming("\"tip\""))),
    /// Videos: one that waited with a tip that was kept out is not removed.
    WAITING_VIDEO_KEPT(Alteration.leftOut(Which.of("MEDIA#").deletes().naming("attribute_not_exists(#place)"))),

    /// Archive: a tip is moved as it was read, though it has changed meanwhile.
    ARCHIVED_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("TIP#").deletes().by("Worker"))),
    /// Archive: the months in which there are items are not named.
    ARCHIVED_MONTH_NOT_NAMED(Alteration.leftOut(Which.of("ARCHIVED#"))),
    /// Archive: a tip that was moved stays in the account's partition too.
    ARCHIVED_AND_KEPT(Alteration.leftOut(Which.of("TIP#").deletes().by("Worker"))),

    /// Timers: all intervals are as long as the shortest.
    LONGEST_INTERVAL_LEFT_OUT(Alteration.reworded(Which.of("TIMER#").puts(), "interval_max_minutes", "unread")),
    /// Timers: a post is not claimed.
    TIMER_NOT_CLAIMED(Alteration.unconditional(Which.in("TIMERS").puts().by("Worker"))),
    /// Timers: their messages are lost.
    TIMER_MESSAGES_LOST,

    /// Counters: a change does not ask whether another one came first.
    COUNTER_WITHOUT_CONDITION(Alteration.unconditional(Which.of("COUNTER#").updates())),
    /// Counters: a change is not told.
    COUNTER_NOT_TOLD(Alteration.leftOut(Which.in("EVENTS#").puts().by("Counters"))),

    /// Credits: they are taken away without asking whether there are any.
    CREDITS_WITHOUT_CONDITION(Alteration.unconditional(Which.of("PERSON#").naming("#available >= "))),
    /// Credits: their ledger has no entry of them.
    CREDIT_ENTRY_LEFT_OUT(Alteration.leftOut(Which.of("CREDIT#").puts())),

    /// Erasure: its note is not written.
    ERASURE_NOT_NOTED(Alteration.leftOut(Which.in("ERASURES#").puts())),
    /// Erasure: its message is lost.
    ERASURE_MESSAGE_LOST,
    /// Erasure: the events of the person stay as they are.
    EVENTS_NOT_ERASED(Alteration.leftOut(Which.in("EVENTS#").deletes())),
    /// Erasure: the tips of the person stay as they are.
    TIPS_NOT_ERASED(Alteration.leftOut(Which.of("TIP#").naming("#erased = "))),

    /// Presence: an overlay's socket that comes is not written down.
    ARRIVAL_LEFT_OUT(Alteration.leftOut(Which.of("OVERLAY#").updates().naming("#arrivals "))),
    /// Presence: an overlay's socket that goes is not written down.
    DEPARTURE_LEFT_OUT(Alteration.leftOut(Which.of("OVERLAY#").updates().naming("#left_because = "))),
    /// Presence: the messages that come after the window are lost.
    PRESENCE_MESSAGES_LOST,
    /// Presence: an overlay is gone though a socket of it came meanwhile.
    GONE_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("OVERLAY#").updates().naming("REMOVE #online_since"))),
    /// Presence: what an overlay claimed stays claimed when it is gone.
    CLAIM_KEPT(Alteration.leftOut(Which.of("SLOT#tts").by("Worker"))),

    /// Texts: an overlay's sockets are told what every socket of the account is.
    OVERLAY_TOLD_ALL(Alteration.reworded(
            Which.of("SUBSCRIBER#socket_").puts().naming("\"widgets\""), "\"S\":\"o_", "\"S\":\"key_")),
    /// Texts: words that the filter replaces stay in the tip.
    REPLACED_WORDS_KEPT(Alteration.reworded(Which.of("TIP#").puts(), "****", ModeratedTexts.REPLACED)),

    /// Fairness: a function that waits for one that hangs takes no further messages.
    NO_FURTHER_MESSAGES,

    /// Redemptions: one that comes again does not ask whether it came before.
    REDEMPTION_WITHOUT_CONDITION(
            Alteration.unconditional(Which.of("REDEMPTION#").puts())),
    /// Redemptions: one that came is not kept.
    REDEMPTION_NOT_KEPT(Alteration.leftOut(Which.of("REDEMPTION#").puts())),
    /// Redemptions: that one was resolved is not written down.
    RESOLUTION_LEFT_OUT(Alteration.leftOut(Which.of("REDEMPTION#").updates())),

    /// Restoring: an event's place does not tell which stream has numbered it.
    PLACE_WITHOUT_STREAM,
    /// Restoring: what the stream had not brought at the moment is not handed on.
    PAST_NOT_HANDED_ON,
    /// Restoring: the sockets of before are not closed.
    SOCKETS_NOT_CLOSED,
    /// Restoring: a function stays with the table of before.
    FUNCTION_LEFT_BEHIND;

    @SuppressWarnings("ImmutableEnumChecker") // functions without a state
    private final Alteration alteration;

    Mutation() {
        this(Alteration.NONE);
    }

    Mutation(Alteration alteration) {
        this.alteration = alteration;
    }

    /// By what a row's line of shards is chosen.
    String shardKey(String pk, String sk) {
        return this == PLACE_FROM_ANOTHER_SHARD ? pk + sk : pk;
    }

    /// The lane of its shard in which a row is worked on.
    int lane(String sk) {
        return this == TWO_LANES ? Math.floorMod(sk.hashCode(), 2) : 0;
    }

    /// Whether a shard is read after the one that it was split off.
    boolean awaitsParents() {
        return this != PARENT_NOT_AWAITED;
    }

    /// The ARN that a stream tells of itself.
    String streamArn(String arn) {
        return this == PLACE_WITHOUT_STREAM
                ? Wiring.OWN.events("DynamoDB").getFirst().properties().text("Stream")
                : arn;
    }

    /// Whether all of a batch is taken for handed on.
    ///
    /// @param isAnswered whether the function answered
    boolean takesAll(boolean isAnswered) {
        return this == ACKNOWLEDGED_FIRST || (this == PARTIAL_FAILURE_IGNORED && isAnswered);
    }

    /// Has the table answer a call.
    Answered table(World world, LambdaProcess process, String operation, JsonNode body) {
        return alteration.on(new Passing(world, process, operation, body));
    }

    /// The text of a message as the queue gets it.
    ///
    /// @param isLast whether it is the last one of several that are sent at once
    /// @return null if it is lost
    @Nullable
    String message(String text, boolean isLast) {
        return switch (this) {
            case LAST_OF_BATCH_LOST -> isLast ? null : text;
            case RETRY_NOT_SENT -> isRetry(text) ? null : text;
            case EFFECT_MESSAGES_LOST -> text.startsWith("{\"effect\"") ? null : text;
            case PRESENCE_MESSAGES_LOST -> text.startsWith("{\"overlay\"") ? null : text;
            case TIMER_MESSAGES_LOST -> text.startsWith("{\"timers\"") ? null : text;
            case ERASURE_MESSAGE_LOST -> text.startsWith("{\"erasure\"") ? null : text;
            case SAME_ATTEMPT_AGAIN -> isRetry(text) ? text.replaceFirst("\"attempt\":[2-8]", "\"attempt\":1") : text;
            default -> text;
        };
    }

    /// How many messages a function gets that asks for further ones.
    int further(int asked) {
        return this == NO_FURTHER_MESSAGES ? 0 : asked;
    }

    private static boolean isRetry(String message) {
        return message.startsWith("{\"delivery\"") && message.matches("(?s).*\"attempt\":[2-8].*");
    }

    /// A frame as the client gets it.
    String frame(String text, String key) {
        return switch (this) {
            case READY_WITHOUT_PLACE -> text.replaceFirst("\"last_event_id\":\"[a-z0-9_]+\"", "\"last_event_id\":null");
            case READY_WITH_KEY -> text.replaceFirst("\"channels\"", "\"key\":\"" + key + "\",\"channels\"");
            default -> text;
        };
    }

    /// The id of an effect as its party gets it.
    ///
    /// @param tries how many there were before
    String effectId(String id, int tries) {
        return this == EFFECT_UNDER_NEW_IDS ? id + ":" + tries : id;
    }
}
