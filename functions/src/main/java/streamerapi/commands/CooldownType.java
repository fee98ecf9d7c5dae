package streamerapi.commands;

import streamerapi.shared.labels.Labelled;

/// The chatters whom a command's cooldown holds back (spec "CustomCommand").
public enum CooldownType implements Labelled {
    /// Every chatter of the channel, on both platforms.
    GLOBAL,
    /// The viewer who ran the command.
    PER_USER
}
