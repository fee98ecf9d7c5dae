package streamerapi.speech;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The voices of Amazon Polly, by engine and by the language that they speak.
public final class VoiceLanguages {

    /// The voices of one language.
    ///
    /// @param ids as Polly calls them
    public record OfLanguage(Locale language, List<String> ids) {

        private static OfLanguage of(String line) {
            String[] parts = line.split(": ");
            return new OfLanguage(
                    Locale.forLanguageTag(parts[0]),
                    Arrays.stream(parts[1].split(" ")).toList());
        }
    }

    /// The voices of the neural engine.
    private static final List<OfLanguage> NEURAL = Stream.of(
                    "en-US: Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen",
                    "en-GB: Amy Arthur Brian Emma",
                    "en-AU: Olivia",
                    "en-IE: Niamh",
                    "en-IN: Kajal",
                    "en-NZ: Aria",
                    "en-ZA: Ayanda",
                    "ar-AE: Hala Zayd",
                    "ca-ES: Arlet",
                    "zh-CN: Zhiyu",
                    "cs-CZ: Jitka",
                    "da-DK: Sofie",
                    "de-AT: Hannah",
                    "de-CH: Sabrina",
                    "de-DE: Daniel Vicki",
                    "es-ES: Lucia Sergio",
                    "es-MX: Andres Mia",
                    "es-US: Lupe Pedro",
                    "fi-FI: Suvi",
                    "fr-BE: Isabelle",
                    "fr-CA: Gabrielle Liam",
                    "fr-FR: Lea Remi",
                    "it-IT: Adriano Bianca",
                    "ja-JP: Kazuha Takumi Tomoko",
                    "ko-KR: Seoyeon",
                    "nb-NO: Ida",
                    "nl-BE: Lisa",
                    "nl-NL: Laura",
                    "pl-PL: Ola",
                    "pt-BR: Camila Thiago Vitoria",
                    "pt-PT: Ines",
                    "sv-SE: Elin",
                    "tr-TR: Burcu")
            .map(OfLanguage::of)
            .toList();

    /// The voices of the standard engine.
    private static final List<OfLanguage> STANDARD = Stream.of(
                    "en-US: Ivy Joanna Joey Justin Kendra Kimberly Matthew Salli",
                    "en-GB: Amy Brian Emma Geraint",
                    "en-AU: Nicole Russell",
                    "en-IN: Aditi Raveena",
                    "ar: Zeina",
                    "zh-CN: Zhiyu",
                    "cy-GB: Gwyneth",
                    "da-DK: Mads Naja",
                    "de-DE: Hans Marlene Vicki",
                    "es-ES: Conchita Enrique Lucia",
                    "es-MX: Mia",
                    "es-US: Lupe Miguel Penelope",
                    "fr-CA: Chantal",
                    "fr-FR: Celine Lea Mathieu",
                    "is-IS: Dora Karl",
                    "it-IT: Bianca Carla Giorgio",
                    "ja-JP: Mizuki Takumi",
                    "ko-KR: Seoyeon",
                    "nb-NO: Liv",
                    "nl-NL: Lotte Ruben",
                    "pl-PL: Ewa Jacek Jan Maja",
                    "pt-BR: Camila Ricardo Vitoria",
                    "pt-PT: Cristiano Ines",
                    "ro-RO: Carmen",
                    "ru-RU: Maxim Tatyana",
                    "sv-SE: Astrid",
                    "tr-TR: Filiz")
            .map(OfLanguage::of)
            .toList();

    private VoiceLanguages() {}

    /// The voices of an engine (Amazon Polly, "Available voices"). Of the long-form and the generative engine, which
    /// have fewer, and other ones every few months, those of the neural engine are told.
    ///
    /// @param engine as Polly calls it
    public static List<OfLanguage> of(String engine) {
        return engine.equals("standard") ? STANDARD : NEURAL;
    }

    /// The language of a voice; English if the voice is not known.
    static Locale language(String voice) {
        return Stream.of(NEURAL, STANDARD)
                .flatMap(List::stream)
                .filter(voices -> voices.ids().contains(voice))
                .findFirst()
                .map(OfLanguage::language)
                .orElse(Locale.ENGLISH);
    }
}
