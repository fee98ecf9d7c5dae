package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Request;
import streamerapi.shared.schema.Form;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The contents of a form's fields: a resource's own, or those of a form that was refused, so that the user need not
/// type them again.
public record FormValues(Map<String, List<String>> values) {

    /// An empty form.
    public static final FormValues NOTHING = new FormValues(Map.of());

    /// A form in which every event is ticked, and nothing else filled in.
    public static final FormValues EVERYTHING = new FormValues(Map.of("events", List.of("*")));

    /// The values that a form sent.
    public static FormValues in(Request request) {
        return new FormValues(Form.parse(new String(request.bodyBytes(), StandardCharsets.UTF_8)));
    }

    /// The values that one of a page's forms sent, which may have fields of the same names; nothing if the request is
    /// of another form, or opens the page.
    ///
    /// @param address the form's, or its end
    public static FormValues sentTo(String address, Request request) {
        return request.method().equals("POST") && request.path().endsWith(address) ? in(request) : NOTHING;
    }

    /// The values of a resource's fields.
    ///
    /// @param texts the names of its texts
    /// @param lists the names of its lists
    public static FormValues of(Fields resource, List<String> texts, List<String> lists) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        texts.forEach(name -> values.put(name, List.of(resource.text(name))));
        lists.forEach(name -> values.put(name, resource.texts(name)));
        return new FormValues(values);
    }

    /// The values of a resource whose fields are objects: `filter[block]` is the field `block` of its field `filter`.
    public static FormValues of(Fields resource) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        resource.json().forEach((name, value) -> flatten(values, name, value));
        return new FormValues(values);
    }

    private static void flatten(Map<String, List<String>> values, String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            object.forEach((key, inner) -> flatten(values, name + "[" + key + "]", inner));
        } else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            for (int i = 0; i < list.size(); i++) {
                flatten(values, name + "[" + i + "]", list.get(i));
            }
        } else if (value instanceof List<?> list) {
            values.put(name, list.stream().map(String::valueOf).toList());
        } else {
            values.put(name, value == null ? List.of() : List.of(String.valueOf(value)));
        }
    }

    /// The values of a resource with these in their place: for a page with several forms, each of which sends a part.
    public FormValues over(FormValues resource) {
        Map<String, List<String>> all = new LinkedHashMap<>(resource.values);
        all.putAll(values);
        return new FormValues(all);
    }

    /// The state that the form was shown with: of the resource, or, in a form that was refused, as it was sent.
    public String shown() {
        return values.containsKey(FormState.FIELD)
                ? text(FormState.FIELD)
                : FormState.of(values).text();
    }

    /// The texts of a list.
    public List<String> texts(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /// Whether a box is ticked: `true` is sent last.
    public boolean isOn(String name) {
        List<String> sent = values.getOrDefault(name, List.of());
        return !sent.isEmpty() && sent.getLast().equals("true");
    }

    /// A text; nothing if there is none.
    public String text(String name) {
        return String.join("\n", values.getOrDefault(name, List.of()));
    }

    /// A moment as a field for local dates and times has it, in UTC. Another text stays as it is.
    public String moment(String name) {
        return text(name).replaceFirst("(?::00(?:\\.0+)?)?Z$", "");
    }

    /// Whether a list has the value, as a box that is ticked.
    public boolean has(String name, String value) {
        return values.getOrDefault(name, List.of()).contains(value);
    }
}
