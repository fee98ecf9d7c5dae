package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/// A condition, filter or key condition in DynamoDB's syntax, as far as the service writes it.
final class ParsedCondition {

    private static final Map<String, Predicate<Operands>> PARSED = new ConcurrentHashMap<>();

    private final ExpressionTokens tokens;

    /// Whether what was read last stands in parentheses, and nothing beside it.
    private boolean isGroup;

    private ParsedCondition(String text) {
        this.tokens = new ExpressionTokens(text);
    }

    /// Whether a condition holds.
    ///
    /// @param text null for none, which always holds
    static boolean holds(@Nullable String text, Operands scope) {
        return text == null
                || PARSED.computeIfAbsent(text, ParsedCondition::parse).test(scope);
    }

    private static Predicate<Operands> parse(String text) {
        ParsedCondition parser = new ParsedCondition(text);
        Predicate<Operands> all = parser.any();
        parser.tokens.end();
        return all;
    }

    private Predicate<Operands> any() {
        Predicate<Operands> any = all();
        while (tokens.take("OR")) {
            any = any.or(all());
            isGroup = false;
        }
        return any;
    }

    private Predicate<Operands> all() {
        Predicate<Operands> all = one();
        while (tokens.take("AND")) {
            all = all.and(one());
            isGroup = false;
        }
        return all;
    }

    private Predicate<Operands> one() {
        if (tokens.take("(")) {
            Predicate<Operands> inner = any();
            tokens.expect(")");
            if (isGroup) {
                throw new Items.Refused("The expression has redundant parentheses");
            }
            isGroup = true;
            return inner;
        }
        isGroup = false;
        String first = tokens.next();
        return switch (first) {
            case "attribute_exists" -> exists(argument());
            case "attribute_not_exists" -> exists(argument()).negate();
            case "begins_with" -> ofTexts(String::startsWith);
            case "contains" -> contains();
            default -> compares(first);
        };
    }

    private String argument() {
        tokens.expect("(");
        String name = tokens.next();
        tokens.expect(")");
        return name;
    }

    private static Predicate<Operands> exists(String name) {
        return scope -> scope.item().containsKey(scope.name(name));
    }

    /// The attribute that a function is about, and the placeholder of the value that it looks for.
    private record Arguments(String name, String part) {}

    private Arguments arguments() {
        tokens.expect("(");
        String name = tokens.next();
        tokens.expect(",");
        String part = tokens.next();
        tokens.expect(")");
        return new Arguments(name, part);
    }

    private Predicate<Operands> ofTexts(BiPredicate<String, String> holds) {
        Arguments given = arguments();
        return scope -> {
            AttributeValue value = scope.operand(given.name);
            String wanted = scope.value(given.part).s();
            return value != null && value.s() != null && holds.test(value.s(), wanted);
        };
    }

    /// Whether a text has a part, or a list an element.
    private Predicate<Operands> contains() {
        Arguments given = arguments();
        return scope -> {
            AttributeValue value = scope.operand(given.name);
            AttributeValue wanted = scope.value(given.part);
            return value != null
                    && (value.hasL()
                            ? value.l().contains(wanted)
                            : value.s() != null
                                    && wanted.s() != null
                                    && value.s().contains(wanted.s()));
        };
    }

    private Predicate<Operands> compares(String left) {
        String operator = tokens.next();
        String right = tokens.next();
        if (!operator.equals("BETWEEN")) {
            return scope -> compares(scope.operand(left), operator, scope.operand(right));
        }
        tokens.expect("AND");
        String end = tokens.next();
        return scope -> {
            if (!compares(scope.value(right), "<=", scope.value(end))) {
                throw new Items.Refused("The BETWEEN operator requires upper bound to be at least the lower bound");
            }
            return compares(scope.operand(left), ">=", scope.operand(right))
                    && compares(scope.operand(left), "<=", scope.operand(end));
        };
    }

    /// Whether two values are equal. Most are texts, and values compare all of their types.
    private static boolean isSame(AttributeValue left, @Nullable AttributeValue right) {
        return left.s() == null || right == null ? left.equals(right) : left.s().equals(right.s());
    }

    private static boolean compares(@Nullable AttributeValue left, String operator, @Nullable AttributeValue right) {
        if (operator.equals("=")) {
            return left != null && isSame(left, right);
        }
        if (operator.equals("<>")) {
            return left == null ? right != null : !isSame(left, right);
        }
        if (left == null || right == null || left.type() != right.type()) {
            return false;
        }
        int order =
                switch (left.type()) {
                    case S -> RowKey.compare(left.s(), right.s());
                    case N -> new BigDecimal(left.n()).compareTo(new BigDecimal(right.n()));
                    case B, BS, NS, SS, NUL, BOOL, L, M, UNKNOWN_TO_SDK_VERSION ->
                        throw new Items.Refused("Incorrect operand type for operator " + operator);
                };
        return switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            default -> throw new IllegalArgumentException("Unknown operator " + operator);
        };
    }
}
