package streamerapi.simulation;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The tokens of an expression of DynamoDB, read from the first to the last.
final class ExpressionTokens {

    private static final Pattern TOKEN = Pattern.compile("[#:]?\\w+|<>|<=|>=|\\S");

    private final String text;
    private final List<String> tokens;
    private int at;

    ExpressionTokens(String text) {
        this.text = text;
        this.tokens = TOKEN.matcher(text).results().map(MatchResult::group).toList();
    }

    boolean isAtEnd() {
        return at == tokens.size();
    }

    String next() {
        if (isAtEnd()) {
            throw new Items.Refused("The expression ends too soon: " + text);
        }
        return tokens.get(at++);
    }

    /// Reads the next token if it is this one.
    boolean take(String token) {
        boolean isNext = !isAtEnd() && tokens.get(at).equals(token);
        at += isNext ? 1 : 0;
        return isNext;
    }

    void expect(String token) {
        if (!take(token)) {
            throw new Items.Refused("Expected " + token + " in: " + text);
        }
    }

    void end() {
        if (!isAtEnd()) {
            throw new Items.Refused("Unexpected " + tokens.get(at) + " in: " + text);
        }
    }
}
