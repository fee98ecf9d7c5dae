package streamerapi.shared.storage;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Keys have nothing in them that the table must not keep.
class KeysTest {

    /// docs/security.md promises it to donors, whose visits to a tip page are counted like every request.
    @Test
    void anAddressStandsInTheKeysOfItsLimitsAsAHash() {
        for (String address : List.of("203.0.113.7", "2001:db8:1:2::/64")) {
            assertThat(Keys.address(address).toString()).doesNotContain(address);
            assertThat(Keys.signIns(address).toString()).doesNotContain(address);
        }
        assertThat(Keys.address("203.0.113.7"))
                .isEqualTo(Keys.address("203.0.113.7"))
                .isNotEqualTo(Keys.address("203.0.113.8"));
    }
}
