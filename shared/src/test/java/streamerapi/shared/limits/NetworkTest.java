package streamerapi.shared.limits;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The networks by which requests are counted.
@NullMarked
class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.77,203.0.113.0/24,203.0.113.77",
        "203.0.114.77,203.0.114.0/24,203.0.114.77",
        "255.255.255.255,255.255.255.0/24,255.255.255.255",
        "2001:db8:1:2:3:4:5:6,2001:db8:1:2::/64,2001:db8:1:2::/64",
        "2001:db8:1:2:ffff::,2001:db8:1:2::/64,2001:db8:1:2::/64",
        "2001:db8:1:3::1,2001:db8:1:3::/64,2001:db8:1:3::/64",
        "2001:db8:0:1::1,2001:db8:0:1::/64,2001:db8:0:1::/64",
        "2001:db8::1,2001:db8::/64,2001:db8::/64",
        "::1,::/64,::/64",
        "::ffff:203.0.113.77,203.0.113.0/24,203.0.113.77"
    })
    void neighboursOfIpv4AreA24AndACustomerOfIpv6IsA64(String address, String network, String customer) {
        assertThat(Network.of(address)).isEqualTo(network);
        assertThat(Network.ofCustomer(address)).isEqualTo(customer);
    }
}
