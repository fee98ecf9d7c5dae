package streamerapi.simulation.year;

import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.TableService;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// One simulation: a time in which people use the service and things go wrong, and hours in which nothing does, so that
/// everything comes to rest. [Scale] says how long each is.
final class Year {

    /// When every effect has ended that says nothing else. The first schedule of the rest comes an hour after its
    /// begin.
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTES = Duration.ofMinutes(20);

    /// How many of the broken sentences a report shows: with the story they are 40 lines at most.
    private static final int MOST_SENTENCES = 10;

    /// How long before the people everything stands ready.
    static final Duration EARLIER = Duration.ofMinutes(10);

    private final long seed;
    private final Scale scale;
    private final Cut cut;
    private final World world;
    private final YearAccount account;
    private final People people;
    private AtRest atRest = AtRest.UNREAD;

    private Year(long seed, Mutation mutation, Cut cut) {
        Prepared prepared = Prepared.one();
        this.seed = seed;
        this.cut = cut;
        this.account = prepared.account();
        this.scale = Scale.of(seed);
        this.world = new World(scale.origin(seed), cut.misfortunes(), mutation, prepared.rows(), account);
        if (scale.refuses()) {
            world.receivers().refuse();
        }
        if (scale.restores()) {
            world.luck().spoil();
        }
        if (scale.splits()) {
            world.stream().split();
        }
        if (scale.archives()) {
            world.lambdas().update(Wiring.ARCHIVING);
        }
        this.people = new People(world, scale, cut, account, prepared.neighbour());
    }

    /// What came of a simulation.
    ///
    /// @param people how many there were, those who stayed away among them
    /// @param digest of all that happened
    /// @param broken sentences that do not hold, with what breaks them
    /// @param reached sentences that were asked, and states that were reached
    /// @param story what a reader wants to know
    record Report(
            long seed,
            Cut cut,
            int people,
            String digest,
            long turns,
            List<String> broken,
            Set<String> reached,
            String story) {

        boolean holds() {
            return broken.isEmpty();
        }

        /// The report of a smaller part of the seed if that breaks the same sentence; else this one.
        private Report orLess(Cut less, Mutation mutation) {
            Report other = run(seed, mutation, less);
            return other.sentences().contains(sentences().getFirst()) ? other : this;
        }

        private List<String> sentences() {
            return broken.stream()
                    .map(text -> text.contains(": ") ? text.substring(0, text.indexOf(": ")) : text)
                    .toList();
        }

        @Override
        public String toString() {
            List<String> lines = new ArrayList<>(List.of(cut.toCommandLine(seed)));
            lines.addAll(broken.subList(0, Math.min(broken.size(), MOST_SENTENCES)));
            if (broken.size() > MOST_SENTENCES) {
                lines.add("and " + (broken.size() - MOST_SENTENCES) + " more");
            }
            lines.add(story);
            return String.join("\n", lines);
        }
    }

    /// Lives through a seed.
    static Report run(long seed, Mutation mutation) {
        return run(seed, mutation, Cut.none(seed));
    }

    /// Lives through a part of a seed.
    static Report run(long seed, Mutation mutation, Cut cut) {
        return new Year(seed, mutation, cut).run();
    }

    /// Lives through a seed that breaks a sentence again, with as little going wrong as still breaks it, with as few
    /// people, and for as short a time.
    static Report shrunk(long seed, Mutation mutation) {
        Report least = run(seed, mutation);
        if (least.holds()) {
            return least;
        }
        for (int misfortunes = 0; misfortunes < least.cut.misfortunes(); misfortunes++) {
            least = least.orLess(least.cut.withMisfortunes(misfortunes), mutation);
        }
        for (int person = 0; person < least.people; person++) {
            least = least.orLess(least.cut.without(person), mutation);
        }
        for (int percent = 20; percent < least.cut.percent(); percent += 20) {
            least = least.orLess(least.cut.ofPercent(percent), mutation);
        }
        return least;
    }

    private Report run() {
        Instant begin = Turns.BEGINNING.plus(EARLIER);
        world.turns().runUntil(begin);
        Duration activity = cut.of(scale.activity(world.luck()));
        Broken sentences = new Broken();
        List<String> broken = sentences.sentences();
        try {
            people.come(activity);
            if (scale.restores()) {
                world.restoration().come(people, activity);
            }
            world.schedule(Duration.ofMinutes(1), scale.scheduled(activity));
            world.lambdas().network().comeOutage(scale.outage(activity));
            if (scale.archives()) {
                world.turns().start(() -> Archived.come(world, activity));
            }
            world.turns().runUntil(begin.plus(activity));
            world.end();
            world.turns().runUntil(begin.plus(activity).plusSeconds(60));
            Meanwhile meanwhile = new Meanwhile(this, sentences);
            if (world.luck().isSpotless()) {
                meanwhile.holdDeliveries();
            }
            world.schedule(Duration.ofHours(1), scale.rest());
            if (scale.archives()) {
                Archived.archiveAfter(world, scale.rest().minus(HOUR));
            }
            world.expire(scale.rest());
            world.turns().runUntil(begin.plus(activity).plus(MINUTES));
            meanwhile.holdEffects();
            world.turns().runUntil(begin.plus(activity).plus(scale.rest()));
            world.turns().start(() -> {
                people.look();
                atRest = AtRest.read(world.user(), scale.archives());
            });
            world.turns().runUntil(world.turns().now().plusSeconds(60));
            new Invariants(this, sentences).hold();
        } catch (IllegalStateException e) {
            broken.add("the simulation goes on: " + e + " because of " + e.getCause());
        } finally {
            world.close();
        }
        Set<String> reached = new TreeSet<>(sentences.asked());
        reached.addAll(world.story().reached());
        return new Report(
                seed,
                cut,
                people.count(),
                world.story().digest(),
                world.turns().taken(),
                broken,
                reached,
                world.story().about(words(broken)));
    }

    /// Ids that the broken sentences name.
    private static List<String> words(List<String> broken) {
        List<String> words = new ArrayList<>();
        for (String sentence : broken) {
            for (String word : sentence.split("[ ,:\\[\\]{}=]+")) {
                if (word.matches(
                        "(evt|tip|pay|media|replay)_[0-9a-z_]+|key-[0-9]+|app-[a-z]+|timer-[a-z]+|(kick|line)-[0-9a-z-]+")) {
                    words.add(word);
                }
            }
        }
        words.addAll(List.of("killed", "gives up", "again", "twice", "times out"));
        return words;
    }

    World world() {
        return world;
    }

    /// Whether it has an archive.
    boolean archives() {
        return scale.archives();
    }

    YearAccount account() {
        return account;
    }

    People people() {
        return people;
    }

    AtRest atRest() {
        return atRest;
    }

    Table table() {
        return TableService.over(world.table().transport());
    }

    /// The account's events in the order of the log.
    ///
    /// @throws IllegalStateException if a row of the log is no event
    List<LoggedEvent> log() {
        try {
            return new EventLog(table()).after(account.tenantId(), EventLog.BEGINNING, 100_000);
        } catch (NullPointerException absent) {
            throw new IllegalStateException("a row of the log is no event", absent);
        }
    }
}
