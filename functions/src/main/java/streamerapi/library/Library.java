package streamerapi.library;

import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Host;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An account's own pictures, clips and sounds.
///
/// A browser uploads a file straight into the bucket, and says when it has: then the object is read as far as its kind
/// and size stand, and taken or removed. A row names an object before it is served and until it is gone, so no object
/// is served without one.
final class Library {

    private static final int MAX_UPLOADS = 20;
    private static final int RANDOM_BYTES = 16;
    private static final long MEGABYTE = 1_000_000;

    private final TableReader table;
    private final LibraryStore store;
    private final InstantSource clock;

    Library(TableReader table, LibraryStore store, InstantSource clock) {
        this.table = table;
        this.store = store;
        this.clock = clock;
    }

    /// All files of an account, and how much room they take.
    ///
    /// @param files newest first
    record Contents(List<LibraryFile> files, LibrarySum sum) {

        static final Schema<Contents> SCHEMA = Schema.shown("Library", "The files of an account.", s -> {
            s.list("files", Contents::files, LibraryFile.SCHEMA).doc("Newest first.");
            s.integer("bytes", contents -> contents.sum.bytes()).example(48_213).doc("How much room they take.");
            s.integer("max_bytes", contents -> LibrarySum.MAX_BYTES)
                    .example(LibrarySum.MAX_BYTES)
                    .doc("How much there is.");
        });
    }

    /// The examination of one upload: asked once, however often the request is decided.
    private record Examination(String fileId) {}

    /// The removal of one file's object.
    private record Removal(String fileId) {}

    /// An upload's object that was found good.
    private record Good(FileKind.PixelSize size, long bytes, String tag) {}

    Contents all(String tenantId) {
        List<LibraryFile> files = table.query(Query.of(Keys.account(tenantId), LibraryKeys.FILE)).stream()
                .map(LibraryFile::of)
                .sorted(Comparator.comparing(LibraryFile::createdAt).reversed().thenComparing(LibraryFile::id))
                .toList();
        return new Contents(files, LibrarySum.of(table.get(LibraryKeys.sum(tenantId))));
    }

    /// Begins an upload.
    ///
    /// @throws Problem `limit_reached`
    Outcome<UploadForm> begin(String tenantId, Upload.Wanted wanted) {
        Instant now = clock.instant();
        long open = table.query(Query.of(Keys.account(tenantId), LibraryKeys.UPLOAD)).stream()
                .filter(row -> Upload.of(row).isOpen(now))
                .count();
        if (open >= MAX_UPLOADS) {
            throw Problem.of(
                    ErrorCode.LIMIT_REACHED, "There can be at most " + MAX_UPLOADS + " unfinished uploads in an hour");
        }
        LibrarySum.of(table.get(LibraryKeys.sum(tenantId))).require(wanted.bytes());
        byte[] random = new byte[RANDOM_BYTES];
        Host.random().nextBytes(random);
        Upload upload = new Upload(wanted.type().id(HexFormat.of().formatHex(random)), wanted.name(), now);
        return Outcome.of(store.form(upload.fileId(), wanted.bytes(), Upload.FORM_IS_GOOD))
                .writing(upload.begun(tenantId));
    }

    /// Takes an uploaded file. A repeated call answers the same, and does what an earlier one left undone.
    ///
    /// @throws Problem `not_found`, `invalid_file`; when committed, `limit_reached`
    Outcome<LibraryFile> complete(String tenantId, String fileId, ExternalCalls calls) {
        Map<Key, Row> rows = rows(tenantId, fileId);
        Row taken = rows.get(LibraryKeys.file(tenantId, fileId));
        if (taken != null) {
            return served(Outcome.of(LibraryFile.of(taken)));
        }
        Row begun = rows.get(LibraryKeys.upload(tenantId, fileId));
        Upload upload = begun == null ? null : Upload.of(begun);
        if (upload == null || !upload.isOpen(clock.instant())) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        Good good = calls.once(new Examination(fileId), () -> examined(fileId));
        FileKind.PixelSize size = FileKind.ofId(fileId).isSound() ? null : good.size;
        LibraryFile file = new LibraryFile(fileId, upload.name(), good.bytes, size, good.tag, clock.instant());
        return served(Outcome.of(file)
                .writing(file.made(tenantId), upload.ended(tenantId), LibrarySum.taking(tenantId, file.bytes())));
    }

    /// Names a file.
    ///
    /// @throws Problem `not_found`
    Outcome<LibraryFile> change(String tenantId, String fileId, Changes<LibraryFile.Naming> changes) {
        LibraryFile before = file(tenantId, fileId);
        LibraryFile after = before.named(changes.appliedTo(new LibraryFile.Naming(before.name()), Map.of())
                .name());
        Outcome<LibraryFile> changed = Outcome.of(after);
        return after.equals(before) ? changed : changed.writing(after.naming(tenantId));
    }

    /// Removes a file: first its object, so that no object stays without a row.
    ///
    /// @throws Problem `not_found`
    Outcome<LibraryFile> delete(String tenantId, String fileId, ExternalCalls calls) {
        LibraryFile file = file(tenantId, fileId);
        calls.once(new Removal(fileId), () -> {
            store.delete(fileId);
            return true;
        });
        return Outcome.of(file).writing(file.removed(tenantId), LibrarySum.givingBack(tenantId, file.bytes()));
    }

    private Outcome<LibraryFile> served(Outcome<LibraryFile> decided) {
        LibraryFile file = decided.value();
        return decided.then(() -> {
            boolean isServed = store.serve(file.id(), file.tag());
            return () -> {
                if (!isServed) {
                    throw refusal("The file changed while it was checked: delete it, and upload it again");
                }
                return Outcome.of(file);
            };
        });
    }

    private Good examined(String fileId) {
        LibraryStore.Uploaded uploaded = store.uploaded(fileId).orElseThrow(() -> refusal("No file was uploaded yet"));
        FileKind kind = FileKind.ofId(fileId);
        Optional<FileKind.PixelSize> size = kind.recognized(uploaded.head());
        if (size.isEmpty() || uploaded.bytes() > LibrarySum.MAX_FILE_BYTES) {
            store.refuse(fileId);
            throw refusal(
                    uploaded.bytes() > LibrarySum.MAX_FILE_BYTES
                            ? "A file can have at most " + LibrarySum.MAX_FILE_BYTES / MEGABYTE + " MB"
                            : "This is no " + kind.label()
                                    + (kind.isSound() ? "" : ", or it has more than 4096 pixels to a side"));
        }
        return new Good(size.get(), uploaded.bytes(), uploaded.tag());
    }

    private LibraryFile file(String tenantId, String fileId) {
        Row row = FileKind.isId(fileId) ? table.get(LibraryKeys.file(tenantId, fileId)) : null;
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return LibraryFile.of(row);
    }

    private Map<Key, Row> rows(String tenantId, String fileId) {
        if (!FileKind.isId(fileId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return table.getAll(LibraryKeys.file(tenantId, fileId), LibraryKeys.upload(tenantId, fileId));
    }

    private static Problem refusal(String why) {
        return Problem.of(ErrorCode.INVALID_FILE, why);
    }
}
