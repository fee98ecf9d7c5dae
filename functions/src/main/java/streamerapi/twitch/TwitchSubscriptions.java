package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.tasks.Async;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The EventSub subscriptions of one connection: those of the application whose callback has the connection's id.
/// Others of the same application are left alone. All calls are made with the application's token, as Twitch demands.
final class TwitchSubscriptions {

    private static final String PATH = "/eventsub/subscriptions";
    private static final String ENABLED = "enabled";
    private static final String PENDING = "webhook_callback_verification_pending";
    private static final Set<String> UNVERIFIED = Set.of("webhook_callback_verification_failed");

    /// The statuses that a streamer causes.
    private static final Set<String> REVOKED = Set.of("authorization_revoked", "user_removed");

    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final int UNAUTHORIZED = 401;

    /// The most subscriptions that are made at a time. Twitch calls the receiver for each of them, and a new AWS
    /// account runs ten functions at once.
    private static final int AT_ONCE = 3;

    private final TwitchApi api;

    TwitchSubscriptions(TwitchApi api) {
        this.api = api;
    }

    /// A subscription as Twitch lists it.
    ///
    /// @param condition without the fields that Twitch adds empty
    private record Listed(
            String id,
            String type,
            String version,
            String status,
            Map<String, String> condition,
            String callback,
            Instant createdAt) {

        static Listed of(JsonFields fields, Instant createdAt) {
            Map<String, String> condition = new HashMap<>();
            JsonFields told = fields.object("condition");
            told.fields().keySet().forEach(name -> {
                if (!told.text(name).isEmpty()) {
                    condition.put(name, told.text(name));
                }
            });
            return new Listed(
                    fields.text("id"),
                    fields.text("type"),
                    fields.text("version"),
                    fields.text("status"),
                    condition,
                    fields.object("transport").text("callback"),
                    createdAt);
        }

        boolean isAlive() {
            return status.equals(ENABLED) || status.equals(PENDING);
        }

        boolean is(SubscriptionType wanted, String broadcasterId, URI webhookUrl, Instant since) {
            return type.equals(wanted.label())
                    && !createdAt.isBefore(since)
                    && version.equals(wanted.version())
                    && condition.equals(wanted.condition(broadcasterId))
                    && callback.equals(webhookUrl.toString());
        }
    }

    /// Makes what is missing, and deletes what is dead, doubled, or for an earlier authorization, address, condition or
    /// version. A type whose scope was not granted is not asked for.
    ///
    /// @param since when the streamer allowed the application
    PlatformClient.Repair repair(AccountAccess access, URI webhookUrl, String hookSecret, Instant since) {
        ApplicationCredentials credentials = access.credentials();
        ProviderAccount account = access.account();
        Set<String> scopes = access.tokens().scopes();
        List<Listed> before = ours(credentials, webhookUrl);
        Map<SubscriptionType, Listed> kept = kept(before, account, webhookUrl, since);
        before.stream()
                .filter(listed -> !kept.containsValue(listed))
                .forEach(listed -> delete(credentials, listed.id()));
        List<SubscriptionType> missing = Arrays.stream(SubscriptionType.values())
                .filter(type -> !kept.containsKey(type) && isAllowed(type, scopes))
                .toList();
        if (missing.isEmpty()) {
            return new PlatformClient.Repair(states(kept, Map.of(), before), List.of());
        }
        Map<SubscriptionType, Boolean> made = new ConcurrentHashMap<>();
        eachOf(
                missing,
                type -> create(credentials, type, account, webhookUrl, hookSecret)
                        .ifPresent(isNew -> made.put(type, isNew)));
        Map<SubscriptionType, Listed> after = kept(ours(credentials, webhookUrl), account, webhookUrl, since);
        return new PlatformClient.Repair(
                states(after, made, before),
                missing.stream()
                        .filter(type -> Boolean.TRUE.equals(made.get(type)))
                        .map(SubscriptionType::label)
                        .toList());
    }

    /// Deletes all subscriptions of the connection.
    void deleteAll(ApplicationCredentials credentials, URI webhookUrl) {
        ours(credentials, webhookUrl).forEach(listed -> delete(credentials, listed.id()));
    }

    private static boolean isAllowed(SubscriptionType type, Set<String> scopes) {
        String scope = type.scope();
        return scope == null || scopes.contains(scope);
    }

    /// The connection's subscriptions, of all pages.
    private List<Listed> ours(ApplicationCredentials credentials, URI webhookUrl) {
        List<Listed> all = new ArrayList<>();
        String after = "";
        do {
            URI page = api.helix(PATH, after.isEmpty() ? Map.of() : Map.of("after", after));
            Map<String, @Nullable Object> body =
                    api.appTokens().with(credentials, token -> api.calls().body(api.get(page, credentials, token)));
            ProviderCalls.data(body).stream()
                    .map(fields -> Listed.of(fields, api.calls().time(fields.text("created_at"))))
                    .filter(listed -> Webhook.isAt(listed.callback(), webhookUrl))
                    .forEach(all::add);
            after = new JsonFields(body).object("pagination").text("cursor");
        } while (!after.isEmpty());
        return all;
    }

    /// The one subscription of each type that stays: one that is enabled before one that is pending.
    private static Map<SubscriptionType, Listed> kept(
            List<Listed> all, ProviderAccount account, URI webhookUrl, Instant since) {
        Map<SubscriptionType, Listed> kept = new EnumMap<>(SubscriptionType.class);
        for (SubscriptionType type : SubscriptionType.values()) {
            all.stream()
                    .filter(listed -> listed.isAlive() && listed.is(type, account.id(), webhookUrl, since))
                    .min(Comparator.comparing(listed -> !listed.status().equals(ENABLED)))
                    .ifPresent(listed -> kept.put(type, listed));
        }
        return kept;
    }

    private static Set<String> types(List<Listed> all, Set<String> statuses) {
        return all.stream()
                .filter(listed -> statuses.contains(listed.status()))
                .map(Listed::type)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// A type whose address Twitch could not verify before is missing until it does.
    ///
    /// @param made the types that were asked for, and that Twitch has, though it may not list them yet
    /// @param before the subscriptions before the repair
    private static List<PlatformSubscription> states(
            Map<SubscriptionType, Listed> there, Map<SubscriptionType, Boolean> made, List<Listed> before) {
        Set<String> revoked = types(before, REVOKED);
        Set<String> unverified = types(before, UNVERIFIED);
        return Arrays.stream(SubscriptionType.values())
                .map(type -> {
                    Listed listed = there.get(type);
                    PlatformSubscription.State state;
                    if (listed != null && listed.status().equals(ENABLED)) {
                        state = PlatformSubscription.State.OK;
                    } else if (listed != null || made.containsKey(type)) {
                        state = unverified.contains(type.label())
                                ? PlatformSubscription.State.MISSING
                                : PlatformSubscription.State.PENDING;
                    } else {
                        state = revoked.contains(type.label())
                                ? PlatformSubscription.State.REVOKED
                                : PlatformSubscription.State.MISSING;
                    }
                    return new PlatformSubscription(type.label(), state);
                })
                .toList();
    }

    /// Does something for each type, for three at a time.
    private static void eachOf(List<SubscriptionType> types, Consumer<SubscriptionType> work) {
        Queue<SubscriptionType> left = new ConcurrentLinkedQueue<>(types);
        List<Async<Boolean>> workers = IntStream.range(0, AT_ONCE)
                .mapToObj(worker -> Async.start(() -> {
                    for (SubscriptionType type = left.poll(); type != null; type = left.poll()) {
                        work.accept(type);
                    }
                    return true;
                }))
                .toList();
        workers.forEach(Async::join);
    }

    /// Asks for a subscription. Twitch answers 429, too, if it has too many of the same type and channel, from other
    /// installations of the application: that is a refusal of this type alone.
    ///
    /// @return true if it is new, false if there is one (409); empty if Twitch refuses it
    private Optional<Boolean> create(
            ApplicationCredentials credentials,
            SubscriptionType type,
            ProviderAccount account,
            URI webhookUrl,
            String hookSecret) {
        Map<String, Object> body = Map.of(
                "type", type.label(),
                "version", type.version(),
                "condition", type.condition(account.id()),
                "transport", Map.of("method", "webhook", "callback", webhookUrl.toString(), "secret", hookSecret));
        return api.appTokens().with(credentials, token -> {
            JsonCall.Answer answer;
            try {
                answer = api.calls().answer(api.post(api.helix(PATH, Map.of()), credentials, token, body));
            } catch (ProviderException.Limited limited) {
                return Optional.<Boolean>empty();
            }
            if (answer.status() == UNAUTHORIZED) {
                throw api.calls().refused(UNAUTHORIZED);
            }
            if (answer.isSuccess()) {
                return Optional.of(true);
            }
            return answer.status() == CONFLICT ? Optional.of(false) : Optional.<Boolean>empty();
        });
    }

    private void delete(ApplicationCredentials credentials, String id) {
        URI address = api.helix(PATH, Map.of("id", id));
        api.appTokens().with(credentials, token -> {
            JsonCall.Answer answer = api.calls().answer(api.delete(address, credentials, token));
            if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
                throw api.calls().refused(answer.status());
            }
            return true;
        });
    }
}
