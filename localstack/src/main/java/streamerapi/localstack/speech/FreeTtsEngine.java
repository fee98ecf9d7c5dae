package streamerapi.localstack.speech;

import com.ibm.icu.text.Transliterator;
import com.sun.speech.freetts.Voice;
import com.sun.speech.freetts.en.us.cmu_us_kal.KevinVoiceDirectory;
import org.jspecify.annotations.Nullable;

import java.text.Normalizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/// FreeTTS with its 16 kHz voice, which knows English letters alone.
///
/// Other letters are written in those first, as far as they can be. There is one voice, made when it is first needed,
/// and it says one text at a time: two threads on one voice spoil each other's speech.
final class FreeTtsEngine implements SpeechEngine {

    private static final int MAX_CHARACTERS = 600;
    private static final int VOICE_OF_16_KHZ = 1;
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern UNREADABLE = Pattern.compile("[^A-Za-z0-9 .,!?;:'$%&+()-]+");
    private static final Pattern RUN = Pattern.compile("(\\S)\\1{2,}");
    private static final Pattern LONG_WORD = Pattern.compile("(\\S{40})\\S+");

    private final Lock turn = new ReentrantLock();
    private @Nullable Voice voice;
    private @Nullable Transliterator latin;

    @Override
    public boolean reads(String text) {
        return true;
    }

    @Override
    public byte[] speak(String text) {
        turn.lock();
        try {
            String readable = readable(text);
            if (readable.chars().noneMatch(Character::isLetterOrDigit)) {
                return new byte[0];
            }
            var samples = new CollectingPlayer();
            Voice speaker = voice();
            speaker.setAudioPlayer(samples);
            speaker.speak(readable);
            return samples.wav();
        } finally {
            turn.unlock();
        }
    }

    /// A text in the letters that the voice knows, without what would keep it busy for minutes.
    private String readable(String text) {
        Transliterator letters = latin;
        if (letters == null) {
            letters = Transliterator.getInstance("Any-Latin; Latin-ASCII");
            latin = letters;
        }
        String plain =
                MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
        plain = UNREADABLE.matcher(letters.transliterate(plain)).replaceAll(" ");
        plain = LONG_WORD.matcher(RUN.matcher(plain).replaceAll("$1")).replaceAll("$1");
        return plain.length() > MAX_CHARACTERS ? plain.substring(0, MAX_CHARACTERS) : plain;
    }

    private Voice voice() {
        Voice made = voice;
        if (made == null) {
            made = new KevinVoiceDirectory().getVoices()[VOICE_OF_16_KHZ];
            made.allocate();
            voice = made;
        }
        return made;
    }
}
