package streamerapi.dashboard;

import streamerapi.accounts.ApiKey;
import streamerapi.accounts.ApiKeys;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;

/// The API keys of an account (contract "Dashboard").
public final class ApiKeysModule implements Module {

    private final ApiKeys keys;

    public ApiKeysModule(ApiKeys keys) {
        this.keys = keys;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                managing(Endpoint.get("/api-keys", "listApiKeys", "List API keys"))
                        .doc("Every key of the account, oldest first, without the secrets.")
                        .answers(Answer.list("keys", ApiKey.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(keys.all(call.tenantId()))),
                managing(Endpoint.post("/api-keys", "createApiKey", "Create an API key"))
                        .doc("The answer holds the key itself, which is shown only once. An account has at most 100"
                                + " keys.")
                        .body(ApiKey.Chosen.SCHEMA)
                        .answers(Answer.of(ApiKeys.Issued.SCHEMA).withStatus(201))
                        .refuses(LIMIT_REACHED)
                        .speculative()
                        .handles(call -> keys.create(call.tenantId(), call.body())),
                managing(Endpoint.get("/api-keys/{keyId}", "getApiKey", "Read an API key"))
                        .doc("Without its secret.")
                        .answers(Answer.ok("key", ApiKey.SCHEMA))
                        .handles(call -> Outcome.of(keys.find(call.tenantId(), call.path("keyId")))),
                managing(Endpoint.patch("/api-keys/{keyId}", "changeApiKey", "Change an API key"))
                        .doc("A new name and new scopes apply from the next request on. If the key loses a scope, its"
                                + " sockets are closed (`revoked`) and can connect again.")
                        .changes(ApiKey.Chosen.SCHEMA)
                        .answers(Answer.ok("key", ApiKey.SCHEMA))
                        .speculative()
                        .handles(call -> keys.change(call.tenantId(), call.path("keyId"), call.body())),
                managing(Endpoint.delete("/api-keys/{keyId}", "revokeApiKey", "Revoke an API key"))
                        .doc("The key stops working at once, and its sockets are closed within seconds (`revoked`).")
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> keys.revoke(call.tenantId(), call.path("keyId"))),
                managing(Endpoint.post("/api-keys/{keyId}/rotate", "rotateApiKey", "Rotate an API key"))
                        .doc("Gives the key another secret, which is shown only once; id, name and scopes stay. The"
                                + " old secret stops working at once, and the sockets that it opened are closed within"
                                + " seconds (`revoked`).")
                        .answers(Answer.of(ApiKeys.Issued.SCHEMA))
                        .speculative()
                        .handles(call -> keys.rotate(call.tenantId(), call.path("keyId"))));
    }

    private static Endpoint.Draft<Void, Void> managing(Endpoint.Draft<Void, Void> draft) {
        return draft.dashboard(SUPER_ADMIN);
    }
}
