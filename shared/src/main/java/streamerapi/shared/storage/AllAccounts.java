package streamerapi.shared.storage;

import streamerapi.shared.tasks.Parallel;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The accounts of the installation.
public final class AllAccounts {

    private AllAccounts() {}

    /// Does work for each account, by its id: for several at the same time, and for all of them though it fails for
    /// some.
    ///
    /// @throws IllegalStateException as of [Parallel#forEach]
    public static void each(Table table, Consumer<String> work) {
        List<String> tenantIds = table.query(Query.of(Keys.ACCOUNTS, "ten_")).stream()
                .map(row -> row.key().sort())
                .toList();
        Parallel.forEach(tenantIds, Function.identity(), work);
    }
}
