/** What a terminal is shown. */
final class Text {
    private static final boolean COLOR = System.console() != null
            && System.console().isTerminal()
            && System.getenv("NO_COLOR") == null;

    private Text() {}

    /** What a service sends is untrusted, texts of viewers too: control characters could change what a terminal shows. */
    static String shown(Object text) {
        return text == null
                ? ""
                : text.toString().replaceAll("[\\p{Cntrl}\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]", " ");
    }

    /** Green or red, where a terminal reads it. */
    static String judged(String text, boolean good) {
        return COLOR ? (good ? "\u001b[32m" : "\u001b[31m") + text + "\u001b[0m" : text;
    }
}
