package streamerapi.erasure;

import streamerapi.leaderboard.Leaderboard;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.viewers.Profiles;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// The beginnings of erasures. One transaction removes the rows that identify the person, and writes a row about the
/// erasure; the stream brings that row to [ErasureSweep], which makes tips, videos and events anonymous.
final class Erasures {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    private static final String NOTE = "era_";

    private final TableReader table;
    private final Profiles profiles;
    private final Ids ids;
    private final InstantSource clock;

    Erasures(TableReader table, Profiles profiles, Ids ids, InstantSource clock) {
        this.table = table;
        this.profiles = profiles;
        this.ids = ids;
        this.clock = clock;
    }

    /// Begins the erasure of the person who has an account on a platform, with all accounts that are linked to it.
    ///
    /// The profile of a person whose erasure has begun is gone. One that begins before that has ended is about the same
    /// accounts and names, and moves sums to the same donor: either may come to a tip and to its sums first.
    ///
    /// @param user the account, such as `alpha:48213377`: 48213377 on Twitch
    /// @throws Problem `bad_request` with `field` `user` for anything else
    Outcome<?> begin(String tenantId, String user) {
        Profiles.PersonProfile person = profiles.find(tenantId, user);
        List<Row> earlier = table.query(Query.of(PeopleKeys.erasures(tenantId), NOTE)).stream()
                .filter(note -> !Collections.disjoint(note.get(Person.ACCOUNTS), person.accounts()))
                .toList();
        List<String> accounts = with(earlier, Person.ACCOUNTS, person.accounts());
        String donor = earlier.stream().map(Person::donor).findFirst().orElse(null);
        return Outcome.empty()
                .writing(Write.put(Row.of(PeopleKeys.erasure(tenantId, ids.next("era")))
                        .with(Person.ACCOUNTS, accounts)
                        .with(Person.NAMES, with(earlier, Person.NAMES, person.names()))
                        .with(Person.DONOR, donor)
                        .with(CREATED_AT, clock.instant())))
                .writing(person.removal())
                .writing(accounts.stream()
                        .map(account -> Leaderboard.unlink(tenantId, account))
                        .toList());
    }

    private static List<String> with(List<Row> notes, Attribute<List<String>> known, List<String> own) {
        return Stream.concat(own.stream(), notes.stream().flatMap(note -> note.get(known).stream()))
                .distinct()
                .toList();
    }
}
