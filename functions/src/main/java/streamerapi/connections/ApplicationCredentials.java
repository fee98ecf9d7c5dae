package streamerapi.connections;

import streamerapi.shared.schema.Schema;

/// The id and the secret of the streamer's own application at a platform. They are written nowhere in clear.
public record ApplicationCredentials(String clientId, String clientSecret) {

    private static final int MAX_LENGTH = 200;

    /// Its shape in JSON. It is sent and never shown.
    public static final Schema<ApplicationCredentials> SCHEMA =
            Schema.of("ConnectionCredentials", "The application's credentials, as the provider gave them.", s -> {
                var id = s.text("client_id", ApplicationCredentials::clientId)
                        .between(1, MAX_LENGTH)
                        .example("hof5gwx0su6owfnys0yan9c87zr6t");
                var secret = s.text("client_secret", ApplicationCredentials::clientSecret)
                        .between(1, MAX_LENGTH)
                        .doc("No answer shows it.")
                        .example("41vpdji4e9gif29md0ouet6fktd2");
                return in -> new ApplicationCredentials(id.of(in), secret.of(in));
            });

    @Override
    public String toString() {
        return "Credentials[…]";
    }
}
