package streamerapi.pages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The voices that the settings offer: those of Amazon Polly's neural engine, by language.
public final class VoiceChoices {

    private static final List<Map.Entry<String, String>> LISTED = Stream.of(
                    "en-US: Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen",
                    "en-GB: Amy Arthur Brian Emma",
                    "en-AU: Olivia",
                    "en-IE: Niamh",
                    "en-IN: Kajal",
                    "en-NZ: Aria",
                    "en-ZA: Ayanda",
                    "ar-AE: Hala Zayd",
                    "ca-ES: Arlet",
                    "cmn-CN: Zhiyu",
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
            .flatMap(VoiceChoices::ofLanguage)
            .toList();

    private VoiceChoices() {}

    private static Stream<Map.Entry<String, String>> ofLanguage(String line) {
        String[] parts = line.split(": ");
        String language = Locale.forLanguageTag(parts[0]).getDisplayName(Locale.ENGLISH);
        return Arrays.stream(parts[1].split(" ")).map(voice -> Map.entry(voice, language + ": " + voice));
    }

    /// The choices of a form: the service's usual voice, all that are listed, and the chosen one if it is another.
    ///
    /// @param chosen the id of the voice that is set; empty for the usual one
    public static List<Map.Entry<String, String>> choices(String chosen) {
        List<Map.Entry<String, String>> choices = new ArrayList<>();
        choices.add(Map.entry("", "The usual one of this service"));
        choices.addAll(LISTED);
        if (choices.stream().noneMatch(choice -> choice.getKey().equals(chosen))) {
            choices.add(Map.entry(chosen, chosen));
        }
        return choices;
    }
}
