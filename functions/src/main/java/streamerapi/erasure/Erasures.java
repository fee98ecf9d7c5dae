package streamerapi.erasure;

import streamerapi.leaderboard.Leaderboard;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.viewers.Profiles;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Requests to erase a person. The rows that lead to the person are removed at once; a note of the rest is written with
/// it, which [ErasureSweep] follows.
final class Erasures {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private final Profiles profiles;
    private final Ids ids;
    private final InstantSource clock;

    Erasures(Table table, Ids ids, InstantSource clock) {
        this.profiles = new Profiles(table);
        this.ids = ids;
        this.clock = clock;
    }

    /// @param user `alpha:48213377`
    /// @throws Problem `bad_request` with `field` `user` for anything else
    Outcome<Boolean> begin(String tenantId, String user) {
        Profiles.PersonProfile person = profiles.find(tenantId, user);
        Write note = Write.put(Row.of(PeopleKeys.erasure(tenantId, ids.next("era")))
                .with(Person.ACCOUNTS, person.accounts())
                .with(Person.NAMES, person.names())
                .with(CREATED_AT, clock.instant()));
        Outcome<Boolean> begun = Outcome.of(true).writing(note).writing(person.removal());
        List<Write> links = person.accounts().stream()
                .map(account -> Leaderboard.unlink(tenantId, account))
                .toList();
        return begun.writing(links.toArray(Write[]::new));
    }
}
