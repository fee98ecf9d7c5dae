package streamerapi.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A control group that gives a process a part of one processor, as Lambda gives a function a part in proportion to its
/// memory: 0.29 for 512 MB, one for 1,769 MB.
///
/// It is made below `/sys/fs/cgroup`, in version 2 (`cpu.max`) or 1 (`cpu.cfs_quota_us`), which takes root's rights or
/// a group that was handed over.
record CpuShare(double processors, Path group) implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROSECONDS = 100_000;

    /// Makes the group.
    ///
    /// @throws IOException if this machine does not let it
    static CpuShare of(double processors) throws IOException {
        boolean isSecond = Files.exists(ROOT.resolve("cgroup.controllers"));
        Path group = ROOT.resolve(isSecond ? "" : "cpu")
                .resolve("streamer-api-bench-" + ProcessHandle.current().pid());
        Files.createDirectories(group);
        long quota = Math.round(processors * PERIOD_MICROSECONDS);
        if (isSecond) {
            Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROSECONDS);
        } else {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROSECONDS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        }
        return new CpuShare(processors, group);
    }

    /// The command that starts a process in the group.
    List<String> around(List<String> command) {
        List<String> all = new ArrayList<>(
                List.of("/bin/sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /// Removes the group, whose processes have ended.
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(group);
    }
}
