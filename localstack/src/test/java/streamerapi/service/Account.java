package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.ApiKey;
import streamerapi.accounts.ApiKeys;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// A streamer's account in a test: what its owner can do, and what stands in its rows.
///
/// @param apiKey a key with all scopes
/// @param email what its owner signs in with
/// @param ingestSecrets what its connectors sign with, by source
public record Account(
        Service service,
        String tenantId,
        String apiKey,
        String email,
        String password,
        Map<String, @Nullable Object> ingestSecrets) {

    /// Calls the API with the key of all scopes.
    public ApiClient api() {
        return new ApiClient(service.stack().authUrl(), apiKey);
    }

    /// Calls the API with a new key of these scopes alone.
    public ApiClient api(Scope... scopes) {
        return new ApiClient(service.stack().authUrl(), newKey(Set.of(scopes)));
    }

    /// A connector of the account, as which messages are sent to ingest.
    ///
    /// @param source `alpha`, `beta`, `card_processor` or `wallet_processor`
    public TestConnector connector(String source) {
        return new TestConnector(this, source, String.valueOf(ingestSecrets.get(source)));
    }

    /// Calls the dashboard as its owner.
    public ApiClient dashboard() {
        return signIn().on(new ApiClient(service.stack().authUrl(), null));
    }

    /// Calls the dashboard as a new member of its team.
    public ApiClient dashboard(Role role) {
        return role == Role.OWNER ? dashboard() : newUser(role).dashboard(this);
    }

    /// Calls the dashboard as the user who signs in with this email and password.
    public ApiClient dashboard(String as, String with) {
        ApiClient caller = new ApiClient(service.stack().authUrl(), null);
        Answer answer = caller.post("/dashboard/api/sign-in", Map.of("email", as, "password", with))
                .expect(200);
        return SignedIn.of(Objects.requireNonNull(answer.header("Set-Cookie")), String.valueOf(answer.at("csrf_token")))
                .on(caller);
    }

    /// A session, as a browser holds it.
    ///
    /// @param cookie `session=…`
    public record SignedIn(String cookie, String csrfToken) {

        private static SignedIn of(String header, String csrfToken) {
            return new SignedIn(header.substring(0, header.indexOf(';')), csrfToken);
        }

        /// A caller in the session, else the same.
        public ApiClient on(ApiClient caller) {
            return caller.with("Cookie", cookie).with("X-CSRF-Token", csrfToken);
        }
    }

    /// A session of the owner, begun without a password.
    public SignedIn signIn() {
        return session(email);
    }

    private SignedIn session(String of) {
        RateLimiter limiter = new RateLimiter(table(), service.clock(), BigDecimal.ONE);
        Row user = user(of);
        Sessions.NewSession begun = new Sessions(table(), limiter, service.clock())
                .begin(tenantId, user.key().sort().substring(Keys.USER.length()), user, new Sessions.Device("", ""));
        table().write(List.of(begun.write()));
        return SignedIn.of(begun.cookie().header(Sessions.LIFE), begun.session().csrfToken());
    }

    /// The row of the user who has this email.
    Row user(String email) {
        Row login = Objects.requireNonNull(table().get(Keys.login(email)));
        return Objects.requireNonNull(table().get(Keys.user(tenantId, login.get(Attribute.text("user_id")))));
    }

    /// A member of the team.
    public record Member(String id, String email, String password) {

        /// Calls the dashboard as this member, without a password.
        public ApiClient dashboard(Account account) {
            return account.session(email)
                    .on(new ApiClient(account.service.stack().authUrl(), null));
        }
    }

    /// A new member of the team.
    public Member newUser(Role role) {
        return service.accounts().newUser(this, role);
    }

    /// A new key with these scopes.
    public String newKey(Set<Scope> scopes) {
        return newKey(service, tenantId, "Test key", scopes);
    }

    static String newKey(Service service, String tenantId, String name, Set<Scope> scopes) {
        Table table = table(service.stack());
        Ids ids = new Ids(service.clock());
        RateLimiter limiter = new RateLimiter(table, service.clock(), BigDecimal.ONE);
        Credentials credentials = new Credentials(table, limiter, ids, service.clock());
        ApiKey.Chosen chosen = ApiKey.Chosen.of(name, scopes);
        return new Outbox(table, ids, service.clock())
                .commit(
                        tenantId,
                        null,
                        () -> new ApiKeys(table, credentials, ids, service.clock()).create(tenantId, chosen))
                .secret()
                .text();
    }

    /// Notes that the key was used a moment ago, or that nobody knows when.
    public void noteUse(boolean used) {
        Key credential = Keys.credential(Secret.parse(apiKey).orElseThrow().hash());
        table().write(List.of(Write.update(credential)
                .set(Attribute.any("last_used_at"), used ? service.clock().instant() : null)));
    }

    /// The service's table, to look behind the API, or to prepare what the API cannot.
    public Table table() {
        return table(service.stack());
    }

    static Table table(LocalStack stack) {
        return stack.engines().table(stack.tableName("Table"));
    }

    /// Seals and opens with the stack's own keys.
    public static SecretCipher cipher(LocalStack stack) {
        String keys =
                stack.functions().settings("DashboardFunction").variables().get("SECRETS_KEY");
        return new SecretCipher(() -> KeyList.parse(Objects.requireNonNull(keys), "SECRETS_KEY"));
    }

    /// The envelopes of the account's events, oldest first.
    public List<String> events() {
        return table().query(Query.of(Keys.events(tenantId), "evt_")).stream()
                .map(row -> row.get(Attribute.text("body")))
                .toList();
    }

    /// The message of the work queue that asks for what follows an event.
    ///
    /// @param envelope the event's
    public String followUp(String envelope, Instant due) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("tenant_id", tenantId());
        fields.put("due", due.toEpochMilli());
        fields.put("event", Json.read(envelope));
        return Json.writeText(Map.of("follow_up", fields));
    }

    /// The types of the account's events, oldest first.
    public List<String> eventTypes() {
        return table().query(Query.of(Keys.events(tenantId), "evt_")).stream()
                .map(row -> row.get(Attribute.text("type")))
                .toList();
    }

    /// The partitions of the account's rows, but those of events and commands.
    public List<String> partitions() {
        return Stream.concat(
                        Stream.of(Keys.account(tenantId)),
                        Partitions.of(tenantId, service.clock().instant()).stream())
                .toList();
    }

    /// The rows of the account's own partition whose sort key begins with this.
    public List<Row> ownRows(String prefix) {
        return table().query(Query.of(Keys.account(tenantId), prefix));
    }

    /// The account's rows whose sort key begins with this.
    public List<Row> rows(String prefix) {
        return partitions().stream()
                .flatMap(partition -> table().query(Query.of(partition, prefix)).stream())
                .toList();
    }

    /// Whether so many sockets have signed in and joined. One that has not is not sent an event again that it was sent.
    public boolean hasJoined(int sockets) {
        List<Row> found = ownRows(Keys.SUBSCRIBER + "socket_");
        return found.size() == sockets
                && found.stream().noneMatch(socket -> socket.has(Attribute.any("joining_since")));
    }

    /// All rows of [#partitions].
    public List<Row> rows() {
        return partitions().stream()
                .flatMap(partition -> table().query(Query.of(partition, "").after("!")).stream())
                .toList();
    }

    /// Removes the rows whose time is over, as the table's time to live does at any time after that.
    public void expire() {
        long now = service.clock().instant().getEpochSecond();
        List<Row> sockets = ownRows(Keys.SUBSCRIBER + "socket_");
        Stream.concat(
                        rows().stream(),
                        sockets.stream()
                                .map(socket -> socket.key().sort().substring((Keys.SUBSCRIBER + "socket_").length()))
                                .map(connection -> table().get(Keys.connection(connection)))
                                .filter(Objects::nonNull))
                .filter(row -> row.has(Table.EXPIRES_AT) && row.get(Table.EXPIRES_AT) < now)
                .forEach(row -> table().write(List.of(Write.delete(row.key()))));
    }

    /// Requests a video, and tells its order id.
    public String media() {
        return (String) Objects.requireNonNull(api().post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                .expect(201)
                .at("media.order_id"));
    }

    /// Sends a tip, and tells its order id.
    public String tip(String name) {
        return (String) Objects.requireNonNull(
                api().post("/tips", Map.of("name", name)).expect(201).at("tip.order_id"));
    }
}
