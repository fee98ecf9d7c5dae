package streamerapi.shared.auth;

import streamerapi.shared.storage.Attribute;

import java.time.Instant;

/// The attributes of an authorization's row that more than one class reads or writes; its id and scopes are those of a
/// [Caller].
public final class AuthorizationRow {

    public static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    public static final Attribute<Instant> LAST_USED_AT = Attribute.time("last_used_at");

    /// The part of its tokens' names that a new authorization of the same app changes.
    public static final Attribute<String> FAMILY = Attribute.text("family");

    /// The hash of the refresh token that is good.
    public static final Attribute<String> REFRESH = Attribute.text("refresh");

    /// The app's revision that it was given for. It ends when the app's row, which has it under the same name, has
    /// another.
    public static final Attribute.Whole REVISION = Attribute.whole("revision");

    private AuthorizationRow() {}
}
