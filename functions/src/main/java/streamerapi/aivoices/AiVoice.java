package streamerapi.aivoices;

import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.stream.Stream;

/// A voice of the catalogue, and whether an account has it on.
///
/// @param id the voice's id at the speech service, Amazon Polly; also the key in paths
/// @param language BCP 47
public record AiVoice(String id, String name, String language, boolean enabled) {

    /// The generative voices of Amazon Polly that are offered.
    static final List<AiVoice> CATALOGUE = Stream.of(
                    "Danielle/en-US",
                    "Matthew/en-US",
                    "Ruth/en-US",
                    "Stephen/en-US",
                    "Amy/en-GB",
                    "Olivia/en-AU",
                    "Kajal/en-IN",
                    "Daniel/de-DE",
                    "Vicki/de-DE",
                    "Lucia/es-ES",
                    "Sergio/es-ES",
                    "Lea/fr-FR",
                    "Remi/fr-FR",
                    "Bianca/it-IT")
            .map(voice -> voice.split("/"))
            .map(voice -> new AiVoice(voice[0], voice[0], voice[1], true))
            .toList();

    static final Schema<AiVoice> SCHEMA = Schema.shown("AiVoice", "A voice of the catalogue.", s -> {
        s.text("id", AiVoice::id).example("Ruth");
        s.text("name", AiVoice::name).example("Ruth");
        s.text("language", AiVoice::language).doc("BCP 47 (RFC 5646).").example("en-US");
        s.flag("enabled", AiVoice::enabled).doc("Whether the account has it on.");
    });

    /// Whether the catalogue has a voice.
    static boolean isKnown(String id) {
        return CATALOGUE.stream().anyMatch(voice -> voice.id.equals(id));
    }

    /// This voice, switched on or off.
    AiVoice enabled(boolean on) {
        return new AiVoice(id, name, language, on);
    }
}
