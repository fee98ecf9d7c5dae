package streamerapi.shared.limits;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// The network that an IP address is of, as limits count it: what one customer of a provider has to choose from.
public final class Network {

    private static final int IPV4_BYTES = 4;
    private static final int IPV4_NEIGHBOURS_BYTES = 3;
    private static final int IPV6_BYTES = 8;

    private Network() {}

    /// The IPv4 /24 or the IPv6 /64 of an address, for example `203.0.113.0/24`; an IPv4 address that is written as an
    /// IPv6 one counts as IPv4.
    ///
    /// @param address of a connection, as API Gateway names it
    public static String of(String address) {
        InetAddress parsed = InetAddress.ofLiteral(address);
        return parsed instanceof Inet4Address
                ? beginning(parsed, IPV4_NEIGHBOURS_BYTES) + "/24"
                : beginning(parsed, IPV6_BYTES) + "/64";
    }

    /// The name of the network by which requests are counted: an IPv4 address itself, or the /64 network that one IPv6
    /// customer has.
    ///
    /// @param address of a connection, as API Gateway names it
    public static String ofCustomer(String address) {
        InetAddress parsed = InetAddress.ofLiteral(address);
        return parsed instanceof Inet4Address ? beginning(parsed, IPV4_BYTES) : beginning(parsed, IPV6_BYTES) + "/64";
    }

    private static String beginning(InetAddress address, int length) {
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, length, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
