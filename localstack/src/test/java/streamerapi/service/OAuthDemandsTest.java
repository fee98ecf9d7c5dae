package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Every test that `docs/oauth.md` names is there.
@NullMarked
class OAuthDemandsTest {

    private static final Pattern NAMED = Pattern.compile("`(OAuth\\w+Test)\\.(\\w+)`");

    @Test
    void everyDemandHasATestThatIsThere() throws IOException, ClassNotFoundException {
        List<String> rows = Files.readAllLines(Service.root().resolve("docs/oauth.md")).stream()
                .filter(line -> line.matches("\\| [0-9]{4}, .*"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(35);
        for (String row : rows) {
            Matcher named = NAMED.matcher(row);
            assertThat(named.find()).as(row).isTrue();
            do {
                Class<?> test = Class.forName(getClass().getPackageName() + "." + named.group(1));
                String name = named.group(2);
                assertThat(Arrays.stream(test.getDeclaredMethods())
                                .filter(method -> method.isAnnotationPresent(Test.class)))
                        .as(row)
                        .anyMatch(method -> method.getName().equals(name));
            } while (named.find());
        }
    }
}
