package streamerapi.shared.events;

/// A request has a field that its endpoint does not know, and ignores (the warning `unknown_field`).
///
/// @param endpoint its method and path
public record UnknownFieldWarning(String field, String endpoint) {

    public static final EventSchema<UnknownFieldWarning> EVENT = EventSchema.warning("unknown_field", s -> {
        EventSchema.message(s, it -> "A request to " + it.endpoint + " has an unknown field: " + it.field)
                .sample("POST /tips does not know the field ammount and ignored it.");
        s.anyText("field", UnknownFieldWarning::field).sample("ammount");
        s.anyText("endpoint", UnknownFieldWarning::endpoint)
                .doc("Method and path.")
                .sample("POST /tips");
    });
}
