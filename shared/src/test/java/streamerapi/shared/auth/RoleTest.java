package streamerapi.shared.auth;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.problems.Problem;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The reach of roles and scopes.
@NullMarked
class RoleTest {

    @ParameterizedTest
    @CsvSource({
        "OWNER,OWNER,true",
        "OWNER,SUPER_ADMIN,true",
        "OWNER,MODERATOR,true",
        "SUPER_ADMIN,OWNER,false",
        "SUPER_ADMIN,SUPER_ADMIN,true",
        "SUPER_ADMIN,MODERATOR,true",
        "MODERATOR,OWNER,false",
        "MODERATOR,SUPER_ADMIN,false",
        "MODERATOR,MODERATOR,true"
    })
    void aRoleMayDoWhatTheRolesBelowItMay(Role role, Role other, boolean includes) {
        assertThat(role.includes(other)).isEqualTo(includes);
    }

    @Test
    void moderatorsDoNotAdminister() {
        assertThat(Role.values()).filteredOn(Role::administers).containsExactly(Role.OWNER, Role.SUPER_ADMIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Owner", "super admin", "admin", "OWNER"})
    void aRoleHasOneSpelling(String label) {
        assertThat(Role.of(label)).isEmpty();
        assertThat(Role.of("super_admin")).contains(Role.SUPER_ADMIN);
    }

    @Test
    void theScopesOfARequestAreEachOneOnceAndInTheirOrder() {
        assertThat(Scope.known(List.of("counters:manage", "tts:read", "counters:manage")))
                .containsExactly("tts:read", "counters:manage");
        assertThat(catchThrowableOfType(Problem.class, () -> Scope.known(List.of("tts:read", "TTS:read")))
                        .body())
                .containsEntry("field", "scopes");
        assertThat(Scope.of(List.of("tts:read", "gone:read"))).containsExactly(Scope.TTS_READ);
    }
}
