package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

/// The media types of the bodies that are read (RFC 9110, 8.3.1).
public enum MediaType {
    JSON("application/json"),
    FORM("application/x-www-form-urlencoded");

    private final String essence;

    MediaType(String essence) {
        this.essence = essence;
    }

    /// Whether a `Content-Type` names this type, in any case and with any parameters.
    public boolean isOf(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].strip().equalsIgnoreCase(essence);
    }

    /// @throws Problem `unsupported_media_type` if a `Content-Type` does not name this type
    public void check(@Nullable String contentType) {
        if (!isOf(contentType)) {
            throw Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must be " + essence);
        }
    }

    /// For example `application/json`.
    @Override
    public String toString() {
        return essence;
    }
}
