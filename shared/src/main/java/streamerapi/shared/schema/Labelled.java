package streamerapi.shared.schema;

/// A constant of an enumeration that has a name of its own in JSON: `per_user`, say, for `PER_USER`.
public interface Labelled {

    /// The name in JSON.
    String label();
}
