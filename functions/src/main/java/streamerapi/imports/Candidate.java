package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.util.List;
import java.util.Map;

/// A command, timer or counter that stands in a file, not yet checked.
///
/// @param name without a `!`
/// @param fields as the body has them that makes one
/// @param text its response or message
/// @param place where it stands in the file: `line 3`, `command 2`
/// @param notes what becomes of it otherwise than the file has it
/// @param refusal why it cannot be read; null if it can
record Candidate(
        Kind kind,
        String name,
        Body fields,
        Translation text,
        String place,
        List<String> notes,
        @Nullable Problem refusal) {

    /// A candidate that can be read.
    Candidate(Kind kind, String name, Body fields, Translation text, String place, List<String> notes) {
        this(kind, name, fields, text, place, notes, null);
    }

    /// The kind of a candidate.
    enum Kind implements Labelled {
        COMMAND,
        TIMER,
        COUNTER
    }

    /// A command of another bot.
    ///
    /// @param more the fields besides name and response
    static Candidate command(
            String name, Translation response, Map<String, @Nullable Object> more, String place, List<String> notes) {
        more.put("name", name);
        more.put("response", response.text());
        return new Candidate(Kind.COMMAND, name, new Body(more), response, place, notes);
    }

    /// This candidate, which cannot be read.
    Candidate refused(String why) {
        return new Candidate(kind, name, fields, text, place, notes, Problem.badField("content", why));
    }

    /// The value that identifies it in a choice: `command:hug`.
    String id() {
        return kind.label() + ":" + name;
    }
}
