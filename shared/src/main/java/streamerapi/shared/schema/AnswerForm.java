package streamerapi.shared.schema;

import java.util.List;

/// The form that answers and events have, for an object that is to pass for one.
public final class AnswerForm {

    private AnswerForm() {}

    /// Refuses an object with a value that its schema does not allow. Fields that it lacks are not missed.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    public static void check(Schema<?> schema, Body object) {
        for (Field<?, ?> field : schema.fields) {
            String name = field.name();
            if (!object.isNull(name)) {
                check(field.type, object, name);
            } else if (!canBeNull(field)) {
                throw object.refused(name, "must not be null");
            }
        }
    }

    /// Whether an answer can have null. A component of the document says so itself: it is not looked into.
    private static boolean canBeNull(Field<?, ?> field) {
        return field.annotations.component != null || (field.nullable && !field.absentIfNull);
    }

    private static void check(Type<?> type, Body object, String name) {
        switch (type) {
            case CompositeType.Nested<?> nested -> check(nested.schema(), object.object(name));
            case Constant constant -> checkConstant(constant.value(), object, name);
            default -> type.read(object, name);
        }
    }

    private static void checkConstant(Object constant, Body object, String name) {
        if (constant instanceof Number number) {
            object.wholeNumberOrNull(name, number.longValue(), number.longValue());
        } else {
            object.oneOfOrNull(name, List.of((String) constant));
        }
    }
}
