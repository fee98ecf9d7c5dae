package streamerapi.filter;

import streamerapi.shared.text.LookAlikes;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/// A text's characters, as people see them (Unicode TR 29, grapheme clusters).
record Characters(List<String> texts) {

    private static final int FIRST_OF_FLAGS = 0x1F1E6;
    private static final int LAST_OF_FLAGS = 0x1F1FF;
    private static final Set<Character.UnicodeScript> KANA =
            EnumSet.of(Character.UnicodeScript.HIRAGANA, Character.UnicodeScript.KATAKANA);
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

    static Characters of(String text) {
        if (text.chars().allMatch(c -> c < 0x80 && c != '\r')) {
            return new Characters(text.chars().mapToObj(Character::toString).toList());
        }
        BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
        breaks.setText(text);
        List<String> characters = new ArrayList<>();
        int from = breaks.first();
        for (int to = breaks.next(); to != BreakIterator.DONE; to = breaks.next()) {
            characters.add(text.substring(from, to));
            from = to;
        }
        return new Characters(characters);
    }

    int size() {
        return texts.size();
    }

    String text(int i) {
        return texts.get(i);
    }

    /// The visible characters in a range.
    List<String> seen(int from, int to) {
        return IntStream.range(from, to)
                .filter(i -> !isUnseen(i))
                .mapToObj(texts::get)
                .toList();
    }

    /// Whether nothing of it is seen.
    boolean isUnseen(int i) {
        return texts.get(i)
                .codePoints()
                .allMatch(c -> !Reading.isSpace(c) && LookAlikes.letters(c).isEmpty());
    }

    boolean isSpace(int i) {
        return texts.get(i).codePoints().allMatch(Reading::isSpace);
    }

    /// Whether a character is a country's flag, which is made of the two letters of its code but is read as a picture.
    boolean isFlag(int i) {
        String character = texts.get(i);
        return character.length() == 4
                && character.codePoints().allMatch(c -> c >= FIRST_OF_FLAGS && c <= LAST_OF_FLAGS)
                && COUNTRIES.contains(character
                        .codePoints()
                        .map(c -> c - FIRST_OF_FLAGS + 'A')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
    }

    /// Whether a code point of a character is a mark over a letter of another script, or over none. Only over a letter
    /// of its own it makes another one, as vowel signs and the marks of Japanese do. Some vowel signs, as those of
    /// Burmese, are characters of their own behind the letter.
    boolean isOverlaid(int i, int mark) {
        if (!isMark(mark)) {
            return false;
        }
        int letter = i;
        while (letter >= 0 && isMark(texts.get(letter).codePointAt(0))) {
            letter--;
        }
        return letter < 0 || !isOwn(mark, texts.get(letter).codePointAt(0));
    }

    private static boolean isOwn(int mark, int letter) {
        Character.UnicodeScript script = Character.UnicodeScript.of(mark);
        Character.UnicodeScript under = Character.UnicodeScript.of(letter);
        return script == Character.UnicodeScript.INHERITED ? KANA.contains(under) : script == under;
    }

    static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }
}
