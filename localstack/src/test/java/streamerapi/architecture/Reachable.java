package streamerapi.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The methods that a class's own can come to: what they call or refer to; and what is called through a type with
/// several classes comes to those of them that are made on the way.
final class Reachable {

    private static final String OURS = "streamerapi";

    /// The methods of subclasses that override one, for all roots: looking for them takes longest.
    private static final Map<JavaCodeUnit, List<JavaCodeUnit>> OVERRIDING = new ConcurrentHashMap<>();

    private final Set<JavaCodeUnit> reached = new HashSet<>();
    private final Set<JavaCodeUnit> seen = new HashSet<>();
    private final Deque<JavaCodeUnit> next = new ArrayDeque<>();
    private final Set<JavaClass> made = new HashSet<>();
    private final Map<JavaClass, List<JavaCodeUnit>> onceMade = new HashMap<>();

    private Reachable() {}

    static Set<JavaCodeUnit> from(JavaClass root) {
        Reachable reachable = new Reachable();
        reachable.next.addAll(root.getAllMethods());
        reachable.next.addAll(root.getConstructors());
        while (!reachable.next.isEmpty()) {
            reachable.visit(reachable.next.pop());
        }
        return reachable.seen;
    }

    private void visit(JavaCodeUnit unit) {
        if (!unit.getOwner().getPackageName().startsWith(OURS) || !seen.add(unit)) {
            return;
        }
        if (unit instanceof JavaConstructor && made.add(unit.getOwner())) {
            next.addAll(onceMade.getOrDefault(unit.getOwner(), List.of()));
        }
        for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
            target(access).ifPresent(this::come);
        }
    }

    private static Optional<JavaCodeUnit> target(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target
                ? target.resolveMember().map(JavaCodeUnit.class::cast)
                : Optional.empty();
    }

    private void come(JavaCodeUnit unit) {
        if (!reached.add(unit)) {
            return;
        }
        next.add(unit);
        for (JavaCodeUnit overriding : OVERRIDING.computeIfAbsent(unit, Reachable::overriding)) {
            if (made.contains(overriding.getOwner())) {
                next.add(overriding);
            } else {
                onceMade.computeIfAbsent(overriding.getOwner(), none -> new ArrayList<>())
                        .add(overriding);
            }
        }
    }

    private static List<JavaCodeUnit> overriding(JavaCodeUnit unit) {
        if (unit instanceof JavaConstructor) {
            return List.of();
        }
        String[] parameters =
                unit.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
        return unit.getOwner().getAllSubclasses().stream()
                .flatMap(other -> other.tryGetMethod(unit.getName(), parameters).stream())
                .map(JavaCodeUnit.class::cast)
                .toList();
    }
}
