package streamerapi.realtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.GoneException;

/// The open sockets, as API Gateway's management API reaches them.
public final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");

    private final ApiGatewayManagementApiClient client;

    public Connections(ApiGatewayManagementApiClient client) {
        this.client = client;
    }

    /// Sends a frame; tells whether the socket is still there.
    ///
    /// A socket that cannot be sent to, for any reason, is closed: its client comes again and asks for what it
    /// missed, which it would not do if a frame were left out.
    public boolean send(String connectionId, byte[] frame) {
        try {
            client.postToConnection(r -> r.connectionId(connectionId).data(SdkBytes.fromByteArrayUnsafe(frame)));
            return true;
        } catch (GoneException gone) {
            return false;
        } catch (SdkException failed) {
            LOG.warn("Socket {} is closed, as it could not be sent to: {}", connectionId, failed.getMessage());
            close(connectionId);
            return false;
        }
    }

    /// Closes a socket, if API Gateway can be reached; one that is gone already is fine.
    ///
    /// A socket that could not be closed gets no more frames all the same, and API Gateway closes it for its silence or
    /// its age.
    public void close(String connectionId) {
        try {
            client.deleteConnection(r -> r.connectionId(connectionId));
        } catch (GoneException gone) {
            return;
        } catch (SdkException failed) {
            LOG.warn("Socket {} could not be closed: {}", connectionId, failed.getMessage());
        }
    }
}
