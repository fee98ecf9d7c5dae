package streamerapi.outbound;

import org.jspecify.annotations.Nullable;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/// The rule for public IP addresses: those outside every range that IANA's registries set aside for special purposes
/// (RFC 6890 and its successors), and, for IPv6 forms that carry an IPv4 address, that address too.
public final class PublicAddress {

    /// A range of addresses: its first one, and how many bits all of them share.
    private static final class Range {
        private final byte[] first;
        private final int bits;

        Range(byte[] first, int bits) {
            this.first = first;
            this.bits = bits;
        }

        static Range of(String text) {
            int slash = text.indexOf('/');
            return new Range(bytes(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
        }

        boolean contains(byte[] address) {
            if (address.length != first.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (first[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final Pattern DOTTED_QUAD = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    private static final List<Range> SPECIAL = List.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.31.196.0/24",
                    "192.52.193.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "192.175.48.0/24",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4")
            .stream()
            .map(Range::of)
            .toList();

    /// The range of IPv6 that is given out to the public; parts of it are set aside.
    private static final Range GLOBAL_UNICAST = Range.of("2000::/3");

    private static final List<Range> SPECIAL_IPV6 =
            List.of("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20").stream()
                    .map(Range::of)
                    .toList();

    private PublicAddress() {}

    /// Whether an address is public.
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return SPECIAL.stream().noneMatch(range -> range.contains(bytes));
        }
        return GLOBAL_UNICAST.contains(bytes) && SPECIAL_IPV6.stream().noneMatch(range -> range.contains(bytes));
    }

    /// Whether the host of a URL, if it is an IP address in its usual spelling, is public; null for anything else. An
    /// IPv4 address written as an IPv6 one is not in its usual spelling, and not public.
    public static @Nullable Boolean literal(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            InetAddress address = address(host.substring(1, host.length() - 1));
            return !host.contains("%") && address instanceof Inet6Address && isPublic(address);
        }
        return DOTTED_QUAD.matcher(host).matches() ? isPublic(address(host)) : null;
    }

    /// @param literal an IP address, never a name: nothing is looked up
    private static InetAddress address(String literal) {
        try {
            return InetAddress.ofLiteral(literal);
        } catch (IllegalArgumentException e) {
            return InetAddress.getLoopbackAddress();
        }
    }

    private static byte[] bytes(String literal) {
        return InetAddress.ofLiteral(literal).getAddress();
    }
}
