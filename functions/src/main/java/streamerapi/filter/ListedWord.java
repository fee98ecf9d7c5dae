package streamerapi.filter;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.IntStream;

/// A word or phrase that an account lists, read as texts are read.
///
/// @param listed as it stands in the list
/// @param isBlocked whether it keeps a text out, rather than being replaced
/// @param reading its letters
/// @param before the characters before its first letter, which must stand in the text too
/// @param after the characters after its last letter
record ListedWord(String listed, boolean isBlocked, Reading reading, List<String> before, List<String> after) {

    private static final int MIN_STRETCHED = 4;

    static ListedWord of(String listed, boolean isBlocked) {
        Characters characters = Characters.of(listed.strip());
        Reading words = Reading.of(characters, Reading.Signs.LETTERS);
        if (!words.hasLetterOrDigit()) {
            Reading signs = Reading.of(characters, Reading.Signs.ALONE);
            return new ListedWord(listed, isBlocked, signs, List.of(), List.of());
        }
        int first = words.character(0);
        int last = words.character(words.size() - 1);
        return new ListedWord(
                listed, isBlocked, words, characters.seen(0, first), characters.seen(last + 1, characters.size()));
    }

    /// This word, reported as another one.
    ListedWord listedAs(String other) {
        return new ListedWord(other, isBlocked, reading, before, after);
    }

    /// This word in a form that is also found if its letters are repeated. Null if it is too short: `god` and `good`
    /// are two words.
    @Nullable
    ListedWord stretched() {
        return reading.isAlphabetic() && reading.size() >= MIN_STRETCHED
                ? new ListedWord(listed, isBlocked, reading.squeezed(), before, after)
                : null;
    }

    int size() {
        return reading.size();
    }

    /// Whether it has neither letters nor digits.
    boolean isOfSigns() {
        return !reading.hasLetterOrDigit();
    }

    /// Whether it is made of what words are replaced with.
    boolean isOfAsterisks() {
        return IntStream.range(0, size()).allMatch(i -> reading.letter(i).plain() == '*');
    }

    /// The group of a letter: all letters that pass for one another are of one group.
    int group(int i) {
        return reading.group(i);
    }

    /// Whether it stands in a text whose letters have its groups from here on.
    boolean stands(Reading text, int first) {
        boolean hasLetters = false;
        for (int i = 0; i < size(); i++) {
            boolean passes = reading.isAlphabetic()
                    ? text.letter(first + i).passesFor(reading.letter(i))
                    : text.letter(first + i).plain() == reading.letter(i).plain();
            if (!passes || text.run(first + i) < reading.run(i) || (i > 0 && !gapFits(text, first, i))) {
                return false;
            }
            hasLetters |= text.isAlphabetic(first + i);
        }
        return hasLetters == reading.isAlphabetic() && edgesStand(text, first);
    }

    private boolean gapFits(Reading text, int first, int i) {
        if (reading.hasGap(i)) {
            return text.hasGap(first + i);
        }
        return isOfSigns() ? !text.hasGap(first + i) : text.isPassedOver(first + i, size());
    }

    private boolean edgesStand(Reading text, int first) {
        List<String> characters = text.characters();
        int from = text.character(first) - before.size();
        int to = text.lastCharacter(first + size() - 1) + 1;
        return from >= 0
                && to + after.size() <= characters.size()
                && characters.subList(from, from + before.size()).equals(before)
                && characters.subList(to, to + after.size()).equals(after);
    }
}
