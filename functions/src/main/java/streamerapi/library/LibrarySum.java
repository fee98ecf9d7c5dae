package streamerapi.library;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

/// The files of an account, summed up: a row that changes in the transaction that makes or removes a file, so that it
/// is exact under concurrent calls.
record LibrarySum(long bytes, long files) {

    /// The most bytes of one file: 10 MB.
    static final long MAX_FILE_BYTES = 10_000_000;

    /// The most bytes of all: 200 MB.
    static final long MAX_BYTES = 200_000_000;

    static final long MAX_FILES = 500;

    private static final Attribute.Whole BYTES = Attribute.whole("bytes");
    private static final Attribute.Whole FILES = Attribute.whole("files");

    /// The sum that a row holds; of none, the sum of no files.
    static LibrarySum of(@Nullable Row row) {
        return row == null ? new LibrarySum(0, 0) : new LibrarySum(row.get(BYTES), row.get(FILES));
    }

    /// Refuses a file for which there is no room.
    ///
    /// @throws Problem `limit_reached`
    void require(long room) {
        if (bytes + room > MAX_BYTES || files >= MAX_FILES) {
            throw full();
        }
    }

    /// Counts a file; refused with `limit_reached` if there is no room for it.
    static Write taking(String tenantId, long size) {
        return Write.update(LibraryKeys.sum(tenantId))
                .add(BYTES, size)
                .add(FILES, 1)
                .when(Condition.any(
                        Condition.absent(BYTES),
                        Condition.all(Condition.atMost(BYTES, MAX_BYTES - size), Condition.below(FILES, MAX_FILES))))
                .orElse(current -> full());
    }

    /// Counts a file less.
    static Write givingBack(String tenantId, long size) {
        return Write.update(LibraryKeys.sum(tenantId)).add(BYTES, -size).add(FILES, -1);
    }

    private static Problem full() {
        return Problem.of(ErrorCode.LIMIT_REACHED, "The library is full: it holds 200 MB, and 500 files at most");
    }
}
