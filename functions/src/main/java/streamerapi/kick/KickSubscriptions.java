package streamerapi.kick;

import streamerapi.connections.PlatformClient;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.Tokens;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The event subscriptions of a channel at Kick, of the types that a connection takes. Kick sends them to the address
/// in the application's settings, so a subscription has none. All calls are made with the streamer's token.
final class KickSubscriptions {

    private static final String PATH = "/events/subscriptions";
    private static final String VERSION = "1";

    /// The scope without which Kick shows and makes no subscription.
    private static final String SCOPE = "events:subscribe";

    private static final int NOT_FOUND = 404;
    private static final int UNAUTHORIZED = 401;

    private static final List<String> TYPES = List.of(
            "channel.followed",
            "channel.subscription.new",
            "channel.subscription.renewal",
            "channel.subscription.gifts",
            "kicks.gifted",
            "chat.message.sent",
            "livestream.status.updated");

    private final KickApi api;

    KickSubscriptions(KickApi api) {
        this.api = api;
    }

    /// A subscription as Kick lists it.
    private record Listed(String id, String type, String version) {
        static Listed of(JsonFields fields) {
            return new Listed(fields.text("id"), fields.text("event"), fields.text("version"));
        }
    }

    /// Makes what is missing, and deletes what is doubled or of another version. Without the scope it asks nothing.
    PlatformClient.Repair repair(Tokens tokens, ProviderAccount account) {
        if (!tokens.scopes().contains(SCOPE)) {
            return new PlatformClient.Repair(states(Set.of()), List.of());
        }
        String token = tokens.access();
        Map<String, Listed> kept = new LinkedHashMap<>();
        for (Listed listed : ours(token, account)) {
            if (!listed.version().equals(VERSION) || kept.putIfAbsent(listed.type(), listed) != null) {
                delete(token, listed.id());
            }
        }
        List<String> missing =
                TYPES.stream().filter(type -> !kept.containsKey(type)).toList();
        Set<String> made = missing.isEmpty() ? Set.of() : create(token, account, missing);
        Set<String> there = new HashSet<>(kept.keySet());
        there.addAll(made);
        return new PlatformClient.Repair(
                states(there), missing.stream().filter(made::contains).toList());
    }

    private static List<PlatformSubscription> states(Set<String> there) {
        return TYPES.stream()
                .map(type -> new PlatformSubscription(
                        type,
                        there.contains(type) ? PlatformSubscription.State.OK : PlatformSubscription.State.MISSING))
                .toList();
    }

    /// Deletes all that a repair makes.
    void deleteAll(String token, ProviderAccount account) {
        ours(token, account).forEach(listed -> delete(token, listed.id()));
    }

    private List<Listed> ours(String token, ProviderAccount account) {
        return ProviderCalls.data(api.calls().body(api.get(PATH, token))).stream()
                .filter(fields -> fields.text("broadcaster_user_id").equals(account.id()))
                .map(Listed::of)
                .filter(listed -> TYPES.contains(listed.type()))
                .toList();
    }

    /// Asks for subscriptions in one request, which Kick can refuse one by one.
    ///
    /// @return the types that there are now
    private Set<String> create(String token, ProviderAccount account, List<String> types) {
        List<Map<String, Object>> events = new ArrayList<>();
        types.forEach(type -> events.add(Map.of("name", type, "version", Integer.parseInt(VERSION))));
        Map<String, Object> body =
                Map.of("broadcaster_user_id", Long.parseLong(account.id()), "events", events, "method", "webhook");
        JsonCall.Answer answer = api.calls().answer(api.post(PATH, token, body));
        if (answer.status() == UNAUTHORIZED) {
            throw api.calls().refused(UNAUTHORIZED);
        }
        Set<String> made = new HashSet<>();
        if (answer.isSuccess()) {
            ProviderCalls.data(answer.body()).stream()
                    .filter(event -> !event.text("subscription_id").isEmpty()
                            && event.text("error").isEmpty())
                    .forEach(event -> made.add(event.text("name")));
        }
        return made;
    }

    private void delete(String token, String id) {
        JsonCall.Answer answer = api.calls().answer(api.delete(PATH + "?" + JsonCall.encoded(Map.of("id", id)), token));
        if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
            throw api.calls().refused(answer.status());
        }
    }
}
