package streamerapi.erasure;

import streamerapi.leaderboard.Leaderboard;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.viewers.Profiles;

import java.time.Instant;
import java.time.InstantSource;

/// The beginnings of erasures. One transaction removes the rows that identify the person, and writes a row about the
/// erasure; the stream brings that row to [ErasureSweep], which makes tips, videos and events anonymous.
final class Erasures {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private final Profiles profiles;
    private final Ids ids;
    private final InstantSource clock;

    Erasures(Profiles profiles, Ids ids, InstantSource clock) {
        this.profiles = profiles;
        this.ids = ids;
        this.clock = clock;
    }

    /// Begins the erasure of the person who has an account on a platform, with all accounts that are linked to it.
    ///
    /// @param user the account, such as `alpha:48213377`: 48213377 on Twitch
    /// @throws Problem `bad_request` with `field` `user` for anything else
    Outcome<?> begin(String tenantId, String user) {
        Profiles.PersonProfile person = profiles.find(tenantId, user);
        return Outcome.empty()
                .writing(Write.put(Row.of(PeopleKeys.erasure(tenantId, ids.next("era")))
                        .with(Person.ACCOUNTS, person.accounts())
                        .with(Person.NAMES, person.names())
                        .with(CREATED_AT, clock.instant())))
                .writing(person.removal())
                .writing(person.accounts().stream()
                        .map(account -> Leaderboard.unlink(tenantId, account))
                        .toList());
    }
}
