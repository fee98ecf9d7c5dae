package streamerapi.service.counts;

import streamerapi.shared.storage.Partitions;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cost of tips for each partition key, and how many of them it carries in a second.
final class PartitionLoad {

    static final MarkedPart PART = new MarkedPart("partitions");

    /// The units that DynamoDB lets a partition key carry in a second, which a local secondary index keeps in one
    /// partition.
    private static final double WRITES = 1_000;

    private static final double READS = 3_000;

    /// The cost of a tip for keys of one kind.
    ///
    /// @param name of the keys: `D#<tenant>#<0 to 7>`
    /// @param keys how many of them share it
    /// @param writes the write units of one of them
    /// @param reads the read units of one of them
    record Load(String name, int keys, double writes, double reads) {

        /// How many tips a second come to 1,000 write units or 3,000 read units.
        int tips() {
            return (int) Math.min(WRITES / writes, READS / reads);
        }

        private String line() {
            return "| `%s` | %d | %s | %s | %,d |".formatted(name, keys, number(writes), number(reads), tips());
        }

        private static String number(double units) {
            return String.format(Locale.ROOT, "%.2f", units).replaceFirst("\\.?0+$", "");
        }
    }

    private final List<Load> loads;

    /// @param units of all tips together, by partition key
    PartitionLoad(String tenantId, int tips, Map<String, Units> units) {
        Map<String, Units> byName = new TreeMap<>();
        units.forEach((key, of) -> byName.merge(name(key, tenantId), of, Units::plus));
        loads = byName.entrySet().stream()
                .map(one -> {
                    int keys = one.getKey().startsWith("D#") ? Partitions.SPREAD : 1;
                    double share = (double) tips * keys;
                    return new Load(
                            one.getKey(),
                            keys,
                            one.getValue().writes() / share,
                            one.getValue().reads() / share);
                })
                .sorted(Comparator.comparingInt(Load::tips).thenComparing(Load::name))
                .toList();
    }

    private static String name(String key, String tenantId) {
        return key.replace(tenantId, "<tenant>")
                .replaceFirst("^(D(?:ELIVERIES)?#.*#)[0-7]$", "$1<0 to 7>")
                .replaceFirst("#([EM])20[0-9]{2}$", "#$1<year>");
    }

    /// The keys that carry the fewest tips first.
    List<Load> all() {
        return loads;
    }

    String table() {
        return Stream.concat(
                        Stream.of(
                                "| Partition key | Keys that share it | Write units of each | Read units of each | Tips a second |",
                                "|---|---|---|---|---|"),
                        loads.stream().map(Load::line))
                .collect(Collectors.joining("\n"));
    }
}
