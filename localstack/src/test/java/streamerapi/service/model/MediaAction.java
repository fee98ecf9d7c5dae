package streamerapi.service.model;

/// A caller's possible actions on the media queue.
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
