package streamerapi.library;

import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A file that is being uploaded, with its declared type and size.
///
/// @param fileId the id that it will have
record Upload(String fileId, String name, Instant begunAt) {

    /// How long its form is good.
    static final Duration FORM_IS_GOOD = Duration.ofMinutes(10);

    /// How long it counts, and is known. Its object goes a day later, by the bucket's own rule.
    static final Duration KEPT = Duration.ofHours(1);

    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<Instant> BEGUN_AT = Attribute.time("begun_at");

    /// The file that is to be uploaded.
    record Wanted(String name, FileKind type, long bytes) {

        static final Schema<Wanted> SCHEMA = Schema.of("LibraryFileRequest", "The file that is to be uploaded.", s -> {
            var name = s.text("name", Wanted::name).between(1, 64).example("Dancing cat.gif");
            var type =
                    s.choice("type", Wanted::type, List.of(FileKind.values())).example("image/gif");
            var bytes = s.integer("bytes", Wanted::bytes)
                    .between(1, LibrarySum.MAX_FILE_BYTES)
                    .example(48_213)
                    .doc("Its size.");
            return in -> new Wanted(name.of(in), type.of(in), bytes.of(in));
        });
    }

    /// The upload that a row holds.
    static Upload of(Row row) {
        return new Upload(row.key().sort().substring(LibraryKeys.UPLOAD.length()), row.get(NAME), row.get(BEGUN_AT));
    }

    /// Whether it still counts.
    boolean isOpen(Instant now) {
        return now.isBefore(begunAt.plus(KEPT));
    }

    /// The write that begins it.
    Write begun(String tenantId) {
        return Write.put(Row.of(LibraryKeys.upload(tenantId, fileId))
                        .with(NAME, name)
                        .with(BEGUN_AT, begunAt)
                        .with(Table.EXPIRES_AT, begunAt.plus(KEPT).getEpochSecond()))
                .when(Condition.noRow());
    }

    /// The write that ends it.
    Write ended(String tenantId) {
        return Write.delete(LibraryKeys.upload(tenantId, fileId));
    }
}
