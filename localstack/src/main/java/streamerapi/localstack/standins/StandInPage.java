package streamerapi.localstack.standins;

import java.util.Map;
import java.util.stream.Collectors;

/// The pages of stand-ins: plain ones, which no site may frame, with nothing of others in them.
public final class StandInPage {

    private StandInPage() {}

    /// A page.
    ///
    /// @param title   as text
    /// @param content as HTML
    public static StandInAnswer of(int status, String title, String content) {
        return StandInAnswer.page(status, """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="data:,">
            <title>%1$s</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; }
            label { display: block; margin-top: 1rem; font-weight: 600; }
            input { font: inherit; width: 100%%; box-sizing: border-box; padding: .4rem; }
            button { font: inherit; padding: .5rem 1rem; margin: 1rem .5rem 0 0; }
            code { overflow-wrap: anywhere; }
            </style>
            </head>
            <body>
            <main>
            <h1>%1$s</h1>
            %2$s
            </main>
            </body>
            </html>
            """.formatted(escaped(title), content));
    }

    /// Hidden fields of a form.
    public static String hidden(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> "<input type=\"hidden\" name=\"%s\" value=\"%s\">"
                        .formatted(escaped(field.getKey()), escaped(field.getValue())))
                .collect(Collectors.joining("\n"));
    }

    /// A text as it stands in HTML, in attributes too.
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
