package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/// The password links on the rows of users.
///
/// A link ends with the user's sessions, with the user's email, and with the rights of the user who made it, so that a
/// person who was cut off does not come back by one.
final class PasswordLinks {

    private static final Attribute<String> HASH = Attribute.text("link");
    private static final Attribute<Instant> EXPIRES_AT = Attribute.time("link_expires_at");
    private static final Attribute<String> MADE_BY = Attribute.text("link_made_by");

    private final Table table;
    private final InstantSource clock;

    PasswordLinks(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// A user's row with a new link.
    record Linked(Row user, PasswordLink link, Instant end) {

        Team.Issued issued() {
            return new Team.Issued(User.of(user), link, end);
        }
    }

    /// Makes a link for a user, in the place of the one before.
    ///
    /// @param madeBy the id of the user who makes it; null for the operator of the installation
    Linked add(Row user, Duration life, @Nullable String madeBy) {
        String tenantId = Keys.tenantOf(user.key().partition());
        PasswordLink link = PasswordLink.make(tenantId, User.of(user).id());
        Instant end = clock.instant().plus(life);
        Row linked = user.with(HASH, link.secret().hash()).with(EXPIRES_AT, end).with(MADE_BY, madeBy);
        return new Linked(linked, link, end);
    }

    /// The user's row without a link.
    static Row ended(Row user) {
        return user.with(HASH, null).with(EXPIRES_AT, null).with(MADE_BY, null);
    }

    /// The row of the user whom a link was made for.
    ///
    /// @throws Problem `not_found` if the link was used, has expired or ended, or never was one
    Row userOf(@Nullable PasswordLink link) {
        Row user = link == null ? null : table.get(Keys.user(link.secret().tenantId(), link.userId()));
        if (link == null
                || user == null
                || !link.secret().hash().equals(user.find(HASH))
                || !isGood(user, table::get)) {
            throw Problem.of(ErrorCode.NOT_FOUND, "This link has been used or has expired: ask for a new one");
        }
        return user;
    }

    /// When the link on a user's row expires; null if there is none.
    static @Nullable Instant end(Row user) {
        return user.find(EXPIRES_AT);
    }

    /// A user's row, without its link if that cannot be used any more.
    ///
    /// @param users as of [#isGood]
    Row current(Row user, Function<Key, @Nullable Row> users) {
        return isGood(user, users) ? user : ended(user);
    }

    /// Whether the link on a user's row can be used: it has not expired, and its maker may let this user in still.
    ///
    /// @param users finds the maker's row
    private boolean isGood(Row user, Function<Key, @Nullable Row> users) {
        Instant end = end(user);
        return end != null && end.isAfter(clock.instant()) && isMakerStillEntitled(user, users);
    }

    private static boolean isMakerStillEntitled(Row user, Function<Key, @Nullable Row> users) {
        String madeBy = user.find(MADE_BY);
        if (madeBy == null) {
            return true;
        }
        Row maker = users.apply(Keys.user(Keys.tenantOf(user.key().partition()), madeBy));
        if (maker == null) {
            return false;
        }
        Role role = maker.get(User.ROLE);
        return role.administers() && role.includes(user.get(User.ROLE));
    }

    /// The condition that the link on a user's row has not been used since the row was read.
    static Condition unusedSince(Row user) {
        return Condition.equal(HASH, user.get(HASH));
    }
}
