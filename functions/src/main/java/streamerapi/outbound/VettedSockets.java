package streamerapi.outbound;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

import javax.net.SocketFactory;

/// Makes sockets that connect to public addresses alone.
///
/// The socket itself decides, at the moment of connecting: what is vetted is what is dialled, whatever a name resolved
/// to before, and for each of the addresses that it resolves to.
public final class VettedSockets extends SocketFactory {

    private final boolean allowPrivate;

    /// @param allowPrivate whether private addresses may be called: on the local stack
    public VettedSockets(boolean allowPrivate) {
        this.allowPrivate = allowPrivate;
    }

    /// Thrown if a socket does not connect, as the address is not public.
    public static final class RefusedAddress extends SocketException {
        RefusedAddress() {
            super("refused address");
        }
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress endpoint, int timeout) throws IOException {
                if (!allowPrivate
                        && !(endpoint instanceof InetSocketAddress address
                                && !address.isUnresolved()
                                && PublicAddress.isPublic(address.getAddress()))) {
                    throw new RefusedAddress();
                }
                super.connect(endpoint, timeout);
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new IllegalStateException("sockets are connected by the client");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new IllegalStateException("sockets are connected by the client");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new IllegalStateException("sockets are connected by the client");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new IllegalStateException("sockets are connected by the client");
    }
}
