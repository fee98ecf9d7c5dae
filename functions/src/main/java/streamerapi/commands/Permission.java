package streamerapi.commands;

import streamerapi.shared.labels.Labelled;

/// The least rights that a chatter needs to run a command (spec "CustomCommand").
public enum Permission implements Labelled {
    /// Every chatter.
    EVERYONE,
    /// Subscribers, moderators and the streamer.
    SUBSCRIBER,
    /// Moderators and the streamer.
    MODERATOR;

    /// Whether a chatter may run the command.
    ///
    /// @param isModerator whether the chatter moderates the channel, or owns it
    public boolean admits(boolean isSubscriber, boolean isModerator) {
        return switch (this) {
            case EVERYONE -> true;
            case SUBSCRIBER -> isSubscriber || isModerator;
            case MODERATOR -> isModerator;
        };
    }
}
