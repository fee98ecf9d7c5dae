package streamerapi.oauth;

import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.LookAlikes;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\u115f\u1160\u3164\uffa0]");
    /// What can stand for a letter, and for nothing.
    private static final Pattern SIGNS = Pattern.compile("[!|+@$×]");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Set<String> reserved;
    private final Pattern pretending;

    /// @param more names that are reserved besides: the deployer's own
    AppName(Collection<String> more) {
        this.reserved = java.util.stream.Stream.concat(RESERVED.stream(), more.stream())
                .map(name -> String.join("", words(name)))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
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
        if (passesForAnother(name) || passesForAnother(SIGNS.matcher(name).replaceAll(" "))) {
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
        return pretending.matcher(String.join("", words)).matches();
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
