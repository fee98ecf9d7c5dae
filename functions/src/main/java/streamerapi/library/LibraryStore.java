package streamerapi.library;

import streamerapi.shared.lambda.Bucket;
import streamerapi.shared.lambda.Services;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// The S3 bucket of the libraries.
///
/// A browser may put an object below `pending/` alone, where nothing is served from. An accepted object is copied below
/// `files/`, on the condition that it is still the one that was read, so that it cannot be replaced afterwards.
public final class LibraryStore {

    private static final String PENDING = "pending/";
    private static final String FILES = "files/";
    private static final String CACHED = "private, max-age=31536000, immutable";
    private static final int NOT_FOUND = 404;
    private static final int CHANGED = 412;
    private static final int EMPTY = 416;

    private final Bucket bucket;

    /// @param address the bucket's
    public LibraryStore(Services services, String address, String region) {
        this.bucket = new Bucket(
                services.clients().http(),
                services.clients().credentials(),
                region,
                URI.create(address),
                services.clock());
    }

    /// The part of an uploaded object that was read.
    ///
    /// @param tag the entity tag of exactly this object
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Uploaded(byte[] head, long bytes, String tag) {}

    /// The form that uploads a file of this type and size.
    UploadForm form(String fileId, long bytes, Duration until) {
        Bucket.PostForm form =
                bucket.form(PENDING + fileId, FileKind.ofId(fileId).label(), bytes, until);
        return new UploadForm(
                fileId,
                form.url(),
                form.fields().entrySet().stream()
                        .map(field -> new UploadForm.Hidden(field.getKey(), field.getValue()))
                        .toList());
    }

    /// The object that was uploaded; empty if none was.
    Optional<Uploaded> uploaded(String fileId) {
        Bucket.Reply reply = bucket.head(PENDING + fileId, FileKind.HEAD_BYTES);
        if (reply.status() == NOT_FOUND || reply.status() == EMPTY) {
            return Optional.empty();
        }
        String range = reply.headers().getOrDefault("content-range", "");
        String tag = reply.headers().get("etag");
        if (!reply.isGood() || !range.contains("/") || tag == null) {
            throw new IllegalStateException("S3 answered a GET with " + reply.status());
        }
        long bytes = Long.parseLong(range.substring(range.indexOf('/') + 1));
        return Optional.of(new Uploaded(reply.body(), bytes, tag));
    }

    /// Serves an uploaded object from now on, if it is still the one that was read.
    ///
    /// @return whether it is served, now or by an earlier call
    boolean serve(String fileId, String tag) {
        Bucket.Reply reply = bucket.copy(
                PENDING + fileId, tag, FILES + fileId, FileKind.ofId(fileId).label(), CACHED);
        if (reply.isGood() && !new String(reply.body(), StandardCharsets.UTF_8).contains("<Error>")) {
            bucket.delete(PENDING + fileId);
            return true;
        }
        if (reply.status() != NOT_FOUND && reply.status() != CHANGED) {
            throw new IllegalStateException("S3 answered a copy with " + reply.status());
        }
        return bucket.head(FILES + fileId, 1).isGood();
    }

    /// Removes an uploaded object.
    void refuse(String fileId) {
        bucket.delete(PENDING + fileId);
    }

    /// Removes a file, wherever it is.
    public void delete(String fileId) {
        bucket.delete(PENDING + fileId);
        bucket.delete(FILES + fileId);
    }

    /// An address that reads a file, for a while.
    public URI readable(String fileId, Duration until) {
        return bucket.readable(FILES + fileId, until);
    }
}
