package streamerapi.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The form of what a platform's rewards do: rows of the setting `rewards`, which is saved as a whole. Rewards that the
/// platform does not list keep their rows.
///
/// @param values of the form's fields
/// @param ids of all rewards; a row's number is the place of its reward
public record RewardForm(FormValues values, List<String> ids) {

    /// The actions of a reward, with their words.
    public static final List<Map.Entry<String, String>> CHOICES = List.of(
            Map.entry("none", "does nothing"),
            Map.entry("tts", "speaks what the viewer wrote"),
            Map.entry("media", "requests the video that the viewer linked"),
            Map.entry("counter", "adds to a counter"));

    /// The actions of a reward that is not in the list yet.
    public static final List<Map.Entry<String, String>> CHOICES_OF_NEW =
            Stream.concat(Stream.of(Map.entry("", "choose")), CHOICES.stream()).toList();

    /// @param values the settings, or what was sent
    /// @param answer the platform's rewards
    public static RewardForm of(FormValues values, Fields answer) {
        List<String> ids = new ArrayList<>();
        while (values.values().containsKey(row(ids.size()) + "[reward_id]")) {
            ids.add(values.text(row(ids.size()) + "[reward_id]"));
        }
        listed(answer).stream().filter(id -> !ids.contains(id)).forEach(ids::add);
        return new RewardForm(values, List.copyOf(ids));
    }

    /// The beginning of the names of a reward's fields: `rewards[3]`.
    public String row(String id) {
        return row(ids.indexOf(id));
    }

    /// The fields of the rewards that the platform does not list.
    public List<Map.Entry<String, String>> others(Fields answer) {
        List<String> listed = listed(answer);
        return ids.stream()
                .filter(id -> !listed.contains(id))
                .flatMap(id -> List.of("reward_id", "action", "counter", "amount").stream()
                        .map(field -> row(id) + "[" + field + "]"))
                .filter(name -> !values.text(name).isEmpty())
                .map(name -> Map.entry(name, values.text(name)))
                .toList();
    }

    /// The settings as the form is shown with them.
    public String shown() {
        return values.shown();
    }

    private static List<String> listed(Fields answer) {
        return answer.objects("rewards").stream()
                .map(reward -> reward.text("reward_id"))
                .toList();
    }

    private static String row(int number) {
        return "rewards[" + number + "]";
    }
}
