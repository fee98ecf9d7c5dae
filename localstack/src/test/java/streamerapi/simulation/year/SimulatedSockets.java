package streamerapi.simulation.year;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.DeleteConnectionRequest;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.DeleteConnectionResponse;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.GoneException;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionRequest;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionResponse;
import streamerapi.simulation.Answered;

import java.io.IOException;

/// A process's way to its sockets, without the SDK's client.
record SimulatedSockets(LambdaProcess process, Outside network) implements ApiGatewayManagementApiClient {

    /// A call that may get no answer.
    @FunctionalInterface
    private interface Call {

        Answered make() throws IOException;
    }

    @Override
    public PostToConnectionResponse postToConnection(PostToConnectionRequest request) {
        check(() -> network.post(process, request.connectionId(), request.data().asByteArrayUnsafe()));
        return PostToConnectionResponse.builder().build();
    }

    @Override
    public DeleteConnectionResponse deleteConnection(DeleteConnectionRequest request) {
        check(() -> network.close(process, request.connectionId()));
        return DeleteConnectionResponse.builder().build();
    }

    private static void check(Call call) {
        try {
            if (!call.make().isOk()) {
                throw GoneException.builder().message("gone").build();
            }
        } catch (IOException e) {
            throw SdkClientException.create(e.getMessage(), e);
        }
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
