package streamerapi.accounts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class EmailTest {

    @ParameterizedTest
    @CsvSource({
        "Ada@Example.com, ada@example.com",
        "' ada@example.com ', ada@example.com",
        "info@xn--mller-kva.de, info@müller.de",
        "info@Müller.de, info@müller.de",
        "info@müller.de, info@müller.de",
        "info@mail.xn--mller-kva.de, info@mail.müller.de",
        "hanako@xn--r8jz45g.jp, hanako@例え.jp",
        "xn--a@example.com, xn--a@example.com",
        "ada@xn--, ada@xn--"
    })
    void anAddressIsTheSameHoweverItIsWritten(String typed, String address) {
        assertThat(Email.check(typed)).isEqualTo(address);
    }
}
