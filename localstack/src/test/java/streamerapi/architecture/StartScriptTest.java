package streamerapi.architecture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import static org.assertj.core.api.Assertions.assertThat;

/// The script that starts an unpacked archive, over a runtime that only says what it is asked.
class StartScriptTest {

    private static final String FETCHES = "streamerapi.localstack.engines.EngineDownload";
    private static final String JAR = "DynamoDBLocal.jar";

    /// Of the text `new`.
    private static final String SHA256 = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437";

    @TempDir
    private Path folder;

    @TempDir
    private Path volume;

    private Path script;

    @BeforeEach
    void unpack() throws IOException {
        script = Files.copy(
                Service.root().resolve("localstack/src/release/streamer-api"), folder.resolve("streamer-api"));
        Path java = folder.resolve("runtime/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(folder.resolve("engine"));
        Files.writeString(folder.resolve("engine/source.properties"), "url=https://x/y.jar\nsha256=" + SHA256 + "\n");
    }

    @Test
    void theEngineOfAnotherVersionInAKeptVolumeIsReplaced() throws Exception {
        assertThat(startOver(volume)).contains(FETCHES);

        Files.writeString(volume.resolve(JAR), "old");
        assertThat(startOver(volume)).contains(FETCHES);

        Files.writeString(volume.resolve(JAR), "new");
        assertThat(startOver(volume)).doesNotContain(FETCHES).contains("streamerapi.localstack.LocalStack");
    }

    @Test
    void anEngineThatWasPutIntoTheArchiveByHandIsTaken() throws Exception {
        Files.writeString(folder.resolve("engine").resolve(JAR), "by hand");

        ToolRun run = ToolRun.withErrors("sh", script.toString());

        assertThat(run.output()).doesNotContain(FETCHES).contains("engine/" + JAR);
    }

    @Test
    void aLinkToItStartsItToo() throws Exception {
        Files.writeString(folder.resolve("engine").resolve(JAR), "by hand");
        Path link = Files.createSymbolicLink(volume.resolve("streamer-api"), script);

        ToolRun run = ToolRun.withErrors("sh", link.toString());

        assertThat(run.succeeded()).as(run.output()).isTrue();
    }

    private String startOver(Path engine) throws InterruptedException {
        ToolRun run = ToolRun.withErrors("env", "ENGINE_DIR=" + engine, "sh", script.toString());
        assertThat(run.succeeded()).as(run.output()).isTrue();
        return run.output();
    }
}
