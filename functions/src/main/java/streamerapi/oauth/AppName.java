package streamerapi.oauth;

import streamerapi.connections.Provider;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.Problem;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rule for the names of apps: no name can pass for the service, a platform or a payment processor, in any letters.
///
/// Names are compared by how they can be read ([Spelling]). A name is refused if a word of it, or words of it run
/// together, are a reserved name, or if all of it is one with words that make it look official, or such words alone.
final class AppName {

    private static final List<String> RESERVED = Stream.of(
                    Platform.labels().stream(),
                    Arrays.stream(Provider.values()).map(Provider::displayName),
                    Stream.of("streamer api", "streamer developer api", "card processor", "wallet processor"))
            .flatMap(names -> names)
            .toList();

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

    /// Words of an office: a name that has one of them, and beside it none but generic words, looks official by itself
    /// (contract "OAuth and sign-in").
    private static final List<String> OFFICE = List.of(
            "official",
            "verified",
            "verification",
            "support",
            "help",
            "helpdesk",
            "staff",
            "admin",
            "admins",
            "administrator",
            "moderator",
            "moderators",
            "billing",
            "payment",
            "payments",
            "payout",
            "payouts",
            "security",
            "login",
            "signin",
            "account",
            "accounts",
            "password");

    private static final List<String> GENERIC = List.of(
            "streamer",
            "streamers",
            "stream",
            "center",
            "centre",
            "desk",
            "panel",
            "portal",
            "console",
            "dashboard",
            "service",
            "services",
            "system",
            "department",
            "alert",
            "notice",
            "update",
            "your",
            "and",
            "of",
            "for",
            "sign",
            "in");

    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\u115f\u1160\u3164\uffa0]");

    private static final Set<String> OFFICE_WORDS = plain(OFFICE.stream());
    private static final Set<String> GENERIC_WORDS = plain(Stream.concat(OFFICIAL.stream(), GENERIC.stream()));
    private static final Set<String> OFFICIAL_WORDS = plain(OFFICIAL.stream());

    private final Set<String> reserved;

    /// @param more names that are reserved besides: the deployer's own
    AppName(Collection<String> more) {
        this.reserved = plain(Stream.concat(RESERVED.stream(), more.stream()));
    }

    private static Set<String> plain(Stream<String> names) {
        return names.map(Spelling::plain).filter(name -> !name.isEmpty()).collect(Collectors.toUnmodifiableSet());
    }

    /// Holds a name to the rules.
    ///
    /// @throws Problem `bad_request` with the field `name`
    String checked(String name) {
        if (UNSEEN.matcher(name).find()) {
            throw Problem.badField("name", "name has an invisible character");
        }
        Spelling spelling = Spelling.of(name);
        if (reserved.stream().anyMatch(spelling::has)
                || spelling.isMadeOf(GENERIC_WORDS, OFFICE_WORDS)
                || spelling.isMadeOf(OFFICIAL_WORDS, reserved)) {
            throw Problem.badField("name", "name could pass for the service, a platform or a payment processor");
        }
        return name.strip();
    }
}
