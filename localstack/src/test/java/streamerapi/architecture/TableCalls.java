package streamerapi.architecture;

import com.tngtech.archunit.core.domain.JavaCodeUnit;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// A function's calls to the table, as its compiled code has them.
final class TableCalls {

    /// The grant that a method's call needs: an action, and the index if it is one's.
    private static final Map<String, String> NEEDED = Map.of(
            "TableReader.get", "GetItem",
            "TableReader.getAll", "BatchGetItem",
            "Query.of", "Query",
            "Query.places", "Query/index/place",
            "Write.put", "PutItem",
            "Write.update", "UpdateItem",
            "Write.delete", "DeleteItem",
            "Write.check", "ConditionCheckItem");

    /// Every function reads a row before its snapshot is taken, by a hook that nothing of ours calls.
    private static final String BEFORE_SNAPSHOT = "GetItem";

    private static final Map<String, Set<String>> BY_CLASS = new ConcurrentHashMap<>();

    private TableCalls() {}

    /// The calls that the function of this class can make: `Query`, `Query/index/place` and so on.
    static Set<String> of(String handlerClass) {
        return BY_CLASS.computeIfAbsent(handlerClass, name -> {
            Set<String> needed = new TreeSet<>(Set.of(BEFORE_SNAPSHOT));
            for (JavaCodeUnit unit : Reachable.from(Product.classes().get(name))) {
                String called = unit.getOwner().getSimpleName() + "." + unit.getName();
                if (NEEDED.containsKey(called)) {
                    needed.add(NEEDED.get(called));
                }
            }
            return Set.copyOf(needed);
        });
    }
}
