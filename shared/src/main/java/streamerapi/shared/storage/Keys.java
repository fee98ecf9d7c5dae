package streamerapi.shared.storage;

import streamerapi.shared.digests.Sha256;

/// The keys of the rows that have no class of keys of their own, as [SumKeys] and [ChatKeys] are. `docs/table.md`
/// describes all of them.
public final class Keys {

    private static final String EVENTS = "EVENTS#";
    private static final String REVOCATIONS = "REVOCATIONS#";
    private static final String COMMANDS = "COMMANDS#";

    private Keys() {}

    /// The partition of an account's own rows.
    public static String account(String tenantId) {
        return "A#" + tenantId;
    }

    /// The account itself.
    public static Key profile(String tenantId) {
        return new Key(account(tenantId), "ACCOUNT");
    }

    /// The partition that lists the accounts.
    public static final String ACCOUNTS = "ACCOUNTS";

    /// An account's entry in the list of accounts.
    public static Key listed(String tenantId) {
        return new Key(ACCOUNTS, tenantId);
    }

    /// A credential, found by the hash of its secret.
    public static Key credential(String hash) {
        return new Key("CREDENTIAL#" + hash, "CREDENTIAL");
    }

    /// The short form of a client id in keys and tokens: the first 4 bytes of its hash. Registration sees to it that no
    /// two apps have the same.
    public static String appNumber(String clientId) {
        return Sha256.hex(clientId).substring(0, 8);
    }

    /// An app that streamers can connect.
    public static Key app(String number) {
        return new Key(appPartition(number), "APP");
    }

    /// The prefix of the rows that say which accounts an app is connected to.
    public static final String CONNECTED = "CONNECTED#";

    /// The partition of an app and of the accounts that it is connected to.
    public static String appPartition(String number) {
        return "APP#" + number;
    }

    /// The mark that an app is connected to an account.
    public static Key connected(String appNumber, String tenantId) {
        return new Key(appPartition(appNumber), CONNECTED + tenantId);
    }

    /// The prefix of the rows that say which apps an account has registered.
    public static final String REGISTERED = "REGISTERED#";

    /// The mark that an account has registered an app.
    public static Key registered(String tenantId, String clientId) {
        return new Key(account(tenantId), REGISTERED + clientId);
    }

    /// The prefix of an account's authorizations.
    public static final String AUTHORIZATION = "AUTHORIZATION#";

    /// A streamer's authorization of an app: one row for account and app, so that a new one takes the place of the one
    /// before.
    public static Key authorization(String tenantId, String appNumber) {
        return new Key(account(tenantId), AUTHORIZATION + appNumber);
    }

    /// An authorization code that has not been used, found by its hash.
    public static Key code(String hash) {
        return new Key("CODE#" + hash, "CODE");
    }

    /// A user of an account's team.
    public static Key user(String tenantId, String userId) {
        return new Key(account(tenantId), USER + userId);
    }

    /// The prefix of the rows by which an account's API keys are listed.
    public static final String API_KEY = "KEY#";

    /// An API key, as it is listed.
    public static Key apiKey(String tenantId, String keyId) {
        return new Key(account(tenantId), API_KEY + keyId);
    }

    /// The prefix of the sessions of an account's team.
    public static final String SESSION = "SESSION#";

    /// A browser's session, found by the hash of its secret.
    public static Key session(String tenantId, String hash) {
        return new Key(account(tenantId), SESSION + hash);
    }

    /// The owner of an address, in the whole installation. A hash stands for it, as everywhere in keys.
    public static Key login(String email) {
        return new Key("LOGIN#" + Sha256.hex(email), "LOGIN");
    }

    /// The wrong passwords that were sent with an address lately, whether or not a user has it.
    public static Key wrongPasswords(String email) {
        return new Key("LOGIN#" + Sha256.hex(email), "WRONG");
    }

    /// A browser that signed in with an address before.
    ///
    /// @param hash of what its cookie holds
    public static Key knownBrowser(String email, String hash) {
        return new Key("LOGIN#" + Sha256.hex(email), "BROWSER#" + hash);
    }

    /// The mark that a confirmation of a change was used.
    ///
    /// @param hash of the confirmation
    public static Key confirmation(String tenantId, String hash) {
        return new Key(account(tenantId), "CONFIRMATION#" + hash);
    }

    /// The requests of one IP address, of which the table has the hash alone.
    public static Key address(String address) {
        return new Key("IP#" + Sha256.hex(address), "IP");
    }

    /// The sockets that signed in from one IP address.
    public static Key signIns(String address) {
        return new Key("IP#" + Sha256.hex(address), "SOCKETS");
    }

    /// The prefix of an account's tips.
    public static final String TIP = "TIP#";

    /// The prefix of an account's media items.
    public static final String MEDIA = "MEDIA#";

    /// A tip.
    public static Key tip(String tenantId, String orderId) {
        return queued(tenantId, TIP, orderId);
    }

    /// An item of a queue.
    ///
    /// @param kind [#TIP] or [#MEDIA]
    public static Key queued(String tenantId, String kind, String orderId) {
        return new Key(account(tenantId), kind + orderId);
    }

    /// The slot of the TTS queue: whether it is paused, and which tip is claimed.
    public static Key ttsSlot(String tenantId) {
        return new Key(account(tenantId), "SLOT#tts");
    }

    /// The media player: whether it is paused or hidden, and which item was started last.
    public static Key mediaPlayer(String tenantId) {
        return new Key(account(tenantId), "SLOT#media");
    }

    /// Tips that were cleared from the TTS queue and still stand in its index.
    public static Key ttsCleared(String tenantId, String id) {
        return new Key(account(tenantId), "CLEARED#" + id);
    }

    /// The prefix of an account's overlays.
    public static final String OVERLAY = "OVERLAY#";

    /// An overlay.
    public static Key overlay(String tenantId, String overlayId) {
        return new Key(account(tenantId), OVERLAY + overlayId);
    }

    /// The sockets of an overlay. It stands behind the overlay, so that one query reads both.
    public static Key presence(String tenantId, String overlayId) {
        return new Key(account(tenantId), OVERLAY + overlayId + "#PRESENCE");
    }

    /// The tipping switch.
    public static Key tipping(String tenantId) {
        return new Key(account(tenantId), "TIPPING");
    }

    /// The prefix of an account's counters, which stand in the order of their names.
    public static final String COUNTER = "COUNTER#";

    /// A counter.
    public static Key counter(String tenantId, String name) {
        return new Key(account(tenantId), COUNTER + name);
    }

    /// How many resources of a kind an account has.
    public static Key allotment(String tenantId, String kind) {
        return new Key(account(tenantId), "ALLOTMENT#" + kind);
    }

    /// The prefix of the stored answers of requests that carried idempotency keys.
    public static final String IDEMPOTENCY = "IDEMPOTENCY#";

    /// The stored answer of a request that carried an idempotency key.
    public static Key idempotency(String tenantId, String credential, String keyHash) {
        return Partitions.spread(tenantId, IDEMPOTENCY + credential + "#" + keyHash);
    }

    /// The mark that a warning was raised lately.
    public static Key warning(String tenantId, String subject) {
        return new Key(account(tenantId), "WARNED#" + subject);
    }

    /// The secrets with which an account and a connector sign.
    ///
    /// @param connector `alpha`; empty for the prefix of all
    public static Key connectorSecret(String tenantId, String connector) {
        return new Key(account(tenantId), "CONNECTOR#" + connector);
    }

    /// The mark that a connector's message was taken. The id can have any character, so a hash is used in its place.
    public static Key ingested(String tenantId, String connector, String id) {
        return Partitions.spread(tenantId, "INGESTED#" + connector + "#" + Sha256.hex(id));
    }

    /// The prefix of the rows of an account's team.
    public static final String USER = "USER#";

    /// The prefix of what an account's events are handed to: `SUBSCRIBER#we_…` and `SUBSCRIBER#socket_…`.
    public static final String SUBSCRIBER = "SUBSCRIBER#";

    /// A webhook endpoint.
    public static Key endpoint(String tenantId, String endpointId) {
        return new Key(account(tenantId), SUBSCRIBER + endpointId);
    }

    /// A socket that has signed in.
    public static Key socket(String tenantId, String connectionId) {
        return new Key(account(tenantId), SUBSCRIBER + "socket_" + connectionId);
    }

    /// The account of a socket, found by the connection id.
    public static Key connection(String connectionId) {
        return new Key("CONNECTION#" + connectionId, "CONNECTION");
    }

    /// The frames of a connection that has not signed in.
    public static Key frames(String connectionId) {
        return new Key("CONNECTION#" + connectionId, "FRAMES");
    }

    /// The record of one event's delivery to one endpoint.
    public static Key delivery(String tenantId, String endpointId, String eventId) {
        return new Key(Partitions.deliveries(tenantId, endpointId), endpointId + "#" + eventId);
    }

    /// The partition of an account's events. The stream's filter in template.yaml names its prefix.
    public static String events(String tenantId) {
        return EVENTS + tenantId;
    }

    /// An event.
    public static Key event(String tenantId, String eventId) {
        return new Key(events(tenantId), eventId);
    }

    /// The revocation of a credential. The stream's filter in template.yaml names the prefix of its partition.
    public static Key revocation(String tenantId, String id) {
        return new Key(REVOCATIONS + tenantId, id);
    }

    /// A command to overlays. The stream's filter in template.yaml names the prefix of its partition.
    public static Key command(String tenantId, String id) {
        return new Key(COMMANDS + tenantId, id);
    }

    /// Whether events stand in this partition.
    public static boolean isOfEvents(String partition) {
        return partition.startsWith(EVENTS);
    }

    /// Whether commands stand in this partition, rather than events.
    public static boolean isOfCommands(String partition) {
        return partition.startsWith(COMMANDS);
    }

    /// Whether revocations stand in this partition, rather than events.
    public static boolean isOfRevocations(String partition) {
        return partition.startsWith(REVOCATIONS);
    }

    /// The account whose rows stand in this partition, which is its own or another one of its.
    public static String tenantOf(String partition) {
        int start = partition.indexOf('#') + 1;
        int end = partition.indexOf('#', start);
        return end < 0 ? partition.substring(start) : partition.substring(start, end);
    }
}
