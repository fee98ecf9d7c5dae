package streamerapi.templates;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A template whose variables have been replaced.
public record Filled(List<Piece> pieces) {

    /// A piece of it.
    public sealed interface Piece {}

    /// A piece that the streamer wrote.
    public record Written(String text) implements Piece {}

    /// The value of a variable. It can be a viewer's text.
    public record Value(String text) implements Piece {}

    /// The streamer's login, which can differ between the platforms that the message is for.
    public record Channel() implements Piece {}

    /// A prompt whose answer is still to be asked for.
    public record Prompt(String prompt) implements Piece {}

    /// Whether an AI is still to be asked.
    public boolean asksAi() {
        return pieces.stream().anyMatch(Prompt.class::isInstance);
    }

    /// This text with the answers to its prompts.
    public Filled answered(UnaryOperator<String> answers) {
        List<Piece> all = new ArrayList<>();
        for (Piece piece : pieces) {
            all.add(piece instanceof Prompt prompt ? new Value(answers.apply(prompt.prompt())) : piece);
        }
        return new Filled(all);
    }

    /// This text with each value as `clean` leaves it. The streamer's own words stay.
    public Filled cleaned(UnaryOperator<String> clean) {
        return new Filled(pieces.stream()
                .map(piece -> piece instanceof Value value ? new Value(clean.apply(value.text())) : piece)
                .toList());
    }

    /// This text for a platform.
    ///
    /// @param channel the streamer's login there; null if the bot is not connected
    public Filled in(@Nullable String channel) {
        Value login = new Value(channel == null ? "" : channel);
        return new Filled(pieces.stream()
                .map(piece -> piece instanceof Channel ? login : piece)
                .toList());
    }

    /// The message that is sent to chat.
    ///
    /// @throws IllegalStateException if an AI is still to be asked, or the platform to be told
    public String text() {
        ChatText text = new ChatText();
        for (Piece piece : pieces) {
            switch (piece) {
                case Written written -> text.write(written.text());
                case Value value -> text.insert(value.text());
                case Channel channel -> throw new IllegalStateException("The message is for no platform yet");
                case Prompt prompt -> throw new IllegalStateException("A prompt has no answer yet");
            }
        }
        return text.toString();
    }

    /// All of it as one text, as a prompt is made.
    String plain() {
        StringBuilder plain = new StringBuilder();
        for (Piece piece : pieces) {
            switch (piece) {
                case Written written -> plain.append(written.text());
                case Value value -> plain.append(value.text());
                case Channel channel -> throw new IllegalStateException("A prompt is for no platform");
                case Prompt prompt -> plain.append(prompt.prompt());
            }
        }
        return plain.toString();
    }
}
