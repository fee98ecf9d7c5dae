package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsRefusal;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.ServiceUnreachable;

import java.io.IOException;
import java.util.Map;

/// The Parameter Store of Systems Manager, as far as secrets need it: two operations, without the SDK's client for SSM.
final class ParameterStore {

    private static final String NOT_FOUND = "ParameterNotFound";
    private static final String EXISTS = "ParameterAlreadyExists";

    private final AwsOperations ssm;

    ParameterStore(Clients clients) {
        this.ssm = clients.operations(AwsService.SSM);
    }

    /// The value of a parameter, decrypted; null if there is no such parameter.
    ///
    /// @throws IOException if SSM does not tell
    @Nullable
    String find(String name) throws IOException {
        Map<String, @Nullable Object> answer =
                call("GetParameter", Map.of("Name", name, "WithDecryption", true), NOT_FOUND);
        if (answer == null) {
            return null;
        }
        if (answer.get("Parameter") instanceof Map<?, ?> parameter && parameter.get("Value") instanceof String value) {
            return value;
        }
        throw new IOException("SSM tells no value");
    }

    /// Makes a parameter, a `SecureString` under AWS's own key, unless there is one of this name.
    ///
    /// @return whether it was made
    /// @throws IOException if SSM does not tell
    boolean create(String name, String value, String description) throws IOException {
        return call(
                        "PutParameter",
                        Map.of(
                                "Name", name,
                                "Value", value,
                                "Type", "SecureString",
                                "Description", description,
                                "Overwrite", false),
                        EXISTS)
                != null;
    }

    /// The answer's fields; null if SSM refuses with this code. The log does not have SSM's
    /// message, which can quote a secret.
    private @Nullable Map<String, @Nullable Object> call(String operation, Map<String, ?> fields, String expected)
            throws IOException {
        try {
            return ssm.call(operation, fields);
        } catch (AwsRefusal refusal) {
            if (refusal.code().equals(expected)) {
                return null;
            }
            LogLine.of("call")
                    .with("host", "ssm")
                    .with("status", refusal.status())
                    .with("code", refusal.code())
                    .write();
            throw new IOException("SSM answers " + refusal.status());
        } catch (ServiceUnreachable silent) {
            throw new IOException(silent.getMessage(), silent);
        }
    }
}
