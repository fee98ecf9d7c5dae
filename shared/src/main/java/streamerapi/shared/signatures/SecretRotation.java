package streamerapi.shared.signatures;

import streamerapi.shared.schema.Schema;

import java.time.Duration;

/// How a signing secret is to be replaced.
///
/// @param overlap for how long the old secret signs too; at most a day
public record SecretRotation(Duration overlap) {

    private static final int MAX_OVERLAP_SECONDS = 86_400;

    /// Its shape in JSON.
    public static final Schema<SecretRotation> SCHEMA =
            Schema.of("SecretRotation", "How a signing secret is to be replaced.", s -> {
                var overlap = s.int32("overlap_seconds", rotation -> (int) rotation.overlap.toSeconds())
                        .between(0, MAX_OVERLAP_SECONDS)
                        .orElse(0)
                        .doc("Seconds for which the old secret signs too.")
                        .example(3_600);
                return in -> new SecretRotation(Duration.ofSeconds(overlap.of(in)));
            });
}
