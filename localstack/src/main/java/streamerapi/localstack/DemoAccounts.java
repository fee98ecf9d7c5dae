package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.files.WholeFile;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The accounts that the stack makes for trying it out, kept in the data directory.
final class DemoAccounts {

    private static final String MAKES_ACCOUNTS = "CreateAccountFunction";

    private final Functions functions;
    private final @Nullable Path dataDir;
    private final @Nullable DemoAccount demo;
    private final @Nullable DemoAccount second;

    /// @param seeded whether there are a first and a second one from the start
    DemoAccounts(Functions functions, @Nullable Path dataDir, boolean seeded) throws IOException {
        this.functions = functions;
        this.dataDir = dataDir;
        this.demo = seeded ? account(functions, dataDir, "Demo", "demo-account.json") : null;
        this.second = seeded ? account(functions, dataDir, "Second demo", "second-account.json") : null;
    }

    /// The first account.
    ///
    /// @throws IllegalStateException if none was asked for
    DemoAccount demo() {
        if (demo == null) {
            throw new IllegalStateException("There is no demo account");
        }
        return demo;
    }

    /// The account beside the first.
    ///
    /// @throws IllegalStateException if none was asked for
    DemoAccount second() {
        if (second == null) {
            throw new IllegalStateException("There is no second account");
        }
        return second;
    }

    /// The account that is kept in the data directory under a name of a file, or a new one.
    ///
    /// @param name what a new one is called
    DemoAccount account(String name, String fileName) throws IOException {
        return account(functions, dataDir, name, fileName);
    }

    private static DemoAccount account(Functions functions, @Nullable Path dataDir, String name, String fileName)
            throws IOException {
        Path file = dataDir == null ? null : dataDir.resolve(fileName);
        if (file != null && Files.exists(file)) {
            return DemoAccount.read(file);
        }
        try {
            byte[] answer = functions.invoke(MAKES_ACCOUNTS, DemoAccount.request(name));
            DemoAccount account = DemoAccount.parse(answer);
            if (file != null) {
                WholeFile.write(file, answer);
            }
            return account;
        } catch (FunctionError e) {
            throw new StartException("The demo account cannot be made: " + e.getMessage());
        }
    }

    /// Gives the owner of an account the password that the stack knows, if it was changed.
    ///
    /// @throws StartException if the email was changed, or the account is gone
    void resetLogin(DemoAccount account) {
        try {
            functions.invoke(MAKES_ACCOUNTS, account.owner().reset());
        } catch (FunctionError e) {
            throw new StartException(
                    "RESET_LOGIN: " + account.owner().email() + " signs in with another email now, or the"
                            + " account was deleted; sign in with that email, or start with another DATA_DIR");
        }
    }
}
