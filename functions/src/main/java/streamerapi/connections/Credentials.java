package streamerapi.connections;

/// The id and the secret of the streamer's own application at a platform. They are written nowhere in clear.
public record Credentials(String clientId, String clientSecret) {
    @Override
    public String toString() {
        return "Credentials[…]";
    }
}
