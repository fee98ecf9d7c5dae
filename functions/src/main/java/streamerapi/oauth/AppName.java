package streamerapi.oauth;

import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.LookAlikes;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What apps may be called: nothing that could pass for the service or a platform, in whichever letters.
///
/// Names are compared by their skeletons (Unicode TS 39, 4): every letter, digit or sign that passes for a Latin letter
/// is replaced by it. A name is refused where a word of it, or words of it
/// run together, are a reserved name, or where all of it is one with words that make it look official.
final class AppName {

    private static final List<String> RESERVED =
            List.of("alpha", "beta", "streamer api", "streamer developer api", "card processor", "wallet processor");

    private static final List<String> OFFICIAL = List.of(
            "the",
            "my",
            "by",
            "official",
            "verified",
            "real",
            "support",
            "help",
            "team",
            "staff",
            "admin",
            "security",
            "login",
            "account",
            "app",
            "apps",
            "api",
            "bot",
            "inc",
            "dev");

    /// What looks official by itself, as a whole name (contract "OAuth and sign-in").
    private static final List<String> GENERIC = List.of(
            "official",
            "verified",
            "support",
            "help center",
            "staff",
            "admin",
            "moderator",
            "billing",
            "security",
            "account security",
            "security team",
            "streamer login");

    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\u115f\u1160\u3164\uffa0]");
    /// What can stand for a letter, and for nothing.
    private static final Pattern SIGNS = Pattern.compile("[!|+@$×]");

    /// Superscripts, subscripts and signs made of letters, `™` and `ª` for two, which are read as an ornament of the
    /// word before them.
    private static final Pattern RAISED = Pattern.compile(
            "[\\u00aa\\u00b2\\u00b3\\u00b9\\u00ba\\u00a9\\u00ae\\u02b0-\\u02b8\\u02c0"
                    + "\\u02c1\\u02e0-\\u02e4\\u1d2c-\\u1d6a\\u1d78\\u1d9b-\\u1dbf\\u2070-\\u209c\\u20a0-\\u20c0\\u2100-\\u214f\\u2460-\\u24ff"
                    + "\\u2c7c\\u2c7d\\ua69c\\ua69d\\ua770\\ua7f1-\\ua7f9\\uab5c-\\uab5f\\uab69\\x{10780}-\\x{107ba}\\x{1f100}-\\x{1f12f}\\x{1f16a}-\\x{1f16c}\\x{1f12e}]");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Set<String> reserved;
    private final Set<String> generic;
    private final Pattern pretending;

    /// @param more names that are reserved besides: the deployer's own
    AppName(Collection<String> more) {
        this.reserved = Stream.concat(RESERVED.stream(), more.stream())
                .map(name -> String.join("", words(name)))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        this.generic =
                GENERIC.stream().map(name -> String.join("", words(name))).collect(Collectors.toUnmodifiableSet());
        String official = OFFICIAL.stream()
                .map(AppName::skeleton)
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "(", ")*"));
        String names = reserved.stream().map(Pattern::quote).collect(Collectors.joining("|", "(", ")"));
        this.pretending = Pattern.compile(official + names + official);
    }

    /// Holds a name to the rules.
    ///
    /// @throws Problem `bad_request` with the field `name`
    String checked(String name) {
        if (UNSEEN.matcher(name).find()) {
            throw Problem.badField("name", "name holds a character that cannot be seen");
        }
        String plain = RAISED.matcher(name).replaceAll("");
        if (Stream.of(
                        name,
                        plain,
                        SIGNS.matcher(name).replaceAll(" "),
                        SIGNS.matcher(plain).replaceAll(" "))
                .anyMatch(this::passesForAnother)) {
            throw Problem.badField("name", "name could pass for the service or a platform");
        }
        return name.strip();
    }

    private boolean passesForAnother(String name) {
        List<String> words = words(name);
        for (int from = 0; from < words.size(); from++) {
            StringBuilder run = new StringBuilder();
            for (String word : words.subList(from, words.size())) {
                if (reserved.contains(run.append(word).toString())) {
                    return true;
                }
            }
        }
        String whole = String.join("", words);
        return generic.contains(whole) || pretending.matcher(whole).matches();
    }

    private static List<String> words(String name) {
        return Arrays.stream(BETWEEN_WORDS.split(skeleton(name)))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String skeleton(String name) {
        return LookAlikes.skeleton(name).replace("rn", "m").replace("vv", "w");
    }
}
