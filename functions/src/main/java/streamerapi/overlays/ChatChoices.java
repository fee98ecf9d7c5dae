package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// The contents of an overlay's chat box.
///
/// @param rows how many lines it has at most
/// @param seconds how long a line stands; 0 until others push it out
/// @param size percent of the usual size
/// @param newest where the newest line stands
/// @param hidesCommands whether lines that begin with `!` are left out
/// @param hidesBots whether the lines of bots are left out
record ChatChoices(int rows, int seconds, int size, Edge newest, boolean hidesCommands, boolean hidesBots) {

    /// An edge of the box.
    enum Edge implements Labelled {
        BOTTOM,
        TOP
    }

    /// The chat box for which nothing was chosen.
    static final ChatChoices DEFAULT = new ChatChoices(12, 0, 100, Edge.BOTTOM, true, true);

    static final Schema<ChatChoices> SCHEMA = Schema.of("ChatChoices", "The contents of the chat box.", s -> {
        s.sparse();
        var rows = s.int32("rows", ChatChoices::rows)
                .between(1, 40)
                .orElse(DEFAULT.rows)
                .doc("How many lines it has, as far as its box has room for them.");
        var seconds = s.int32("seconds", ChatChoices::seconds)
                .between(0, 600)
                .orElse(DEFAULT.seconds)
                .doc("How long a line stands. 0: until others take its place.");
        var size = s.int32("size", ChatChoices::size)
                .between(50, 200)
                .orElse(DEFAULT.size)
                .doc("Percent of the usual size of its words.");
        var newest = s.choice("newest", ChatChoices::newest, List.of(Edge.values()), DEFAULT.newest)
                .orElse(DEFAULT.newest)
                .doc("The edge at which the newest line stands.");
        var commands = s.flag("hide_commands", ChatChoices::hidesCommands)
                .orElse(DEFAULT.hidesCommands)
                .doc("Whether lines that begin with `!` are left out.");
        var bots = s.flag("hide_bots", ChatChoices::hidesBots)
                .orElse(DEFAULT.hidesBots)
                .doc("Whether lines of bots are left out.");
        return in ->
                new ChatChoices(rows.of(in), seconds.of(in), size.of(in), newest.of(in), commands.of(in), bots.of(in));
    });
}
