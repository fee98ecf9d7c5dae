package streamerapi.simulation;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Calls of a [Table], drawn at random over a few keys and attributes, so that they often meet.
final class RandomCalls {

    /// A call, and what it came to as text. It can be made of more than one table.
    @FunctionalInterface
    interface TableCall {
        Object on(Table table);
    }

    private static final List<String> PARTITIONS = List.of("A#one", "A#two");
    private static final List<String> SORTS =
            List.of("TIP#1", "TIP#2", "TIP#\uffee", "TIP#\ud83d\ude00", "TIP#\u00e9", "SLOT", "X");
    private static final List<String> PLACES = List.of("TQ#1", "TQ#2", "TQ#\ud83d\ude00", "TQ#\uffee", "TH#1");
    private static final List<String> ATTRIBUTES = List.of("amount", "name", "flag", "list", "map", "count");
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final Random random;

    RandomCalls(Random random) {
        this.random = random;
    }

    TableCall next() {
        return switch (random.nextInt(10)) {
            case 0 -> {
                Key key = key();
                yield table -> {
                    Row row = table.get(key);
                    return row == null ? "none" : row;
                };
            }
            case 1 -> {
                Key[] keys = IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(i -> key())
                        .distinct()
                        .toArray(Key[]::new);
                yield table -> table.getAll(keys);
            }
            case 2, 3 -> {
                Query query = query();
                yield table -> table.query(query);
            }
            case 4 -> {
                Write update = update().when(condition(2));
                yield table -> table.update(update);
            }
            case 5 -> {
                Write update = refusing(update().when(condition(1)), 0);
                yield table -> {
                    table.write(List.of(update));
                    return "written";
                };
            }
            default -> {
                int most = random.nextBoolean() ? 1 : 4;
                Map<Key, Write> byKey = new LinkedHashMap<>();
                IntStream.range(0, 1 + random.nextInt(most))
                        .mapToObj(this::write)
                        .forEach(write -> byKey.put(write.key(), write));
                List<Write> writes = List.copyOf(byKey.values());
                boolean isCheckAlone = writes.size() == 1 && writes.getFirst().kind() == Write.Kind.CHECK;
                List<Write> made = isCheckAlone ? List.of(Write.delete(key())) : writes;
                yield table -> {
                    table.write(made);
                    return "written";
                };
            }
        };
    }

    private Write write(int number) {
        Write write =
                switch (random.nextInt(5)) {
                    case 0 -> Write.delete(key());
                    case 1 -> Write.check(key()).when(condition(1));
                    case 2 -> update();
                    default -> Write.put(row());
                };
        return refusing(
                write.kind() == Write.Kind.CHECK || random.nextBoolean() ? write.when(condition(2)) : write, number);
    }

    private static Write refusing(Write write, int number) {
        return write.orElse(
                current -> new IllegalStateException(number + " of " + (current == null ? "none" : text(current))));
    }

    private Row row() {
        Key key = key();
        Row row = Row.of(key);
        for (int i = random.nextInt(4); i > 0; i--) {
            String attribute = pick(ATTRIBUTES);
            row = row.with(Attribute.any(attribute), value(attribute));
        }
        return random.nextInt(3) == 0 ? row : row.with(Table.PLACE, place(key));
    }

    private Write update() {
        Key key = key();
        Write update = Write.update(key);
        List<String> attributes = new ArrayList<>(ATTRIBUTES);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String attribute = attributes.remove(random.nextInt(attributes.size()));
            switch (random.nextInt(4)) {
                case 0 -> update.remove(Attribute.any(attribute));
                case 1 -> update.setIfAbsent(Attribute.any(attribute), value(attribute));
                case 2 ->
                    update.add(
                            Attribute.whole(attribute.equals("count") ? attribute : "count2"), random.nextInt(7) - 3);
                default -> update.set(Attribute.any(attribute), value(attribute));
            }
        }
        return switch (random.nextInt(6)) {
            case 0 -> update.set(Table.PLACE, place(key));
            case 1 -> update.remove(Table.PLACE);
            default -> update;
        };
    }

    private Condition condition(int depth) {
        int kind = random.nextInt(depth == 0 ? 4 : 6);
        String attribute = random.nextInt(5) == 0 ? "pk" : pick(ATTRIBUTES);
        return switch (kind) {
            case 0 -> Condition.exists(Attribute.any(attribute));
            case 1 -> Condition.absent(Attribute.any(attribute));
            case 2 -> Condition.beginsWith(Attribute.text("name"), pick(List.of("", "A", "Ad", "\ud83d\ude00")));
            case 3 -> comparison();
            case 4 -> new Condition.All(conditions(depth));
            default -> new Condition.Any(conditions(depth));
        };
    }

    private List<Condition> conditions(int depth) {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> condition(depth - 1))
                .toList();
    }

    /// Flags, lists and maps have no order: they are compared for equality alone.
    private Condition comparison() {
        String attribute = pick(ATTRIBUTES);
        boolean isOrdered = List.of("amount", "name", "count").contains(attribute);
        String of = random.nextInt(4) == 0 && isOrdered ? pick(List.of("amount", "name", "count")) : attribute;
        return new Condition.Compares(
                attribute, OPERATORS.get(random.nextInt(isOrdered ? OPERATORS.size() : 2)), value(of));
    }

    private Query query() {
        boolean byPlace = random.nextBoolean();
        List<String> keys = byPlace ? PLACES : SORTS;
        String prefix = pick(byPlace ? List.of("T", "TQ#", "TH#") : List.of("T", "TIP#", "S"));
        Query query = byPlace ? Query.places(pick(PARTITIONS), prefix) : Query.of(pick(PARTITIONS), prefix);
        if (random.nextInt(3) == 0) {
            query = query.newestFirst();
        }
        if (random.nextInt(3) == 0) {
            List<String> within = keys.stream()
                    .filter(key -> key.startsWith(prefix) && !key.contains("\ud83d"))
                    .toList();
            query = within.isEmpty() ? query : query.after(pick(within));
        }
        if (random.nextInt(3) == 0) {
            query = query.limit(1 + random.nextInt(4));
        }
        return random.nextInt(4) == 0 ? query.where(condition(1)) : query;
    }

    private Object value(String attribute) {
        return switch (attribute) {
            case "name" -> pick(List.of("Ada", "Adam", "\ud83d\ude00", "\uffee", "Zoe", ""));
            case "flag" -> random.nextBoolean();
            case "list" -> pick(List.of(List.of(), List.of("a"), List.of("a", 1L, true)));
            case "map" -> pick(List.of(Map.of(), Map.of("1", new BigDecimal("2.5")), Map.of("1", 2L, "b", "c")));
            case "count" -> (long) random.nextInt(5) - 2;
            default ->
                pick(List.<Object>of(
                        new BigDecimal("5.50"),
                        new BigDecimal("5.5"),
                        new BigDecimal("100"),
                        new BigDecimal("0.00"),
                        new BigDecimal("-0.10"),
                        Instant.ofEpochMilli(1_790_000_000_000L)));
        };
    }

    /// A place that no other row has: rows with one place have no order.
    private String place(Key key) {
        return pick(PLACES) + key.sort();
    }

    private Key key() {
        return new Key(pick(PARTITIONS), pick(SORTS));
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /// All rows of the partitions that calls are made about.
    static String content(Table table) {
        return PARTITIONS.stream()
                .flatMap(partition -> table.query(Query.of(partition, "T")).stream())
                .map(RandomCalls::text)
                .collect(Collectors.joining("\n"));
    }

    /// A row as text that does not depend on the order of its attributes.
    static String text(Row row) {
        return row.key() + " " + sorted(row.attributes());
    }

    /// Numbers by their values: DynamoDB trims their zeros, and DynamoDB Local gives them back as they were written.
    private static Object sorted(Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().toPlainString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RandomCalls::sorted).toList();
        }
        Map<String, Object> sorted = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, field) -> sorted.put(String.valueOf(name), sorted(Objects.requireNonNull(field))));
        }
        return value instanceof Map<?, ?> ? sorted : value;
    }
}
