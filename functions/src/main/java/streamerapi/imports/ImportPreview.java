package streamerapi.imports;

import streamerapi.shared.schema.Schema;

import java.util.List;

/// A preview of an import: the items that a file would make.
record ImportPreview(ImportFile.Format format, List<ImportItem> items) {

    static final Schema<ImportPreview> SCHEMA = Schema.shown("ImportPreview", "The items that a file makes.", s -> {
        s.choice("format", ImportPreview::format, List.of(ImportFile.Format.values()))
                .doc("The form that the file has.")
                .example("nightbot");
        s.list("items", ImportPreview::items, ImportItem.SCHEMA);
        s.int32("max_rows", preview -> Imports.MAX_ROWS)
                .doc("How many rows one import can write.")
                .example(Imports.MAX_ROWS);
    });

    /// The body that asks for one.
    ///
    /// @param content the file
    record Request(String content) {

        /// The most characters of a file.
        static final int MAX_CONTENT = 60_000;

        /// A file that is small, for the document.
        static final String EXAMPLE = "name,value\ndeaths,42";

        static final Schema<Request> SCHEMA =
                Schema.of("ImportRequest", "A file of commands, timers and counters.", s -> {
                    var content = s.text("content", Request::content)
                            .between(1, MAX_CONTENT)
                            .doc("The text of the file: the JSON or a table of this service's export, or the list of"
                                    + " commands of StreamElements or Nightbot.")
                            .example(EXAMPLE);
                    return in -> new Request(content.of(in));
                });
    }

    /// The body that chooses of one.
    ///
    /// @param items the ids of what is to be made
    record Choice(String content, List<String> items) {
        static final Schema<Choice> SCHEMA = Schema.of("ImportChoice", "A file, and the items of it to import.", s -> {
            var content = s.text("content", Choice::content)
                    .between(1, Request.MAX_CONTENT)
                    .doc("The text of the file, as it was shown to the preview.")
                    .example(Request.EXAMPLE);
            var items = s.texts("items", Choice::items, 200)
                    .between(1, Imports.MAX_ROWS)
                    .doc("The ids of what is to be made.")
                    .example(List.of("counter:deaths"));
            return in -> new Choice(content.of(in), items.of(in));
        });
    }
}
