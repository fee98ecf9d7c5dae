package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Form;
import streamerapi.shared.text.Csv;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A file of commands, timers and counters, in one of the forms that are known.
record ImportFile(Format format, List<Candidate> candidates) {

    /// The product whose form a file has.
    enum Format implements Labelled {
        /// The JSON of our own export.
        EXPORT,
        /// A table of ours.
        CSV,
        STREAM_ELEMENTS,
        NIGHTBOT
    }

    /// The most entries of a file. A preview shows each of them, and a function answers with 6 MB at most.
    static final int MAX_ENTRIES = 5_000;

    /// How the JSON of our own export names itself.
    static final String OWN = "streamer_api_chat";

    private static final String UNKNOWN =
            "This is no file that can be imported. It must be this service's export, a table whose first row has a"
                    + " column response, interval_minutes or value, or the command list of StreamElements or Nightbot";
    private static final String TOO_MANY_CELLS =
            "Its line has more cells than the first one: a text that contains the separator must be in quotes";
    private static final Set<String> LISTS = Set.of("aliases", "platforms");

    /// `TRUE` and `FALSE` as spreadsheets of other languages save them.
    private static final Set<String> YES = Set.of(
            "adevărat",
            "doğru",
            "igaz",
            "pravda",
            "prawda",
            "sand",
            "sann",
            "sant",
            "tosi",
            "vero",
            "verdadeiro",
            "verdadero",
            "vrai",
            "waar",
            "wahr",
            "истина");

    private static final Set<String> NO = Set.of(
            "epätosi",
            "fals",
            "falsch",
            "falsk",
            "falskt",
            "falso",
            "faux",
            "fałsz",
            "hamis",
            "nepravda",
            "onwaar",
            "usann",
            "yanlış",
            "ложь");

    private static final Set<String> FLAGS = Set.of("listed", "enabled", "ai_memory", "ai_memory_shared");

    /// Reads a file.
    ///
    /// @throws Problem `bad_request` for a text that has none of the forms, or more entries than a preview can show
    static ImportFile parse(String content) {
        String text = content.startsWith("\ufeff") ? content.substring(1) : content;
        ImportFile file = read(text, text.strip());
        if (file.candidates.size() > MAX_ENTRIES) {
            throw Problem.badField(
                    "content",
                    "The file has more than " + MAX_ENTRIES + " entries: import a part of it, then the others");
        }
        return file;
    }

    private static ImportFile read(String text, String begin) {
        try {
            return begin.startsWith("{") || begin.startsWith("[") ? ofJson(Json.read(text)) : ofTable(Csv.lines(text));
        } catch (Json.Malformed | IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    private static ImportFile ofJson(@Nullable Object json) {
        if (json instanceof List<?> commands) {
            return new ImportFile(Format.STREAM_ELEMENTS, StreamElementsFile.read(commands));
        }
        Map<String, @Nullable Object> file = Json.asObject(json);
        if (OWN.equals(file.get("format"))) {
            return new ImportFile(
                    Format.EXPORT,
                    Stream.of(
                                    ofOwn(Candidate.Kind.COMMAND, file.get("commands")),
                                    ofOwn(Candidate.Kind.TIMER, file.get("timers")),
                                    ofOwn(Candidate.Kind.COUNTER, file.get("counters")))
                            .flatMap(List::stream)
                            .toList());
        }
        if (file.get("commands") instanceof List<?> commands) {
            return new ImportFile(Format.NIGHTBOT, NightbotFile.read(commands));
        }
        throw unknown();
    }

    private static List<Candidate> ofOwn(Candidate.Kind kind, @Nullable Object entries) {
        if (!(entries instanceof List<?> list)) {
            return List.of();
        }
        return IntStream.range(0, list.size())
                .mapToObj(i -> {
                    Map<String, @Nullable Object> entry = object(list.get(i), place(kind, i));
                    return own(kind, entry, new Body(entry), place(kind, i));
                })
                .toList();
    }

    /// The place of an entry of a list in its file.
    static String place(Candidate.Kind kind, int index) {
        return kind.label() + " " + (index + 1);
    }

    private static Candidate own(
            Candidate.Kind kind, Map<String, ? extends @Nullable Object> fields, Body body, String place) {
        String shown =
                switch (kind) {
                    case COMMAND -> "response";
                    case TIMER -> "message";
                    case COUNTER -> "value";
                };
        Object text = fields.get(shown);
        return new Candidate(
                kind,
                fields.get("name") instanceof String name ? name : "",
                body,
                Translation.none(text == null ? "" : text.toString()),
                place,
                List.of());
    }

    /// A table of one kind, which its columns tell.
    private static ImportFile ofTable(List<Csv.Line> lines) {
        List<Csv.Line> rows = lines.stream()
                .filter(line -> !line.cells().stream().allMatch(String::isBlank))
                .toList();
        List<String> columns = rows.isEmpty()
                ? List.of()
                : rows.getFirst().cells().stream().map(String::strip).toList();
        Candidate.Kind kind;
        if (columns.contains("response")) {
            kind = Candidate.Kind.COMMAND;
        } else if (columns.contains("interval_minutes")) {
            kind = Candidate.Kind.TIMER;
        } else if (columns.contains("value")) {
            kind = Candidate.Kind.COUNTER;
        } else {
            throw unknown();
        }
        List<Candidate> candidates = new ArrayList<>();
        for (Csv.Line line : rows.subList(1, rows.size())) {
            List<String> row = line.cells();
            Map<String, String> fields = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(columns.size(), row.size()); i++) {
                String column = columns.get(i);
                String cell = row.get(i);
                fields.put(column, cell(column, cell));
            }
            Candidate candidate = own(kind, fields, Form.row(fields), "line " + line.line());
            boolean isWhole = row.stream().skip(columns.size()).allMatch(String::isBlank);
            candidates.add(isWhole ? candidate : candidate.refused(TOO_MANY_CELLS));
        }
        return new ImportFile(Format.CSV, candidates);
    }

    /// The text of a form's field that a cell has. Spreadsheets save flags in capitals, and in their own language.
    private static String cell(String column, String cell) {
        if (LISTS.contains(column)) {
            return cell.replaceAll("[\\s,]+", "\n");
        }
        if (!FLAGS.contains(column)) {
            return cell;
        }
        String word = cell.strip().toLowerCase(Locale.ROOT);
        return YES.contains(word) ? "true" : NO.contains(word) ? "false" : word;
    }

    /// An entry of a list.
    ///
    /// @param place where it stands in the file
    /// @throws Problem `bad_request` if it is no object
    static Map<String, @Nullable Object> object(@Nullable Object entry, String place) {
        if (entry instanceof Map<?, ?>) {
            return Json.asObject(entry);
        }
        throw unknown(place + " of the file has no fields");
    }

    /// A text of an entry.
    ///
    /// @param place where the entry stands in the file
    /// @throws Problem `bad_request` if it is none
    static String text(Map<String, @Nullable Object> entry, String name, String place) {
        if (entry.get(name) instanceof String text) {
            return text;
        }
        throw unknown(place + " of the file has no text “" + name + "”");
    }

    /// A trigger without its `!`.
    static String trigger(String typed) {
        return typed.startsWith("!") ? typed.substring(1) : typed;
    }

    /// The triggers of a list, without the command's own name.
    static List<String> triggers(@Nullable Object list, String name) {
        List<String> triggers = new ArrayList<>();
        if (list instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof String text && !trigger(text).equalsIgnoreCase(name)) {
                    triggers.add(trigger(text));
                }
            }
        }
        return triggers;
    }

    private static Problem unknown() {
        return Problem.badField("content", UNKNOWN);
    }

    /// @param why what is missing in an entry
    private static Problem unknown(String why) {
        return Problem.badField("content", UNKNOWN + ": " + why);
    }

    private static Problem damaged(RuntimeException why) {
        return Problem.badField(
                "content", "The file is not whole, or was changed by hand: " + why.getMessage() + ". Export it again");
    }
}
