package streamerapi.kofi;

import streamerapi.shared.schema.Schema;

/// The token that Ko-fi sends with each of its calls, from the streamer's settings there. It is written nowhere in
/// clear.
public record KofiToken(String text) {

    static final String FIELD = "verification_token";

    private static final int MAX_LENGTH = 255;

    static final Schema<KofiToken> SCHEMA =
            Schema.of("KofiCredentials", "The token that Ko-fi shows under *API*, *Webhooks*, *Advanced*.", s -> {
                var token = s.text(FIELD, KofiToken::text, String::strip)
                        .between(1, MAX_LENGTH)
                        .doc("No answer shows it.")
                        .example("4f2c1a5e-9b3d-4e0a-8a55-0c6d0b7f9e21");
                return in -> new KofiToken(token.of(in));
            });

    @Override
    public String toString() {
        return "KofiToken[…]";
    }
}
