package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;

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
        AwsAnswer answer = ssm.once("GetParameter", Map.of("Name", name, "WithDecryption", true));
        if (answer.error().equals(NOT_FOUND)) {
            return null;
        }
        hold(answer);
        if (answer.fields().get("Parameter") instanceof Map<?, ?> parameter
                && parameter.get("Value") instanceof String value) {
            return value;
        }
        throw new IOException("SSM tells no value");
    }

    /// Makes a parameter, a `SecureString` under AWS's own key, unless there is one of this name.
    ///
    /// @return whether it was made
    /// @throws IOException if SSM does not tell
    boolean create(String name, String value, String description) throws IOException {
        AwsAnswer answer = ssm.once(
                "PutParameter",
                Map.of(
                        "Name", name,
                        "Value", value,
                        "Type", "SecureString",
                        "Description", description,
                        "Overwrite", false));
        if (answer.error().equals(EXISTS)) {
            return false;
        }
        hold(answer);
        return true;
    }

    private static void hold(AwsAnswer answer) throws IOException {
        if (!answer.isGood()) {
            LogLine.of("call")
                    .with("host", "ssm")
                    .with("status", answer.status())
                    .with("code", answer.error())
                    .write();
            throw new IOException("SSM answers " + answer.status());
        }
    }
}
