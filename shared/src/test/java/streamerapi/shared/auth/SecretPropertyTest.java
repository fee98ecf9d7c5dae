package streamerapi.shared.auth;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullMarked;
import streamerapi.shared.storage.Ids;

import static org.assertj.core.api.Assertions.assertThat;

/// A secret is read back as it was made, and no misspelling of it passes.
@NullMarked
class SecretPropertyTest {

    private static final String SPELLING = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_=+/ é";

    @Property(tries = 500)
    void whatWasMadeIsRead(@ForAll Secret.Kind kind, @ForAll long tenant) {
        Secret made = Secret.make(kind, Ids.tenant(tenant));
        assertThat(Secret.parse(made.text())).contains(made);
        assertThat(made.text()).startsWith(kind.prefix()).hasSize(kind.prefix().length() + 43 + 6);
        assertThat(made.toString())
                .doesNotContain(made.text().substring(kind.prefix().length()));
    }

    @Property(tries = 5)
    void everyChangeOfOneCharacterIsRefused(@ForAll Secret.Kind kind, @ForAll long tenant) {
        String text = Secret.make(kind, Ids.tenant(tenant)).text();
        for (int at = 0; at < text.length(); at++) {
            for (int i = 0; i < SPELLING.length(); i++) {
                char other = SPELLING.charAt(i);
                if (other != text.charAt(at)) {
                    String changed = text.substring(0, at) + other + text.substring(at + 1);
                    assertThat(Secret.parse(changed))
                            .as("character %d is %s", at, other)
                            .isEmpty();
                }
            }
        }
    }

    @Property(tries = 200)
    void aSecretThatIsCutOrPrecededIsRefused(@ForAll Secret.Kind kind, @ForAll @IntRange(max = 52) int length) {
        String text = Secret.make(kind, Ids.newTenant()).text();
        assertThat(Secret.parse(text.substring(0, length))).isEmpty();
        assertThat(Secret.parse(text + text.charAt(length))).isEmpty();
        assertThat(Secret.parse(" " + text)).isEmpty();
    }
}
