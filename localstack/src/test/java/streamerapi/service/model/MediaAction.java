package streamerapi.service.model;

/// What a caller can do to the media queue.
enum MediaAction {
    REQUEST,
    START,
    FINISH,
    RELEASE,
    REMOVE,
    REPLAY,
    SKIP,
    PAUSE,
    RESUME,
    SHOW,
    HIDE
}
