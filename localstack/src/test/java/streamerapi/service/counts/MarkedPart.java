package streamerapi.service.counts;

import streamerapi.service.Service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A part of `docs/table.md` that is made from what was counted. It stands between two marks.
///
/// @param name of the marks: `<!-- costs:begin -->` and `<!-- costs:end -->`
record MarkedPart(String name) {

    private static final Path FILE = Service.root().resolve("docs/table.md");

    /// The text between the marks.
    String documented() {
        String text = text();
        return text.substring(text.indexOf(begin()) + begin().length(), text.indexOf(end()))
                .strip();
    }

    /// Puts this between the marks.
    void document(String part) {
        String text = text();
        String head = text.substring(0, text.indexOf(begin()) + begin().length());
        String tail = text.substring(text.indexOf(end()));
        try {
            Files.writeString(FILE, head + "\n" + part + "\n" + tail);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String begin() {
        return "<!-- " + name + ":begin -->";
    }

    private String end() {
        return "<!-- " + name + ":end -->";
    }

    private static String text() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
