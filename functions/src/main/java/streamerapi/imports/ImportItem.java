package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// A command, timer or counter that a file would make.
///
/// @param id by which it is chosen
/// @param place where it stands in the file
/// @param text its response, message or value, in our words
/// @param translated the variables that have become ours
/// @param unknown the variables that we have not
/// @param notes what becomes of it otherwise than the file has it
/// @param rows how much of an import's limit it takes
/// @param problem why it cannot be made; null if it can
record ImportItem(
        String id,
        Candidate.Kind kind,
        String name,
        String place,
        String text,
        List<String> translated,
        List<String> unknown,
        List<String> notes,
        int rows,
        @Nullable String problem) {

    static final Schema<ImportItem> SCHEMA =
            Schema.shown("ImportItem", "A command, timer or counter that an import would create.", s -> {
                s.text("id", ImportItem::id).doc("By which it is chosen.").example("command:hug");
                s.choice("kind", ImportItem::kind, List.of(Candidate.Kind.values()))
                        .example("command");
                s.text("name", ImportItem::name).max(Integer.MAX_VALUE).example("hug");
                s.text("place", ImportItem::place)
                        .doc("Where it stands in the file: a line of a table, or a command, timer or counter of a"
                                + " list.")
                        .example("line 3");
                s.text("text", ImportItem::text)
                        .max(Integer.MAX_VALUE)
                        .doc("Its response, message or value, as it would be kept.")
                        .example("{user} hugs {target}");
                s.texts("translated", ImportItem::translated)
                        .doc("The variables that were translated into this service's own.")
                        .example(List.of("$(user) → {user}", "$(touser) → {target}"));
                s.texts("unknown", ImportItem::unknown)
                        .doc("The variables that this service does not have; they stay as they are written.")
                        .example(List.of());
                s.texts("notes", ImportItem::notes)
                        .doc("The differences from the file, in sentences.")
                        .example(List.of());
                s.int32("rows", ImportItem::rows)
                        .doc("How much it takes of the " + Imports.MAX_ROWS + " rows that one import can write.")
                        .example(1);
                s.text("problem", ImportItem::problem)
                        .doc("Why it cannot be imported; null if it can be.")
                        .orNull();
            });
}
