package streamerapi.shared.storage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// Attributes of one type that a row has any number of, one for each of something: a prefix, and what it is for.
///
/// @param prefix what their names begin with
/// @param kind makes the attribute of a name
/// @param <A> the attributes
public record AttributeFamily<A extends Attribute<?>>(String prefix, Function<String, A> kind) {

    /// The attribute for one of them.
    public A of(Object member) {
        return kind.apply(prefix + member);
    }

    /// The attributes of the family that a row has, by the members' names, in the order of the row.
    public Map<String, A> in(Row row) {
        Map<String, A> members = new LinkedHashMap<>();
        for (String name : row.attributes().keySet()) {
            if (name.startsWith(prefix)) {
                members.put(name.substring(prefix.length()), kind.apply(name));
            }
        }
        return members;
    }
}
