package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.service.Service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds how the command tells that it cannot start: in one line, which names the variable.
@ResourceLock(Service.DATA_DIRECTORY)
class StartErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    PORT                  | abc                   | PORT is abc, which is no number
                    PORT                  | 70000                 | PORT is 70000, which is no port
                    ACCOUNTS              | many                  | ACCOUNTS is many; it must be a number from 1 to 99
                    WEBHOOK_RETRY_DELAYS  | 1,x                   | WEBHOOK_RETRY_DELAYS is 1,x; it must be whole seconds, comma-separated: 1,5,30
                    WEBHOOK_ALLOW_PRIVATE | maybe                 | WEBHOOK_ALLOW_PRIVATE is maybe; it must be true or false
                    LISTEN_EVERYWHERE     | yes                   | LISTEN_EVERYWHERE is yes; it must be true or false
                    RATE_LIMIT_FACTOR     | 0                     | RATE_LIMIT_FACTOR is 0; it must be a number above 0: 0.5, or 10
                    AWS_ENDPOINT_URL      | http://127.0.0.1:9    | AWS_ENDPOINT_URL is http://127.0.0.1:9, where nothing listens: start the emulator, or unset it to use the embedded engines
                    AWS_ENDPOINT_URL      | nonsense              | AWS_ENDPOINT_URL is nonsense, where nothing listens: start the emulator, or unset it to use the embedded engines
                    """)
    void aBadValueIsOneLine(String name, String value, String line) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = new Command(Map.of(name, value), new PrintStream(out), new PrintStream(err)).run();

        assertThat(code).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(line);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aFolderThatAStackHoldsIsRefusedToAnother(@TempDir Path folder) throws IOException {
        try (DataDirectory held = DataDirectory.hold(folder)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() ->
                            LocalStack.start(Options.of(Fixture.template()).withDataDir(folder)))
                    .isInstanceOf(StartException.class)
                    .hasMessage(
                            "DATA_DIR " + folder + " is in use by another local stack: stop it, or set another folder");
        }
        DataDirectory.hold(folder).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"tenant_id\":\"ten_1\"", "{}"})
    void anAccountThatCannotBeReadIsNamed(String kept, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("demo-account.json"), kept);
        assertThatThrownBy(() -> DemoAccount.read(file))
                .isInstanceOf(StartException.class)
                .hasMessage("DATA_DIR: " + file + " holds no account: delete it, and the next start makes another one");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataDirectory.hold(file.resolve("data")))
                .isInstanceOf(StartException.class)
                .hasMessage("DATA_DIR " + file.resolve("data") + " cannot be written: set a folder that can be");
    }
}
