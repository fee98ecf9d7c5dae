package streamerapi.service.security;

import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.SpoofChecker;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.oauth.Spelling;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the names that apps may have, and how that compares with Unicode's own table of confusable characters, which
/// ICU4J has.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AppNamesTest {

    private static final String APPS = "/dashboard/api/oauth-apps";
    private static final SpoofChecker UNICODE = new SpoofChecker.Builder().build();
    private static final List<String> RESERVED = joined(
            "alpha",
            "beta",
            "twitch",
            "kick",
            "stripe",
            "paypal",
            "ko-fi",
            "streamer api",
            "streamer developer api",
            "card processor",
            "wallet processor");
    private static final String OFFICE = any(
            "official",
            "verified",
            "support",
            "help",
            "staff",
            "admin",
            "moderator",
            "billing",
            "payment",
            "security",
            "login",
            "account");
    private static final String GENERIC = any(
            "the",
            "my",
            "your",
            "team",
            "center",
            "panel",
            "portal",
            "streamer",
            "service",
            "dashboard",
            "desk",
            "bot");
    private static final Pattern OF_AN_OFFICE =
            Pattern.compile("(" + GENERIC + "|" + OFFICE + ")*" + OFFICE + "(" + GENERIC + "|" + OFFICE + ")*");
    private static final String ORNAMENTS =
            "(" + String.join("|", joined("the", "official", "verified", "support", "team", "login", "bot")) + ")*";
    private static final Pattern MADE_OF =
            Pattern.compile(ORNAMENTS + "(" + String.join("|", RESERVED) + ")" + ORNAMENTS);

    private final Account account = Service.shared().newAccount();
    private final List<Name> names = names();

    /// A line of the table.
    ///
    /// @param refused whether the service refuses it
    /// @param refusedByUnicode whether the same rule would, if it read names as Unicode's skeletons do
    private record Name(boolean refused, boolean refusedByUnicode, String text) {}

    @Test
    void eachNameOfTheTableIsRefusedOrTakenAsItSays() {
        ApiClient dashboard = account.dashboard();
        String app = APPS + "/"
                + dashboard
                        .post(
                                APPS,
                                Map.of(
                                        "name",
                                        "Overlay tools",
                                        "redirect_uris",
                                        List.of("https://example.com/"),
                                        "scopes",
                                        List.of("tts:read"),
                                        "type",
                                        "public"))
                        .expect(201)
                        .at("app.client_id");
        List<String> wrong = new ArrayList<>();
        for (Name name : names) {
            Answer answer = dashboard.patch(app, Map.of("name", name.text));
            boolean refused = answer.status() == 400 && "name".equals(answer.at("field"));
            if (name.refused != refused || (!refused && answer.status() != 200)) {
                wrong.add(name + " -> " + answer.status());
            }
        }
        assertThat(names).hasSizeGreaterThanOrEqualTo(150);
        assertThat(wrong).isEmpty();
    }

    @Test
    void unicodesSkeletonsAloneWouldDecideAsTheTableSays() {
        assertThat(names)
                .allSatisfy(name ->
                        assertThat(isRefusedByUnicode(name.text)).as(name.text).isEqualTo(name.refusedByUnicode));
        assertThat(names)
                .filteredOn(name -> name.refused && !name.refusedByUnicode)
                .hasSizeGreaterThan(20);
    }

    /// Holds the table of look-alikes to Unicode's, for all characters that there are.
    @Test
    void everyCharacterThatPassesForLatinLettersInUnicodesTableDoesSoHere() {
        Map<String, String> latin = new HashMap<>();
        for (char letter = 'a'; letter <= 'z'; letter++) {
            latin.put(UNICODE.getSkeleton(String.valueOf(letter)), String.valueOf(letter));
            latin.putIfAbsent(
                    UNICODE.getSkeleton(String.valueOf(Character.toUpperCase(letter))), String.valueOf(letter));
        }
        int compared = 0;
        List<String> missing = new ArrayList<>();
        for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
            String word = isCharacter(c) ? latin(c, latin) : null;
            if (word != null) {
                compared++;
                if (!Spelling.readings(c).contains(Spelling.plain(word))) {
                    missing.add(word + ": " + Integer.toHexString(c));
                }
            }
        }
        assertThat(compared).isGreaterThan(2_500);
        assertThat(missing).isEmpty();
    }

    private static boolean isCharacter(int c) {
        return Character.isDefined(c)
                && Character.getType(c) != Character.SURROGATE
                && Character.getType(c) != Character.PRIVATE_USE;
    }

    /// The Latin letters that a character passes for without its marks, or null if it passes for none.
    private static @Nullable String latin(int c, Map<String, String> latin) {
        String skeleton = Normalizer.normalize(UNICODE.getSkeleton(Character.toString(c)), Normalizer.Form.NFD)
                .replaceAll("[\\p{Mn}\\p{Me}\\p{Cf}]", "")
                .replace("rn", "m");
        List<@Nullable String> letters = skeleton.codePoints()
                .mapToObj(Character::toString)
                .<@Nullable String>map(letter -> letter.equals("m") ? "m" : latin.get(letter))
                .toList();
        return letters.isEmpty() || letters.contains(null) ? null : String.join("", letters);
    }

    private static boolean isRefusedByUnicode(String name) {
        Normalizer2 folding = Normalizer2.getNFKCCasefoldInstance();
        return Stream.of(name, folding.normalize(name), folding.normalize(UNICODE.getSkeleton(name)))
                .map(AppNamesTest::skeletons)
                .anyMatch(AppNamesTest::passesForAnother);
    }

    private static List<String> skeletons(String name) {
        return Arrays.stream(UNICODE.getSkeleton(name).split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static boolean passesForAnother(List<String> words) {
        for (int from = 0; from < words.size(); from++) {
            StringBuilder run = new StringBuilder();
            for (String word : words.subList(from, words.size())) {
                if (RESERVED.contains(run.append(word).toString())) {
                    return true;
                }
            }
        }
        String whole = String.join("", words);
        return OF_AN_OFFICE.matcher(whole).matches() || MADE_OF.matcher(whole).matches();
    }

    private static List<Name> names() {
        return HostileTexts.of("/app-names.txt").stream()
                .map(line -> line.split("\t", 3))
                .map(fields -> new Name(fields[0].equals("refused"), fields[1].equals("refused"), fields[2]))
                .toList();
    }

    private static String any(String... names) {
        return "(" + String.join("|", joined(names)) + ")";
    }

    private static List<String> joined(String... names) {
        return Arrays.stream(names)
                .map(name -> String.join("", skeletons(name)))
                .toList();
    }
}
