package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.speech.VoiceLanguages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The voices that the settings offer: those of the deployment's engine of Amazon Polly, by language. A voice that the
/// engine does not have would leave tips silent.
public final class VoiceChoices {

    private static final List<Map.Entry<String, String>> ALL = Stream.of("neural", "standard")
            .flatMap(engine -> VoiceLanguages.of(engine).stream())
            .flatMap(VoiceChoices::ofLanguage)
            .toList();

    /// The sentence of a sample, by language.
    private static final Map<String, String> SENTENCES = Map.ofEntries(
            Map.entry("Arabic", "مرحبا! هكذا يبدو صوتي."),
            Map.entry("Catalan", "Hola! Així és com sono."),
            Map.entry("Chinese", "你好！这就是我的声音。"),
            Map.entry("Czech", "Ahoj! Takhle zním."),
            Map.entry("Danish", "Hej! Sådan lyder jeg."),
            Map.entry("Dutch", "Hallo! Zo klink ik."),
            Map.entry("Finnish", "Hei! Tältä minä kuulostan."),
            Map.entry("French", "Bonjour ! Voici comment je parle."),
            Map.entry("German", "Hallo! So klinge ich."),
            Map.entry("Icelandic", "Halló! Svona hljóma ég."),
            Map.entry("Italian", "Ciao! Ecco come suono."),
            Map.entry("Japanese", "こんにちは！これが私の声です。"),
            Map.entry("Korean", "안녕하세요! 제 목소리는 이렇습니다."),
            Map.entry("Norwegian", "Hei! Slik høres jeg ut."),
            Map.entry("Polish", "Cześć! Tak brzmię."),
            Map.entry("Portuguese", "Olá! É assim que eu falo."),
            Map.entry("Romanian", "Bună! Așa sun eu."),
            Map.entry("Russian", "Привет! Вот так я звучу."),
            Map.entry("Spanish", "¡Hola! Así es como sueno."),
            Map.entry("Swedish", "Hej! Så här låter jag."),
            Map.entry("Turkish", "Merhaba! Sesim böyle."),
            Map.entry("Welsh", "Helo! Dyma sut dw i'n swnio."));

    private static final String SENTENCE = "Hello! This is how I sound.";

    private VoiceChoices() {}

    /// The sentence that a sample of a voice says: in the voice's language, in English if that is not known.
    ///
    /// @param voice null for the usual one
    public static String sentence(@Nullable String voice) {
        return ALL.stream()
                .filter(listed -> listed.getKey().equals(voice))
                .map(listed -> listed.getValue().split("[ :]", 2)[0])
                .findFirst()
                .map(language -> SENTENCES.getOrDefault(language, SENTENCE))
                .orElse(SENTENCE);
    }

    private static Stream<Map.Entry<String, String>> ofLanguage(VoiceLanguages.OfLanguage voices) {
        String language = voices.language().getDisplayName(Locale.ENGLISH);
        return voices.ids().stream().map(voice -> Map.entry(voice, language + ": " + voice));
    }

    /// The choices of a form: the service's usual voice, all of the engine, and the chosen one if it is another.
    ///
    /// @param engine the deployment's
    /// @param chosen the id of the voice that is set; empty for the usual one
    public static List<Map.Entry<String, String>> choices(String engine, String chosen) {
        List<Map.Entry<String, String>> choices = new ArrayList<>();
        choices.add(Map.entry("", "Default voice"));
        VoiceLanguages.of(engine).stream().flatMap(VoiceChoices::ofLanguage).forEach(choices::add);
        if (choices.stream().noneMatch(choice -> choice.getKey().equals(chosen))) {
            choices.add(Map.entry(chosen, chosen));
        }
        return choices;
    }
}
