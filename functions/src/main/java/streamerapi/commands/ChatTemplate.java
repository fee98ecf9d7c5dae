package streamerapi.commands;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text with variables, `{name}` or `{name:argument}`, in the parts that it consists of (docs/commands.md).
///
/// It is taken apart once, as the streamer wrote it. The value of a variable is never parsed again, so a text of a
/// viewer cannot become a variable.
public record ChatTemplate(List<Part> parts) {

    private static final Pattern NAME = Pattern.compile("\\{([a-z_]+|[1-9])(?=[:}])");

    /// The name of the AI token, whose argument is a template of its own: the prompt.
    static final String AI = "ai";

    /// The names of the variables that take an argument. Any other one with an argument is text.
    private static final Set<String> WITH_ARGUMENT = Set.of(AI, "counter", "random", "choice", "time");

    /// A part of a template.
    public sealed interface Part {}

    /// A text that stays as it is.
    public record Literal(String text) implements Part {}

    /// A variable, if there is one of that name.
    ///
    /// @param source as it was written
    /// @param argument what follows the colon; empty if there is none
    public record Variable(String source, String name, String argument) implements Part {}

    /// An AI token.
    ///
    /// @param source as it was written
    public record Ai(String source, ChatTemplate prompt) implements Part {}

    /// A change of a counter.
    ///
    /// @param amount what is added; negative if it is taken away
    public record CounterStep(String name, long amount) {

        private static final Pattern FORM = Pattern.compile("([a-z0-9_-]{1,64}?)(?:([+-])(\\d{1,9})?)?");

        /// The change that a variable makes; null if it makes none.
        public static @Nullable CounterStep of(Variable variable) {
            Matcher form = FORM.matcher(variable.argument());
            if (!variable.name().equals("counter") || !form.matches() || form.group(2) == null) {
                return null;
            }
            long amount = form.group(3) == null ? 1 : Long.parseLong(form.group(3));
            return new CounterStep(form.group(1), form.group(2).equals("-") ? -amount : amount);
        }

        /// The counter that a variable reads and does not change; null if there is none.
        public static @Nullable String readBy(Variable variable) {
            Matcher form = FORM.matcher(variable.argument());
            return form.matches() && form.group(2) == null ? form.group(1) : null;
        }
    }

    /// Takes a text apart. Braces that are no variable's are text.
    public static ChatTemplate parse(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher name = NAME.matcher(text);
        int done = 0;
        for (int from = 0; name.find(from); ) {
            int end = end(text, name.start());
            if (end < 0) {
                from = name.end();
                continue;
            }
            if (name.start() > done) {
                parts.add(new Literal(text.substring(done, name.start())));
            }
            parts.add(part(text.substring(name.start(), end), name.group(1)));
            done = end;
            from = end;
        }
        if (done < text.length()) {
            parts.add(new Literal(text.substring(done)));
        }
        return new ChatTemplate(parts);
    }

    /// The template as it is filled in: AI tokens beyond those that are asked are text.
    ///
    /// @param asks whether any is asked
    public ChatTemplate filled(boolean asks) {
        List<Part> all = new ArrayList<>();
        int left = asks ? BotTexts.MAX_AI_TOKENS : 0;
        for (Part part : parts) {
            if (part instanceof Ai ai && left-- <= 0) {
                all.add(new Literal(ai.source()));
            } else {
                all.add(part);
            }
        }
        return new ChatTemplate(all);
    }

    /// How many AI tokens are in it, those in prompts included.
    int aiTokens() {
        return parts.stream()
                .mapToInt(part -> part instanceof Ai ai ? 1 + ai.prompt().aiTokens() : 0)
                .sum();
    }

    /// The changes of counters in it, those in prompts included, in their order; the first one of each counter.
    public List<CounterStep> counterSteps() {
        Map<String, CounterStep> steps = new LinkedHashMap<>();
        addSteps(steps);
        return List.copyOf(steps.values());
    }

    private void addSteps(Map<String, CounterStep> steps) {
        for (Part part : parts) {
            switch (part) {
                case Ai ai -> ai.prompt().addSteps(steps);
                case Variable variable -> {
                    CounterStep step = CounterStep.of(variable);
                    if (step != null) {
                        steps.putIfAbsent(step.name(), step);
                    }
                }
                case Literal literal -> {}
            }
        }
    }

    private static Part part(String source, String name) {
        String argument =
                source.length() > name.length() + 2 ? source.substring(name.length() + 2, source.length() - 1) : "";
        if (!argument.isEmpty() && !WITH_ARGUMENT.contains(name)) {
            return new Literal(source);
        }
        return name.equals(AI) ? new Ai(source, parse(argument)) : new Variable(source, name, argument);
    }

    /// Behind the brace that closes the one at `start`; -1 if none does.
    private static int end(String text, int start) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
