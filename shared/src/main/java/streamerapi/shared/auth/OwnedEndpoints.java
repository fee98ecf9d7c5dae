package streamerapi.shared.auth;

import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.AttributeFamily;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;

/// The webhook endpoints that an app made under an authorization, as the authorization's row names them, so that they
/// end in the same transaction as the authorization (contract "Whose endpoint").
///
/// The row has an attribute for each endpoint, `endpoint_<id>`, and counts their changes: an authorization ends on the
/// condition that no endpoint has come or gone since its row was read.
public final class OwnedEndpoints {

    private static final AttributeFamily<Attribute.Flag> ENDPOINT = new AttributeFamily<>("endpoint_", Attribute::flag);
    private static final Attribute.Whole CHANGES = Attribute.whole("endpoint_changes");

    private OwnedEndpoints() {}

    /// Adds an endpoint, part of the change that makes it.
    ///
    /// @param app whose [Caller#row] is the authorization's; refused with `invalid_token` if that has ended
    public static Write adding(Caller app, String endpointId) {
        return Write.update(app.row())
                .set(ENDPOINT.of(endpointId), true)
                .add(CHANGES, 1)
                .when(Condition.equal(Caller.ID, app.id()))
                .orElse(current -> Problem.of(ErrorCode.INVALID_TOKEN));
    }

    /// Removes an endpoint, part of the change that deletes it.
    ///
    /// @param authorization the key of the authorization's row
    /// @param id the authorization's, `oa_…`
    public static Write removing(Key authorization, String id, String endpointId) {
        return Write.update(authorization)
                .remove(ENDPOINT.of(endpointId))
                .add(CHANGES, 1)
                .when(Condition.equal(Caller.ID, id));
    }

    /// The condition on an authorization's row under which [#ending] names every endpoint that it has.
    public static Condition unchanged(Row authorization) {
        return authorization.has(CHANGES)
                ? Condition.equal(CHANGES, authorization.get(CHANGES))
                : Condition.absent(CHANGES);
    }

    /// The end of all endpoints of an authorization; empty if it has none. At most 21 writes.
    ///
    /// @param authorization the row of [AuthorizationName#key]
    public static List<Write> ending(String tenantId, Row authorization) {
        List<Write> writes = new ArrayList<>();
        ENDPOINT.in(authorization).forEach((endpointId, attribute) -> {
            if (!attribute.name().equals(CHANGES.name())) {
                writes.add(Write.delete(Keys.endpoint(tenantId, endpointId)));
            }
        });
        if (!writes.isEmpty()) {
            String app = authorization.key().sort().substring(Keys.AUTHORIZATION.length());
            writes.add(Quota.WEBHOOK_ENDPOINTS.giveBackAllOf(tenantId, writes.size(), app));
        }
        return writes;
    }
}
