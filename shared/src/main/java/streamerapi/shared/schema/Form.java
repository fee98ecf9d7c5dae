package streamerapi.shared.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The fields of a query or a form, as `application/x-www-form-urlencoded` has them (URL Standard, 5.1).
public final class Form {

    private Form() {}

    /// Every field with its values, both in the order in which they were sent. Text that is not form-encoded is taken
    /// literally.
    public static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            fields.computeIfAbsent(decode(name), n -> new ArrayList<>())
                    .add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return fields;
    }

    /// The fields of a row of texts, for example of a table, which are read as a form's.
    public static Body row(Map<String, String> texts) {
        return new Body("", new LinkedHashMap<>(texts), true);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
