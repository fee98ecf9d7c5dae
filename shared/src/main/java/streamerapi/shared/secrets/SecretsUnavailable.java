package streamerapi.shared.secrets;

/// Sealed texts cannot be read or made now: the keys are not to be had, or are not the ones that sealed. The message is
/// for the operator's log, and has no secret. Nothing is lost: with the right keys every text opens again.
public class SecretsUnavailable extends RuntimeException {

    public SecretsUnavailable(String message) {
        super(message);
    }
}
