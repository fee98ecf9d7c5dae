package streamerapi.realtime;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.GoneException;

/// The open sockets, as API Gateway's management API reaches them.
public final class Connections {

    private final ApiGatewayManagementApiClient client;

    public Connections(ApiGatewayManagementApiClient client) {
        this.client = client;
    }

    /// Sends a frame; tells whether the socket is still there.
    ///
    /// A socket that is there and cannot be sent to is closed: its client comes again and asks for what it missed,
    /// which it would not do if a frame were left out.
    public boolean send(String connectionId, byte[] frame) {
        try {
            client.postToConnection(r -> r.connectionId(connectionId).data(SdkBytes.fromByteArrayUnsafe(frame)));
            return true;
        } catch (GoneException gone) {
            return false;
        } catch (SdkException failed) {
            close(connectionId);
            return false;
        }
    }

    /// Closes a socket; one that is gone already is fine.
    public void close(String connectionId) {
        try {
            client.deleteConnection(r -> r.connectionId(connectionId));
        } catch (GoneException gone) {
            return;
        }
    }
}
