package streamerapi.library;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

/// A picture, clip or sound of an account.
///
/// @param id 128 random bits, which are the right to see it, and the extension of its kind
/// @param size in pixels; null for a sound
/// @param tag the entity tag of the object that was found good
record LibraryFile(
        String id, String name, long bytes, FileKind.@Nullable PixelSize size, String tag, Instant createdAt) {

    static final String ID_EXAMPLE = "5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.gif";

    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute.Whole BYTES = Attribute.whole("bytes");
    private static final Attribute<Integer> WIDTH = Attribute.int32("width");
    private static final Attribute<Integer> HEIGHT = Attribute.int32("height");
    private static final Attribute<String> TAG = Attribute.text("object_tag");
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    static final Schema<LibraryFile> SCHEMA =
            Schema.shown("LibraryFile", "An own picture, clip or sound, for alerts.", s -> {
                s.text("id", LibraryFile::id)
                        .component("LibraryFileId")
                        .example(ID_EXAMPLE)
                        .doc("The name by which an alert's variation chooses it.");
                s.text("name", LibraryFile::name).example("Dancing cat.gif");
                s.choice("type", LibraryFile::kind, List.of(FileKind.values())).example("image/gif");
                s.integer("bytes", LibraryFile::bytes).example(48_213);
                s.int32("width", file -> file.size == null ? null : file.size.width())
                        .orNull()
                        .example(480)
                        .doc("Pixels; null for a sound.");
                s.int32("height", file -> file.size == null ? null : file.size.height())
                        .orNull()
                        .example(270)
                        .doc("Pixels; null for a sound.");
                s.text("path", file -> "/overlay/files/" + file.id)
                        .example("/overlay/files/" + ID_EXAMPLE)
                        .doc("The address at which it is shown, below that of the dashboard. It redirects to an"
                                + " address of the bucket that works for five minutes, and needs no credential: its"
                                + " random digits cannot be guessed.");
                s.time("created_at", LibraryFile::createdAt);
            });

    /// The name of a file.
    record Naming(String name) {

        static final Schema<Naming> SCHEMA = Schema.of("LibraryFileName", "The name of a file.", s -> {
            var name = s.text("name", Naming::name).between(1, 64).example("Dancing cat");
            return in -> new Naming(name.of(in));
        });
    }

    /// Its kind.
    FileKind kind() {
        return FileKind.ofId(id);
    }

    /// The file that a row holds.
    static LibraryFile of(Row row) {
        Integer width = row.find(WIDTH);
        Integer height = row.find(HEIGHT);
        return new LibraryFile(
                row.key().sort().substring(LibraryKeys.FILE.length()),
                row.get(NAME),
                row.get(BYTES),
                width == null || height == null ? null : new FileKind.PixelSize(width, height),
                row.get(TAG),
                row.get(CREATED_AT));
    }

    /// The write that makes it.
    Write made(String tenantId) {
        return Write.put(Row.of(LibraryKeys.file(tenantId, id))
                        .with(NAME, name)
                        .with(BYTES, bytes)
                        .with(WIDTH, size == null ? null : Integer.valueOf(size.width()))
                        .with(HEIGHT, size == null ? null : Integer.valueOf(size.height()))
                        .with(TAG, tag)
                        .with(CREATED_AT, createdAt))
                .when(Condition.noRow());
    }

    /// This file with another name.
    LibraryFile named(String other) {
        return new LibraryFile(id, other, bytes, size, tag, createdAt);
    }

    /// The write that names it.
    Write naming(String tenantId) {
        return there(Write.update(key(tenantId)).set(NAME, name));
    }

    /// The write that removes it.
    Write removed(String tenantId) {
        return there(Write.delete(key(tenantId)));
    }

    private Key key(String tenantId) {
        return LibraryKeys.file(tenantId, id);
    }

    private static Write there(Write write) {
        return write.when(Condition.rowExists()).orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
    }
}
