package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.InstantSource;
import java.util.List;

/// The credits of sub rewards: granted and revoked on an account, spent by one, read across the person.
///
/// A person's balance is one row, which is added to without being read: of many who take at once exactly as many
/// succeed as there are credits. Each change holds the account's row to still being of that person, so that nothing
/// is lost when persons become one.
public final class Credits {

    /// The numbers of a person's row.
    static final List<Attribute.Whole> ATTRIBUTES =
            List.of(CreditBalance.AVAILABLE, CreditBalance.GRANTED, CreditBalance.USED);

    /// The attribute of a tip that names the reward that it is.
    public static final Attribute<String> REWARD_ENTRY = Attribute.text("reward_entry");

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    public Credits(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// Gives credits to an account of which is known that it signed in.
    ///
    /// @param actor who gives; null for the service
    Outcome<Found> grant(String tenantId, Found to, long amount, @Nullable String note, @Nullable Actor actor) {
        CreditBalance was = to.credits();
        CreditBalance is = new CreditBalance(was.available() + amount, was.total() + amount, was.used());
        Write add = Write.update(PeopleKeys.person(tenantId, to.account().person()))
                .add(CreditBalance.AVAILABLE, amount)
                .add(CreditBalance.GRANTED, amount);
        return Outcome.of(to.with(is))
                .writing(stillOf(to.account()), add, entry(tenantId, to, CreditEntry.GRANT, amount, note, actor));
    }

    /// Gives credits to an account, if it has signed in; else nothing happens.
    ///
    /// @param note what for
    public Outcome<?> grantIfSignedIn(String tenantId, Platform platform, String userId, long amount, String note) {
        ViewerRow account = find(tenantId, platform, userId);
        if (account == null || !account.hasSignedIn() || amount == 0) {
            return Outcome.empty();
        }
        Found to = new Found(account, List.of(), new CreditBalance(0, 0, 0));
        return grant(tenantId, to, amount, note, null);
    }

    /// Takes back credits that have not been spent.
    ///
    /// @throws Problem `insufficient_credits` with `available`, now or when committed
    Outcome<Found> revoke(String tenantId, Found from, long amount, @Nullable Actor actor) {
        CreditBalance was = from.credits();
        if (was.available() < amount) {
            throw insufficient(ErrorCode.INSUFFICIENT_CREDITS, was.available());
        }
        Write take = Write.update(PeopleKeys.person(tenantId, from.account().person()))
                .add(CreditBalance.AVAILABLE, -amount)
                .when(Condition.atLeast(CreditBalance.AVAILABLE, amount))
                .orElse(now -> insufficient(
                        ErrorCode.INSUFFICIENT_CREDITS, CreditBalance.of(now).available()));
        return Outcome.of(from.with(new CreditBalance(was.available() - amount, was.total(), was.used())))
                .writing(stillOf(from.account()), take, entry(tenantId, from, CreditEntry.REVOKE, amount, null, actor));
    }

    /// An account that has a credit to spend.
    ///
    /// @param name what people call the account
    /// @param outcome what changes when it is spent on a tip
    public record Spender(String name, Spending outcome) {}

    /// Spends a credit on a tip.
    @FunctionalInterface
    public interface Spending {
        /// @param orderId the tip
        /// @param message after the filter, or null
        Outcome<String> on(String orderId, @Nullable String message);
    }

    /// An account that is to spend a credit.
    ///
    /// @throws Problem `insufficient_credits`, now or when committed
    public Spender spender(String tenantId, Platform platform, String userId) {
        ViewerRow account = find(tenantId, platform, userId);
        if (account == null || !account.hasSignedIn()) {
            throw insufficient(ErrorCode.NO_CREDIT_LEFT, 0);
        }
        String name = account.shownName();
        return new Spender(
                name == null ? account.account().userId() : name,
                (orderId, message) -> spend(tenantId, account, orderId, message));
    }

    private Outcome<String> spend(String tenantId, ViewerRow account, String orderId, @Nullable String message) {
        String id = ids.next();
        AccountName name = account.account();
        Reward reward = new Reward(orderId, name.platform(), name.userId(), message, clock.instant());
        Write take = Write.update(PeopleKeys.person(tenantId, account.person()))
                .add(CreditBalance.AVAILABLE, -1)
                .add(CreditBalance.USED, 1)
                .when(Condition.atLeast(CreditBalance.AVAILABLE, 1))
                .orElse(now -> insufficient(ErrorCode.NO_CREDIT_LEFT, 0));
        return Outcome.of(id)
                .writing(
                        stillOf(account),
                        take,
                        Write.put(Reward.SCHEMA.row(PeopleKeys.reward(tenantId, name.toString(), id), reward)));
    }

    /// Gives a credit back that was spent on a tip that came to nothing; its reward is forgotten. A person who was
    /// erased since gets none.
    ///
    /// @param platform of the donor's account; null if the tip says none
    /// @param userId the donor's on that platform, or null
    /// @param entry as the tip's row has it under [#REWARD_ENTRY]
    public Outcome<?> giveBack(
            String tenantId, @Nullable Platform platform, @Nullable String userId, @Nullable String entry) {
        ViewerRow account = platform == null || userId == null ? null : find(tenantId, platform, userId);
        if (account == null) {
            return Outcome.empty();
        }
        Write back = Write.update(PeopleKeys.person(tenantId, account.person()))
                .add(CreditBalance.AVAILABLE, 1)
                .add(CreditBalance.USED, -1);
        Outcome<?> outcome = Outcome.empty().writing(stillOf(account), back);
        return entry == null
                ? outcome
                : outcome.writing(Write.delete(
                        PeopleKeys.reward(tenantId, account.account().toString(), entry)));
    }

    private @Nullable ViewerRow find(String tenantId, Platform platform, String userId) {
        Row row = AccountName.isId(userId) ? table.get(PeopleKeys.viewer(tenantId, platform, userId)) : null;
        return row == null ? null : ViewerRow.of(row);
    }

    private Write entry(
            String tenantId, Found of, String type, long amount, @Nullable String note, @Nullable Actor actor) {
        AccountName name = of.account().account();
        CreditEntry entry =
                new CreditEntry(type, amount, note, Actor.json(actor), name.platform(), name.userId(), clock.instant());
        return Write.put(entry.row(PeopleKeys.creditEntry(tenantId, name.toString(), ids.next())));
    }

    /// Holds a change to the account's being of the person that it was read to be of.
    private static Write stillOf(ViewerRow account) {
        return Write.check(account.key())
                .when(Condition.equal(ViewerRow.PERSON, account.person()))
                .orElse(now -> new WriteConflict("the account became another person's"));
    }

    private static Problem insufficient(ErrorCode code, long available) {
        return Problem.of(code).with("available", available);
    }
}
