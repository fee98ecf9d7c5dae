package streamerapi.simulation;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// An update expression in DynamoDB's syntax, as far as the service writes it.
final class ParsedUpdate {

    private static final Map<String, ParsedUpdate> PARSED = new ConcurrentHashMap<>();

    /// One attribute's part of an update.
    @FunctionalInterface
    private interface Step {
        void apply(Operands before, Map<String, AttributeValue> after);
    }

    private final ExpressionTokens tokens;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private ParsedUpdate(String text) {
        tokens = new ExpressionTokens(text);
        do {
            String clause = tokens.next();
            do {
                step(clause);
            } while (tokens.take(","));
        } while (!tokens.isAtEnd());
    }

    /// The item after an update.
    static Map<String, AttributeValue> apply(String text, Operands before) {
        Map<String, AttributeValue> after = new LinkedHashMap<>(before.item());
        PARSED.computeIfAbsent(text, ParsedUpdate::new).steps.forEach(step -> step.apply(before, after));
        return after;
    }

    private void step(String clause) {
        String name = tokens.next();
        if (!names.add(name)) {
            throw new Items.Refused("Two document paths overlap with each other: " + name);
        }
        steps.add(
                switch (clause) {
                    case "SET" -> set(name);
                    case "ADD" -> add(name, tokens.next());
                    case "REMOVE" -> (before, after) -> after.remove(before.name(name));
                    default -> throw new Items.Refused("Unknown clause " + clause);
                });
    }

    private Step set(String name) {
        tokens.expect("=");
        if (!tokens.take("if_not_exists")) {
            String value = tokens.next();
            return (before, after) -> after.put(before.name(name), before.value(value));
        }
        tokens.expect("(");
        String seen = tokens.next();
        tokens.expect(",");
        String value = tokens.next();
        tokens.expect(")");
        return (before, after) -> {
            AttributeValue there = before.operand(seen);
            after.put(before.name(name), there == null ? before.value(value) : there);
        };
    }

    private static Step add(String name, String amount) {
        return (before, after) -> {
            AttributeValue there = before.operand(name);
            if (there != null && there.n() == null) {
                throw new Items.Refused("An operand in the update expression has an incorrect data type");
            }
            BigDecimal sum = new BigDecimal(before.value(amount).n());
            after.put(before.name(name), Items.number(there == null ? sum : sum.add(new BigDecimal(there.n()))));
        };
    }
}
