package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tables of hostile texts among the resources of the tests: a text on each line, lines with `#` for comments, and
/// `\\` and `\u0000` for characters that cannot stand in a file.
@NullMarked
final class HostileTexts {

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:\\\\|u([0-9a-f]{4}))");

    private HostileTexts() {}

    static List<String> of(String resource) {
        try (InputStream in = Objects.requireNonNull(HostileTexts.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(HostileTexts::unescaped)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unescaped(String line) {
        return ESCAPE.matcher(line)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(1) == null ? "\\" : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
}
