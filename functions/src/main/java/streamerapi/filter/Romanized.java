package streamerapi.filter;

import org.jspecify.annotations.Nullable;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// A text in Latin letters, as a voice says it: Cyrillic, Greek, Japanese kana and Korean are written by their
/// sounds, Greek and Cyrillic without accents that do not change them. Every other character stays as it is.
///
/// It finds words that are spelt in one script and listed in another. The tables are those of common romanizations
/// (Russian and Ukrainian passports, ELOT 743, Hepburn, Korea's Revised Romanization), without their rules for the
/// sound of letters beside each other.
final class Romanized {

    private static final int FIRST_HANGUL = 0xAC00;
    private static final int LAST_HANGUL = 0xD7A3;
    private static final String[] INITIALS = "g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h".split(",", -1);
    private static final String[] VOWELS =
            "a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i".split(",", -1);
    private static final String[] FINALS =
            ",k,k,ks,n,nj,nh,t,l,lk,lm,lb,ls,lt,lp,lh,m,p,ps,t,t,ng,t,t,k,t,p,t".split(",", -1);

    private static final String CYRILLIC = """
            а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i і i ї yi й y ј j к k л l љ lj м m н n њ nj о o п p
            р r с s т t ћ c ђ dj у u ў u ф f х kh ц ts ч ch џ dz ш sh щ shch ъ - ы y ь - э e ю yu я ya
            """;
    private static final String GREEK = """
            α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o
            """;
    private static final String KANA = """
            あ a い i う u え e お o か ka き ki く ku け ke こ ko が ga ぎ gi ぐ gu げ ge ご go
            さ sa し shi す su せ se そ so ざ za じ ji ず zu ぜ ze ぞ zo た ta ち chi つ tsu て te と to
            だ da ぢ ji づ zu で de ど do な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho
            ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ま ma み mi む mu め me も mo
            や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa を o ん n ゔ vu
            ぁ a ぃ i ぅ u ぇ e ぉ o ゃ ya ゅ yu ょ yo っ - ー -
            """;
    private static final int KATAKANA_OFFSET = 'ア' - 'あ';
    private static final char FIRST_KATAKANA = 'ァ';
    private static final char LAST_KATAKANA = 'ヴ';

    /// Katakana in half their width, with the marks of their sounds as characters of their own.
    private static final Pattern NARROW_KANA = Pattern.compile("[\uFF66-\uFF9F]+");

    private static final Map<Integer, String> SOUNDS = sounds();

    private Romanized() {}

    /// The text in Latin letters; the very same text if nothing of it is written in one of the scripts.
    static String of(String text) {
        String composed = Normalizer.normalize(
                NARROW_KANA.matcher(text).replaceAll(kana -> Normalizer.normalize(kana.group(), Normalizer.Form.NFKC)),
                Normalizer.Form.NFC);
        if (composed.codePoints().allMatch(c -> sound(c) == null)) {
            return text;
        }
        StringBuilder romanized = new StringBuilder();
        composed.codePoints().forEach(c -> {
            String sound = sound(c);
            if (sound == null) {
                romanized.appendCodePoint(c);
            } else {
                romanized.append(sound);
            }
        });
        return romanized.toString();
    }

    private static @Nullable String sound(int character) {
        if (character >= FIRST_HANGUL && character <= LAST_HANGUL) {
            int syllable = character - FIRST_HANGUL;
            int finals = FINALS.length;
            int vowel = syllable / finals % VOWELS.length;
            return INITIALS[syllable / finals / VOWELS.length] + VOWELS[vowel] + FINALS[syllable % finals];
        }
        boolean isKatakana = character >= FIRST_KATAKANA && character <= LAST_KATAKANA;
        String sound = SOUNDS.get(isKatakana ? character - KATAKANA_OFFSET : Character.toLowerCase(character));
        return sound == null ? SOUNDS.get(Character.toLowerCase(withoutAccents(character))) : sound;
    }

    /// The letter of a character that is composed of it and accents; the character itself if it has none.
    private static int withoutAccents(int character) {
        return Normalizer.normalize(Character.toString(character), Normalizer.Form.NFD)
                .codePointAt(0);
    }

    private static Map<Integer, String> sounds() {
        Map<Integer, String> sounds = new HashMap<>();
        String[] table = (CYRILLIC + GREEK + KANA).strip().split("\\s+");
        for (int i = 0; i < table.length; i += 2) {
            sounds.put(table[i].codePointAt(0), table[i + 1].equals("-") ? "" : table[i + 1]);
        }
        return Map.copyOf(sounds);
    }
}
