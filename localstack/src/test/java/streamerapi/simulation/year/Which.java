package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;

/// The writes that a planted fault is about. An empty text stands for any.
///
/// @param function the function that writes
/// @param kind `Put`, `Update`, `Delete` or `ConditionCheck`
/// @param pk how the partition key begins
/// @param sk how the sort key begins
/// @param text what stands in the write: an attribute, or a part of an expression
record Which(String function, String kind, String pk, String sk, String text) {

    /// Writes to rows of partitions that begin so.
    static Which in(String pk) {
        return new Which("", "", pk, "", "");
    }

    /// Writes to an account's own rows that begin so.
    static Which of(String sk) {
        return new Which("", "", "A#", sk, "");
    }

    Which by(String other) {
        return new Which(other + "Function", kind, pk, sk, text);
    }

    Which at(String other) {
        return new Which(function, kind, pk, other, text);
    }

    Which naming(String other) {
        return new Which(function, kind, pk, sk, other);
    }

    Which puts() {
        return as("Put");
    }

    Which updates() {
        return as("Update");
    }

    Which deletes() {
        return as("Delete");
    }

    Which checks() {
        return as("ConditionCheck");
    }

    private Which as(String other) {
        return new Which(function, other, pk, sk, text);
    }

    boolean fits(Passing call, String kindOfWrite, JsonNode write) {
        JsonNode key = write.path(write.has("Item") ? "Item" : "Key");
        return (function.isEmpty() || call.process().function().equals(function))
                && (kind.isEmpty() || kind.equals(kindOfWrite))
                && key.at("/pk/S").asText().startsWith(pk)
                && key.at("/sk/S").asText().startsWith(sk)
                && (text.isEmpty() || write.toString().contains(text));
    }
}
