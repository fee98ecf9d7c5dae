package streamerapi.shared.limits;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The network that an IP address is of, as limits count it: what one customer of a provider has to choose from.
public final class Network {

    private static final int IPV4_HOST_BYTE = 3;
    private static final int IPV6_NETWORK_GROUPS = 4;

    private Network() {}

    /// The IPv4 /24 or the IPv6 /64 of an address, for example `203.0.113.0/24` or `2001:db8:1:2::/64` (RFC 5952); an
    /// IPv4 address that is written as an IPv6 one counts as IPv4.
    ///
    /// @param address of a connection, as API Gateway names it
    public static String of(String address) {
        InetAddress parsed = InetAddress.ofLiteral(address);
        return parsed instanceof Inet4Address ? neighbours(parsed) : customer(parsed);
    }

    /// The name of the network by which requests are counted: an IPv4 address itself, or the /64 network that one IPv6
    /// customer has.
    ///
    /// @param address of a connection, as API Gateway names it
    public static String ofCustomer(String address) {
        InetAddress parsed = InetAddress.ofLiteral(address);
        return parsed instanceof Inet4Address ? parsed.getHostAddress() : customer(parsed);
    }

    private static String neighbours(InetAddress address) {
        byte[] bytes = address.getAddress();
        bytes[IPV4_HOST_BYTE] = 0;
        try {
            return InetAddress.getByAddress(bytes).getHostAddress() + "/24";
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The host's half is all zeros, so the longest run of zeros is the last one.
    private static String customer(InetAddress address) {
        ByteBuffer groups = ByteBuffer.wrap(address.getAddress());
        List<String> network = new ArrayList<>();
        for (int i = 0; i < IPV6_NETWORK_GROUPS; i++) {
            network.add(Integer.toHexString(Short.toUnsignedInt(groups.getShort())));
        }
        while (!network.isEmpty() && network.getLast().equals("0")) {
            network.removeLast();
        }
        return String.join(":", network) + "::/64";
    }
}
