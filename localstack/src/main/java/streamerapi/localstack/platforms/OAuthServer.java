package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInState;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Apps, codes and tokens of one platform: which app may do what, and in whose name.
///
/// A refresh token is good once. A platform may be more lenient; a client that works here works there.
final class OAuthServer {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CODE_LIFETIME = Duration.ofMinutes(5);
    private static final int TOKEN_LENGTH = 30;
    private static final int REFRESH_TOKEN_LENGTH = 50;

    enum TokenKind {
        APP,
        USER,
        REFRESH
    }

    /// A token that the platform issued.
    ///
    /// @param user    null for an app's own
    /// @param session what an access token and its refresh token have in common
    /// @param ends    in milliseconds
    record Ticket(
            String token,
            TokenKind kind,
            String clientId,
            @Nullable StandInUser user,
            List<String> scopes,
            String session,
            long ends) {

        boolean has(String scope) {
            return scopes.contains(scope);
        }
    }

    /// @param challenge of PKCE, or empty
    private record PendingCode(
            String clientId, StandInUser user, String redirectUri, List<String> scopes, String challenge, long ends) {}

    /// An access token and, for a person, what it is refreshed with.
    record TokenPair(Ticket access, @Nullable String refreshToken) {}

    /// @param granted the scopes that people gave apps, by client_id and user id
    private record Books(
            Map<String, StandInApp> apps,
            Map<String, Ticket> tickets,
            Map<String, PendingCode> codes,
            Map<String, Set<String>> granted,
            Map<String, StandInUser> users) {}

    private final InstantSource clock;
    private final Duration userLifetime;
    private final Duration appLifetime;
    private final Books books;
    private final Set<String> issued = new TreeSet<>();
    private Set<String> withheld = Set.of();

    OAuthServer(StandInState state, String name, InstantSource clock, Duration userLifetime, Duration appLifetime) {
        this.clock = clock;
        this.userLifetime = userLifetime;
        this.appLifetime = appLifetime;
        JsonNode kept = state.part(name, this::kept);
        books = kept.isMissingNode()
                ? new Books(
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>())
                : JSON.convertValue(kept, new TypeReference<>() {});
        if (books.apps.isEmpty()) {
            register();
        }
        books.apps.values().forEach(app -> issued.add(app.clientSecret()));
    }

    /// Every client secret, code and token of this process, those that ended too.
    synchronized Set<String> issued() {
        return Set.copyOf(issued);
    }

    private synchronized JsonNode kept() {
        return JSON.valueToTree(books);
    }

    /// The app that is there from the start.
    synchronized StandInApp firstApp() {
        return books.apps.values().iterator().next();
    }

    /// Registers one more app.
    synchronized StandInApp register() {
        StandInApp app = new StandInApp(RandomText.secret(TOKEN_LENGTH), RandomText.secret(TOKEN_LENGTH), "", "");
        change(app);
        return app;
    }

    synchronized Optional<StandInApp> app(String clientId) {
        return Optional.ofNullable(books.apps.get(clientId));
    }

    synchronized void change(StandInApp app) {
        issued.add(app.clientSecret());
        books.apps.put(app.clientId(), app);
    }

    /// The scopes that are left out of what people grant from now on.
    synchronized void withhold(Set<String> scopes) {
        withheld = Set.copyOf(scopes);
    }

    /// Notes that a person lets an app act in their name.
    ///
    /// @return the code to send them back with
    synchronized String approve(
            String clientId, StandInUser user, String redirectUri, List<String> scopes, String challenge) {
        String code = RandomText.secret(TOKEN_LENGTH);
        issued.add(code);
        List<String> given =
                scopes.stream().filter(scope -> !withheld.contains(scope)).toList();
        books.users.put(user.id(), user);
        books.codes.put(
                code, new PendingCode(clientId, user, redirectUri, given, challenge, now() + CODE_LIFETIME.toMillis()));
        return code;
    }

    /// Exchanges a code, which is good once.
    ///
    /// @param verifier of PKCE; not looked at if the code was asked for without
    synchronized Optional<TokenPair> exchange(String clientId, String code, String redirectUri, String verifier) {
        PendingCode pending = books.codes.remove(code);
        if (pending == null
                || pending.ends < now()
                || !pending.clientId.equals(clientId)
                || !pending.redirectUri.equals(redirectUri)
                || !(pending.challenge.isEmpty() || pending.challenge.equals(challenge(verifier)))) {
            return Optional.empty();
        }
        books.granted.put(granted(clientId, pending.user.id()), new TreeSet<>(pending.scopes));
        return Optional.of(pair(clientId, pending.user, pending.scopes));
    }

    /// Exchanges a refresh token for a new pair. Its old pair ends.
    synchronized Optional<TokenPair> refresh(String clientId, String refreshToken) {
        Ticket ticket = books.tickets.get(refreshToken);
        if (ticket == null
                || ticket.kind != TokenKind.REFRESH
                || ticket.user == null
                || !ticket.clientId.equals(clientId)) {
            return Optional.empty();
        }
        books.tickets.values().removeIf(other -> other.session.equals(ticket.session));
        return Optional.of(pair(clientId, ticket.user, ticket.scopes));
    }

    /// A token for what an app does in its own name.
    synchronized Ticket appToken(String clientId) {
        books.tickets.values().removeIf(ticket -> ticket.ends < now());
        Ticket ticket = new Ticket(
                RandomText.secret(TOKEN_LENGTH),
                TokenKind.APP,
                clientId,
                null,
                List.of(),
                RandomText.uuid(),
                now() + appLifetime.toMillis());
        issued.add(ticket.token);
        books.tickets.put(ticket.token, ticket);
        return ticket;
    }

    private TokenPair pair(String clientId, StandInUser user, List<String> scopes) {
        String session = RandomText.uuid();
        Ticket access = new Ticket(
                RandomText.secret(TOKEN_LENGTH),
                TokenKind.USER,
                clientId,
                user,
                scopes,
                session,
                now() + userLifetime.toMillis());
        Ticket refresh = new Ticket(
                RandomText.secret(REFRESH_TOKEN_LENGTH),
                TokenKind.REFRESH,
                clientId,
                user,
                scopes,
                session,
                Long.MAX_VALUE);
        issued.add(access.token);
        books.tickets.put(access.token, access);
        issued.add(refresh.token);
        books.tickets.put(refresh.token, refresh);
        return new TokenPair(access, refresh.token);
    }

    /// The access token that a text is, if it is good now.
    synchronized Optional<Ticket> access(String token) {
        Ticket ticket = books.tickets.get(token);
        return ticket == null || ticket.kind == TokenKind.REFRESH || ticket.ends < now()
                ? Optional.empty()
                : Optional.of(ticket);
    }

    /// For how many seconds an access token is still good.
    long secondsLeft(Ticket ticket) {
        return Duration.ofMillis(ticket.ends - now()).toSeconds();
    }

    /// Ends a token, of either kind, and the other of its pair.
    ///
    /// @return whether it was one of this app's; of any app's if that is null
    synchronized boolean revoke(String token, @Nullable String clientId) {
        Ticket ticket = books.tickets.get(token);
        if (ticket == null || (clientId != null && !ticket.clientId.equals(clientId))) {
            return false;
        }
        books.tickets.values().removeIf(other -> other.session.equals(ticket.session));
        return true;
    }

    /// Ends what people allowed apps, as they do in the platform's settings.
    ///
    /// @param userId one person's; empty for everyone's
    synchronized void revokeUsers(String userId) {
        Predicate<String> ends = id -> userId.isEmpty() || userId.equals(id);
        books.tickets.values().removeIf(ticket -> ticket.user != null && ends.test(ticket.user.id()));
        books.granted.keySet().removeIf(key -> ends.test(key.substring(key.indexOf(' ') + 1)));
    }

    /// Ends all access tokens, as time does. Refresh tokens stay good.
    synchronized void expire() {
        books.tickets.values().removeIf(ticket -> ticket.kind != TokenKind.REFRESH);
    }

    /// The scopes that a person gave an app.
    synchronized Set<String> scopes(String clientId, String userId) {
        return Set.copyOf(books.granted.getOrDefault(granted(clientId, userId), Set.of()));
    }

    /// A person who has signed in here before, by id.
    synchronized Optional<StandInUser> user(String id) {
        return Optional.ofNullable(books.users.get(id));
    }

    /// The people among these who have signed in here before.
    synchronized List<StandInUser> users(List<String> ids, List<String> logins) {
        List<StandInUser> found = new ArrayList<>(books.users.values());
        found.removeIf(user -> !ids.contains(user.id()) && !logins.contains(user.login()));
        return found;
    }

    private static String granted(String clientId, String userId) {
        return clientId + " " + userId;
    }

    private long now() {
        return clock.millis();
    }

    private static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
