package streamerapi.service.model;

import java.util.Locale;

/// A caller's possible actions on the TTS queue, and its reads of it.
enum Action {
    TIP,
    START,
    FINISH,
    RELEASE,
    REMOVE,
    NEXT,
    REPLAY,
    SKIP,
    PAUSE,
    RESUME,
    CLEAR,
    READ_QUEUE,
    READ_HISTORY,
    READ_NOW;

    /// Whether it names a tip.
    boolean hasTarget() {
        return switch (this) {
            case START, FINISH, RELEASE, REMOVE, NEXT, REPLAY -> true;
            case TIP, SKIP, PAUSE, RESUME, CLEAR, READ_QUEUE, READ_HISTORY, READ_NOW -> false;
        };
    }

    /// The last segment of the path of an action that is a POST below `/tts`.
    String verb() {
        return name().toLowerCase(Locale.ROOT);
    }
}
