package streamerapi.commands;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The rights to run a command (spec "CustomCommand").
@NullMarked
class PermissionTest {

    @ParameterizedTest
    @CsvSource({
        "EVERYONE,false,false,true",
        "EVERYONE,true,false,true",
        "EVERYONE,false,true,true",
        "SUBSCRIBER,false,false,false",
        "SUBSCRIBER,true,false,true",
        "SUBSCRIBER,false,true,true",
        "MODERATOR,false,false,false",
        "MODERATOR,true,false,false",
        "MODERATOR,false,true,true",
        "MODERATOR,true,true,true"
    })
    void aChatterRunsWhatTheirStandingReaches(
            Permission permission, boolean isSubscriber, boolean isModerator, boolean admits) {
        assertThat(permission.admits(isSubscriber, isModerator)).isEqualTo(admits);
    }
}
