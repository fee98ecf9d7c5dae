package streamerapi.service;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A tip that is meant to do harm, or that harms by what its letters are.
///
/// @param seen a part of the message as a page shows it
public record HostileTip(String name, String message, String seen) {

    private static final String FAMILY = "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";

    /// Markup, whose parts a page shows as they were written.
    private static final List<String> MARKUP = List.of(
            "<img src=x onerror=alert(1)>",
            "<script>alert(1)</script>",
            "<svg onload=alert(1)>",
            "<iframe src=javascript:alert(1)></iframe>",
            "<a href=\"javascript:alert(1)\">click</a>",
            "<b>bold</b>",
            "<style>*{display:none}</style>",
            "<!-- hidden -->",
            "</h1></section><h1>mine",
            "<speak><break time=\"10s\"/>pause</speak>",
            "<prosody rate=\"x-slow\" volume=\"x-loud\">slow</prosody>",
            "<audio src=\"https://example.com/a.mp3\"/>",
            "<say-as interpret-as=\"expletive\">word</say-as>",
            "<phoneme alphabet=\"ipa\" ph=\"x\">y</phoneme>",
            "<amazon:effect name=\"whispered\">psst</amazon:effect>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "&#60;img&#62;",
            "{{constructor.constructor('alert(1)')()}}",
            "${alert(1)}",
            "%3Cscript%3E",
            "';alert(1)//",
            "\" onmouseover=\"alert(1)",
            "javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "]]><![CDATA[",
            "<?xml version=\"1.0\"?>",
            "-v en+whisper --stdout",
            "; rm -rf /",
            "$(reboot)",
            "{name} {amount} {message}");

    private static final List<String> LETTERS = List.of(
            "a".repeat(500),
            "x".repeat(400),
            "Supercalifragilistic".repeat(25),
            "W".repeat(250) + "i".repeat(250),
            "n\u0303".repeat(200),
            "e\u0301\u0302\u0303\u0304 zalgo",
            "\u0645\u0631\u062D\u0628\u0627 \u0628\u0643",
            "\u05E9\u05DC\u05D5\u05DD abc",
            "\u4F60\u597D\uFF0C\u4E16\u754C",
            "\u3053\u3093\u306B\u3061\u306F",
            "\uC548\uB155\uD558\uC138\uC694",
            "\u041F\u0440\u0438\u0432\u0435\u0442",
            "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35",
            "\u0928\u092E\u0938\u094D\u0924\u0947",
            FAMILY.repeat(20),
            "\uD83C\uDDE9\uD83C\uDDEA\uD83C\uDDEB\uD83C\uDDF7",
            "\u200B\u200B\u200Bhidden",
            "a\u200Bd\u200Bm\u200Bi\u200Bn",
            "\uFF46\uFF55\uFF4C\uFF4C width",
            "\uD835\uDCD7\uD835\uDCEE\uD835\uDCF5\uD835\uDCF5\uD835\uDCF8",
            "\u1D05\u1D0F\u1D21\u0274",
            "!!!!!!!!!!!!!!!!!!!!",
            "9".repeat(300),
            "1,000,000,000,000,000,000,000",
            "https://example.com/" + "a".repeat(300),
            "www.example.com/?q=<script>",
            "Line\nafter\nline\nafter\nline",
            "\u00AD\u00AD\u00ADsoft",
            "\uFFFD\uFFFD\uFFFD",
            "caf\u00E9 ol\u00E9");

    /// Sixty of them.
    public static List<HostileTip> all() {
        return Stream.concat(MARKUP.stream(), LETTERS.stream())
                .map(message -> new HostileTip("Ada", message, message))
                .toList();
    }

    /// Some of them, with what a page shows of each.
    public static List<HostileTip> shown() {
        return IntStream.of(0, 1, 2, 8, 9, 22)
                .mapToObj(MARKUP::get)
                .map(message -> new HostileTip(message.length() > 30 ? "Ada" : message, message, message))
                .toList();
    }
}
