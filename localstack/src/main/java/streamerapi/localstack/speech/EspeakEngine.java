package streamerapi.localstack.speech;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// eSpeak NG, run as a process for each text: it knows the scripts that FreeTTS does not.
final class EspeakEngine implements SpeechEngine {

    private static final int TIMEOUT_SECONDS = 20;

    private final Path program;

    private EspeakEngine(Path program) {
        this.program = program;
    }

    /// The program on the PATH, if it is there.
    static Optional<SpeechEngine> onPath() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "espeak-ng"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(EspeakEngine::new);
    }

    @Override
    public boolean reads(String text) {
        return text.codePoints().anyMatch(point -> Character.isLetter(point) && script(point) != null);
    }

    /// The voice of a character's script; null if FreeTTS is as good.
    private static @Nullable String script(int point) {
        return switch (Character.UnicodeScript.of(point)) {
            case CYRILLIC -> "ru";
            case GREEK -> "el";
            case HAN -> "cmn";
            case HIRAGANA, KATAKANA -> "ja";
            case HANGUL -> "ko";
            case ARABIC -> "ar";
            case HEBREW -> "he";
            case DEVANAGARI -> "hi";
            default -> null;
        };
    }

    /// The text is given on standard input: nothing of it is an argument.
    @Override
    public byte[] speak(String text) {
        String voice = text.codePoints()
                .mapToObj(EspeakEngine::script)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("en");
        try {
            Process process = new ProcessBuilder(program.toString(), "-v", voice, "--stdin", "--stdout")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var input = process.getOutputStream()) {
                input.write(text.getBytes(StandardCharsets.UTF_8));
            }
            byte[] wav = process.getInputStream().readAllBytes();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return Wav.sized(wav);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while speaking", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
