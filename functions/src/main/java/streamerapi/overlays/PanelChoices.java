package streamerapi.overlays;

import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.util.HashSet;
import java.util.List;

/// The contents of widgets that can show one thing or another.
///
/// @param eventRows how many rows an event list has at most
/// @param labels in the order in which they stand
/// @param chat the lines of chat that are shown, and how
public record PanelChoices(int eventRows, List<LabelKind> labels, ChatChoices chat) {

    /// The contents for which nothing was chosen.
    static final PanelChoices DEFAULT = new PanelChoices(5, LabelKind.USUAL, ChatChoices.DEFAULT);

    static final Schema<PanelChoices> SCHEMA =
            Schema.of("PanelChoices", "The contents of widgets that can show one thing or another.", s -> {
                s.sparse();
                var rows = s.int32("event_rows", PanelChoices::eventRows)
                        .between(1, 12)
                        .orElse(DEFAULT.eventRows)
                        .doc("How many rows the event list has, as far as its box has room for them.");
                var labels = s.choices("labels", PanelChoices::labels, LabelKind.ALL)
                        .orElse(DEFAULT.labels)
                        .doc("The labels in their order, each once. One that has no value yet is not shown.");
                var chat = s.group("chat", PanelChoices::chat, ChatChoices.SCHEMA)
                        .orElse(DEFAULT.chat)
                        .doc("The lines of chat that are shown, and how.");
                return in -> new PanelChoices(rows.of(in), distinct(in, labels.of(in)), chat.of(in));
            });

    private static List<LabelKind> distinct(FieldValues in, List<LabelKind> labels) {
        if (new HashSet<>(labels).size() < labels.size()) {
            throw in.refused("labels", "must name each label once");
        }
        return labels;
    }
}
