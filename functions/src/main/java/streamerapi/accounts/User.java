package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;

/// A member of an account's team.
///
/// @param id `u_…`
/// @param email what the user signs in with, in lower case
/// @param invited whether the user has no password yet
/// @param linkExpiresAt until when the user's password link can be used; null if there is none
public record User(
        String id,
        String email,
        Role role,
        boolean invited,
        @Nullable Instant linkExpiresAt) {
    public static final Attribute<Role> ROLE = Attribute.label("role", List.of(Role.values()));
    static final Attribute<String> EMAIL = Attribute.text("email");
    static final Attribute<String> PASSWORD = Attribute.text("password");

    /// When the password was chosen.
    static final Attribute<Instant> PASSWORD_AT = Attribute.time("password_at");

    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    static final Attribute<String> NAME = Attribute.text("name");
    static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");
    static final Attribute<String> USER_ID = Attribute.text("user_id");

    /// Its JSON.
    public static final Schema<User> SCHEMA = Schema.shown("User", "A member of the streamer's team.", s -> {
        s.text("id", User::id).example("u_01J8Z0K3M4N5P6Q7R8S9T0V1W2");
        s.text("email", User::email)
                .between(1, Email.MAX_CHARS)
                .doc("The address that the user signs in with, in lower case.")
                .example("mo@example.com");
        s.choice("role", User::role, List.of(Role.values())).example("moderator");
        s.flag("invited", User::invited)
                .doc("Whether the user was sent a link, and has not chosen a password yet.")
                .example(false);
        s.time("link_expires_at", User::linkExpiresAt)
                .orNull()
                .doc("Until when the password link that was made for the user can be used; null if there is none, or"
                        + " if it was used or has ended.");
    });

    /// The user of a row.
    public static User of(Row row) {
        return new User(
                row.key().sort().substring(Keys.USER.length()),
                row.get(EMAIL),
                row.get(ROLE),
                row.find(PASSWORD) == null,
                PasswordLinks.end(row));
    }

    /// The user whose session it is.
    public static User of(Session session) {
        return new User(session.userId(), session.email(), session.role(), false, null);
    }
}
