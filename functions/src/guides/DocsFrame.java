/// The frame of a page of the documentation: its head, its navigation and its search.
final class DocsFrame {

    private DocsFrame() {}

    /// @param kind    the class of the body
    /// @param content the page's, with its `main`
    static String page(String title, String kind, String content) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                  <meta charset="utf-8">
                  <meta name="viewport" content="width=device-width, initial-scale=1">
                  <title>%s</title>
                  <link rel="icon" href="data:,">
                  <link rel="stylesheet" href="{stylesheet}">
                  <link rel="stylesheet" href="{file:docs.css}">
                  <script src="{file:docs.js}" defer></script>
                </head>
                <body class="%s">
                <header class="docs">
                <nav aria-label="Documentation">
                  <strong>Streamer API</strong>
                  <a href="/docs">Reference</a>
                  <a href="/docs/quickstart">Guides</a>
                  <a href="/docs/errors">Errors</a>
                  <a href="/v1/openapi.json">OpenAPI</a>
                  <a href="/dashboard">Dashboard</a>
                </nav>
                <search hidden data-index="{file:search.json}">
                  <input type="search" id="search" aria-label="Search calls, fields, events and guides"
                      placeholder="Search ( / )" autocomplete="off" spellcheck="false">
                  <p id="found" role="status"></p>
                  <ol id="results" hidden></ol>
                </search>
                </header>
                %s
                </body>
                </html>
                """
                .formatted(Markup.escaped(title), kind, content);
    }
}
