package streamerapi.filter;

import streamerapi.shared.text.LookAlikes;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A text as a row of letters, with what stands between them, and where in the text each of them is.
final class Reading {

    /// The role of signs that can be written in the place of letters, for example `$`.
    enum Signs {
        /// Letters, that words can begin or end beside.
        LETTERS,
        /// Punctuation, as all others.
        PUNCTUATION,
        /// Signs are all that is looked for: each stands alone, and so does each letter.
        ALONE
    }

    /// The gap between a letter and the one before it.
    private enum Gap {
        NONE,
        PUNCTUATION,
        SPACE
    }

    private static final String LETTER_SIGNS = "!|+@$×¢€¥∂";
    private static final String APOSTROPHES = "'’ʼ＇`´";
    private static final int BLANK_BRAILLE = 0x2800;

    /// Letters of Hangul without a shape, which are drawn as a space.
    private static final String FILLERS = "\u115F\u1160\u3164\uFFA0";

    private static final int MIN_SPELT_OUT = 3;

    /// Scripts that are written without spaces between words.
    private static final Set<Character.UnicodeScript> UNSPACED = EnumSet.of(
            Character.UnicodeScript.HAN,
            Character.UnicodeScript.HIRAGANA,
            Character.UnicodeScript.KATAKANA,
            Character.UnicodeScript.BOPOMOFO,
            Character.UnicodeScript.THAI,
            Character.UnicodeScript.LAO,
            Character.UnicodeScript.KHMER,
            Character.UnicodeScript.MYANMAR,
            Character.UnicodeScript.TIBETAN,
            Character.UnicodeScript.JAVANESE);

    /// A letter of the text, or a run of the same one.
    ///
    /// @param character which of the text's characters it is of
    /// @param last the last of the run's characters
    /// @param run how many letters it is
    /// @param isSign whether it is a sign that can stand for a letter
    /// @param isAlone whether every character of its kind is a word
    private record Place(
            LookAlikes.Letter letter, int character, int last, int run, Gap gap, boolean isSign, boolean isAlone) {

        Place(LookAlikes.Letter letter, int character, Gap gap, boolean isSign, boolean isAlone) {
            this(letter, character, character, 1, gap, isSign, isAlone);
        }

        /// Whether another one goes on with the same letter.
        boolean goesOnWith(Place next) {
            return next.gap != Gap.SPACE && !isAlone && isAlphabetic() && letter.passesFor(next.letter);
        }

        Place with(Place next) {
            return new Place(letter, character, next.last, run + next.run, gap, isSign, isAlone);
        }

        /// Whether it is a letter, in a circle maybe, and neither a digit nor a sign that is written like one.
        boolean isAlphabetic() {
            int c = letter.plain();
            return Character.isLetter(c)
                    || (!letter.latin().isEmpty() && !Character.isDigit(c) && LETTER_SIGNS.indexOf(c) < 0);
        }
    }

    private final List<Place> places = new ArrayList<>();
    private final Characters characters;
    private boolean hasSigns;
    private boolean alphabetic;
    private boolean lettersOrDigits;

    private Reading(Characters characters) {
        this.characters = characters;
    }

    static Reading of(Characters characters, Signs signs) {
        Reading reading = new Reading(characters);
        Gap gap = Gap.NONE;
        Strokes strokes = new Strokes();
        for (int i = 0; i < characters.size(); i++) {
            if (characters.isFlag(i)) {
                gap = reading.readFlag(i, gap, signs);
                continue;
            }
            String next = i + 1 < characters.size() ? characters.text(i + 1) : " ";
            for (int c : characters.text(i).codePoints().toArray()) {
                if (signs != Signs.ALONE && characters.isOverlaid(i, c)) {
                    continue;
                }
                boolean stroke = strokes.isOne(c, next.codePointAt(0));
                gap = reading.read(c, stroke, i, gap, signs);
            }
        }
        return reading;
    }

    /// This text with each run of a letter as one place, `zoorrk` as `zork`; this one if it has no run.
    Reading squeezed() {
        Reading squeezed = new Reading(characters);
        for (Place place : places) {
            Place before = squeezed.places.isEmpty() ? null : squeezed.places.getLast();
            if (before != null && before.goesOnWith(place)) {
                squeezed.places.set(squeezed.size() - 1, before.with(place));
            } else {
                squeezed.places.add(place);
            }
        }
        squeezed.hasSigns = hasSigns;
        squeezed.alphabetic = alphabetic;
        squeezed.lettersOrDigits = lettersOrDigits;
        return squeezed.size() == size() ? this : squeezed;
    }

    /// Tells where `I` stands for `l`, or `l` for `I`: a capital after a small letter, a small one beside a capital.
    private static final class Strokes {
        private boolean afterSmall;
        private boolean afterCapital;

        boolean isOne(int c, int next) {
            boolean stroke = (c == 'I' && afterSmall) || (c == 'l' && (afterCapital || Character.isUpperCase(next)));
            afterSmall = Character.isLowerCase(c) || (afterSmall && Character.isLetter(c));
            afterCapital = Character.isUpperCase(c);
            return stroke;
        }
    }

    /// Takes one code point in; answers the gap that it leaves before the next letter.
    private Gap read(int c, boolean isStroke, int character, Gap before, Signs signs) {
        if (isSpace(c) || (APOSTROPHES.indexOf(c) >= 0 && signs != Signs.ALONE)) {
            return Gap.SPACE;
        }
        Gap gap = FILLERS.indexOf(c) >= 0 && signs != Signs.ALONE ? passed(before) : before;
        boolean written = isOfWords(c);
        for (LookAlikes.Letter letter : LookAlikes.letters(c)) {
            boolean word = isOfWords(letter.plain());
            boolean sign = !written && (word || !letter.latin().isEmpty());
            hasSigns |= sign;
            if (signs == Signs.ALONE || (word && written) || (sign && signs == Signs.LETTERS)) {
                boolean alone = signs == Signs.ALONE || isUnspaced(c);
                add(new Place(isStroke ? letter.asStroke() : letter, character, gap, sign, alone));
                gap = Gap.NONE;
            } else {
                gap = passed(gap);
            }
        }
        return gap;
    }

    /// The gap before the next letter, behind something that is no letter.
    private static Gap passed(Gap before) {
        return before == Gap.NONE ? Gap.PUNCTUATION : before;
    }

    /// Takes a flag in, as a picture; answers the gap that it leaves before the next letter.
    private Gap readFlag(int character, Gap before, Signs signs) {
        if (signs != Signs.ALONE) {
            return passed(before);
        }
        Gap gap = before;
        for (int c : characters.text(character).codePoints().toArray()) {
            add(new Place(new LookAlikes.Letter(c, "", 0), character, gap, false, true));
            gap = Gap.NONE;
        }
        return gap;
    }

    private void add(Place place) {
        places.add(place);
        boolean isAlphabetic = place.isAlphabetic();
        alphabetic |= isAlphabetic;
        lettersOrDigits |= isAlphabetic || Character.isDigit(place.letter.plain());
    }

    /// The text that was read, character by character.
    List<String> characters() {
        return characters.texts();
    }

    /// How many letters there are.
    int size() {
        return places.size();
    }

    boolean hasSigns() {
        return hasSigns;
    }

    /// The number of the text's character that a letter is of.
    int character(int i) {
        return places.get(i).character;
    }

    /// The number of the text's character that a letter, or the run of it, ends with.
    int lastCharacter(int i) {
        return places.get(i).last;
    }

    /// How many of the same letter stand there.
    int run(int i) {
        return places.get(i).run;
    }

    /// The group of a letter: all letters that pass for one another are of one group.
    int group(int i) {
        return places.get(i).letter.group();
    }

    LookAlikes.Letter letter(int i) {
        return places.get(i).letter;
    }

    boolean isAlphabetic(int i) {
        return places.get(i).isAlphabetic();
    }

    /// Whether any of it is a letter, neither digit nor sign.
    boolean isAlphabetic() {
        return alphabetic;
    }

    /// Whether any of it is a letter or a digit.
    boolean hasLetterOrDigit() {
        return lettersOrDigits;
    }

    /// Whether a word can begin with a letter: it is the first of its character, and a border is before it.
    boolean begins(int i) {
        return i == 0 || (lastCharacter(i - 1) != character(i) && isBorder(i));
    }

    /// Whether a word can end with a letter.
    boolean ends(int i) {
        return i + 1 == size() || begins(i + 1);
    }

    /// Whether anything stands before a letter, after the one before it.
    boolean hasGap(int i) {
        return places.get(i).gap != Gap.NONE;
    }

    /// Whether what stands before a letter may stand inside a word of so many letters.
    boolean isPassedOver(int i, int letters) {
        return switch (places.get(i).gap) {
            case NONE, PUNCTUATION -> true;
            case SPACE -> letters >= MIN_SPELT_OUT && standsAlone(i - 1) && standsAlone(i);
        };
    }

    private boolean standsAlone(int i) {
        return (i == 0 || hasGap(i)) && (i + 1 == size() || hasGap(i + 1));
    }

    private boolean isBorder(int i) {
        Place before = places.get(i - 1);
        Place after = places.get(i);
        return after.gap != Gap.NONE || before.isSign || after.isSign || before.isAlone || after.isAlone;
    }

    static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BLANK_BRAILLE;
    }

    private static boolean isOfWords(int c) {
        return Character.isLetterOrDigit(c) || Characters.isMark(c);
    }

    private static boolean isUnspaced(int c) {
        return UNSPACED.contains(Character.UnicodeScript.of(c));
    }
}
