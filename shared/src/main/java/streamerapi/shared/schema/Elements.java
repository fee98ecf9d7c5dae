package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The elements of a body's lists, each as a body of its own.
final class Elements {

    private Elements() {}

    /// The elements of a list of `min` to `max`, each as the field [Body#ELEMENT]: a refusal names the list.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static List<Body> of(Body body, String name, List<?> list, int min, int max) {
        if (list.size() < min || list.size() > max) {
            throw body.refused(name, "must have " + (min == 0 ? "at most " : min + " to ") + max + " elements");
        }
        List<Body> elements = new ArrayList<>();
        for (Object element : list) {
            if (element == null) {
                throw body.refused(name, "must not hold null");
            }
            elements.add(new Body(body.path(name), Map.of(Body.ELEMENT, element), body.isForm()));
        }
        return elements;
    }

    /// The elements of a list by their numbers; null if there is none.
    static @Nullable Map<String, Object> numbered(@Nullable List<?> list) {
        if (list == null) {
            return null;
        }
        Map<String, Object> byNumber = new LinkedHashMap<>();
        list.forEach(element -> byNumber.put(String.valueOf(byNumber.size()), element));
        return byNumber;
    }

    /// The elements of a list of at most `max` objects: a refusal names the list, the element's number and the field.
    ///
    /// @param byNumber the list; of a form, by the numbers that its fields have
    /// @param form whether they are of a form
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static List<Body> objects(Body body, String name, Map<String, ?> byNumber, int max, boolean form) {
        if (byNumber.size() > max) {
            throw body.refused(name, "must have at most " + max + " elements");
        }
        List<Body> elements = new ArrayList<>();
        byNumber.forEach((number, element) -> {
            if (!(element instanceof Map<?, ?> object)) {
                throw body.refused(name, "must be a list of objects");
            }
            elements.add(new Body(body.path(name) + "[" + number + "].", Json.asObject(object), form));
        });
        return elements;
    }
}
