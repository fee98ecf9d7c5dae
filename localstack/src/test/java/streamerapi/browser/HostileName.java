package streamerapi.browser;

import java.util.List;
import java.util.stream.Stream;

/// Names that viewers may have and that could make a page lie: about who gave, or about how much.
final class HostileName {

    private HostileName() {}

    /// Forty names, as a viewer sends them: the service takes control characters of direction out of some.
    static List<String> all() {
        return Stream.of(
                        "\u202E\"00.000,01 ,ecilA\"",
                        "\u202E00.000,01",
                        "\u2066Ada\u2069 1,000 USD",
                        "\u2067Ada 999",
                        "\u200F500.00 USD",
                        "\u061C12 Ada",
                        "Ada\u202D 500",
                        "Alice, 10,000.00 USD",
                        "10,000.00 USD",
                        "paid 10,000.00",
                        "1.00 USD 9,999.00 USD",
                        "$9,999",
                        "9999 €",
                        "محمد الرحمن",
                        "محمد 500 USD",
                        "500 محمد",
                        "שרה כהן",
                        "שרה 1,000",
                        "1,000 שרה",
                        "ﷺ ﷽ ﷽",
                        "فارسی ۱۲۳۴",
                        "日本太郎",
                        "한국 사람",
                        "ไทยคนดี",
                        "नमस्ते दुनिया",
                        "W".repeat(64),
                        "﷽".repeat(40),
                        "i".repeat(64),
                        "A\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308 Zalgo",
                        "e\u0336v\u0336i\u0336l\u0336",
                        "🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊",
                        "👨‍👩‍👧‍👦 family",
                        "🏳️‍🌈 pride",
                        "<b>bold</b>",
                        "<script>alert(1)</script>",
                        "<img src=x onerror=alert(1)>",
                        "&lt;b&gt; &amp;",
                        "\"' onmouseover=alert(1) x='",
                        "a\u00A0\u2003\u3000b",
                        "Ｆｕｌｌｗｉｄｔｈ １００００")
                .toList();
    }
}
