package streamerapi.pages;

import streamerapi.shared.http.Request;
import streamerapi.shared.schema.Form;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What stands in the fields of a form: what a resource has, or what somebody sent that was refused, so that nobody
/// types it again.
public record Entered(Map<String, List<String>> values) {

    /// A form that nobody has filled in.
    public static final Entered NOTHING = new Entered(Map.of());

    /// A form in which every event is ticked, and nothing else filled in.
    public static final Entered EVERYTHING = new Entered(Map.of("events", List.of("*")));

    /// What was sent.
    public static Entered in(Request request) {
        return new Entered(Form.parse(new String(request.bodyBytes(), StandardCharsets.UTF_8)));
    }

    /// What a resource has.
    ///
    /// @param texts the names of its texts
    /// @param lists the names of its lists
    public static Entered of(Fields resource, List<String> texts, List<String> lists) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        texts.forEach(name -> values.put(name, List.of(resource.text(name))));
        lists.forEach(name -> values.put(name, resource.texts(name)));
        return new Entered(values);
    }

    /// A text; nothing where there is none.
    public String text(String name) {
        return String.join("\n", values.getOrDefault(name, List.of()));
    }

    /// Whether a list has the value, as a box that is ticked.
    public boolean has(String name, String value) {
        return values.getOrDefault(name, List.of()).contains(value);
    }
}
