package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.storage.Attribute;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// The people of an account: who lets in, changes and removes whom (contract "Dashboard").
@NullMarked
class TeamTest {

    private static final String TEAM = "/dashboard/api/team";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void anAccountBeginsWithItsOwner() {
        Answer team = owner.get(TEAM).expect(200);
        assertThat(team.each("users", "email")).containsExactly(account.email());
        assertThat(team.each("users", "role")).containsExactly("owner");
    }

    @Test
    void whoIsLetInSignsIn() {
        Answer added = add(owner, "Mo." + account.email(), "super_admin").expect(201);

        assertThat(added.at("user.email")).isEqualTo("mo." + account.email());
        ApiClient mo = account.dashboard("mo." + account.email(), "a quiet otter sings");
        assertThat(mo.get("/dashboard/api/session").expect(200).at("user")).isEqualTo(added.at("user"));
        assertThat(mo.get(TEAM).expect(200).each("users", "role")).containsExactly("owner", "super_admin");
        assertThat(added.text()).doesNotContain("a quiet otter sings");
    }

    @Test
    void anEmailBelongsToOneUserOfTheInstallation() {
        Account other = service.newAccount();
        add(owner, other.email().toUpperCase(java.util.Locale.ROOT), "moderator")
                .refuses(409, "email_taken")
                .names("email");
        Account.Member mo = account.newUser(Role.MODERATOR);
        owner.patch(user(mo), Map.of("email", other.email()))
                .refuses(409, "email_taken")
                .names("email");
        owner.patch(user(mo), Map.of("email", mo.email())).expect(200);

        assertThat(owner.get(TEAM).expect(200).each("users", "email")).containsExactly(account.email(), mo.email());
        other.dashboard(other.email(), other.password());
        account.dashboard(mo.email(), mo.password());
    }

    @Test
    void ofManyWhoWantAnEmailAtOnceOneGetsIt() {
        String email = UUID.randomUUID() + "@example.com";
        List<Account> accounts = List.of(account, service.newAccount(), service.newAccount(), service.newAccount());
        List<ApiClient> owners = accounts.stream().map(Account::dashboard).toList();
        List<Integer> statuses =
                AtOnce.run(8, i -> add(owners.get(i % 4), email, "moderator").status());
        assertThat(Collections.frequency(statuses, 201)).isEqualTo(1);
        assertThat(Collections.frequency(statuses, 409)).isEqualTo(7);
    }

    @Test
    void anEmailThatWasGivenUpIsFree() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        String next = "next-" + mo.email();
        owner.patch(user(mo), Map.of("email", next)).expect(200);
        add(owner, mo.email(), "moderator").expect(201);

        account.dashboard(next, mo.password());
        account.dashboard(mo.email(), "a quiet otter sings");
        owner.delete(user(mo)).expect(200);
        add(owner, next, "moderator").expect(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                                          | email
                    {"email": "nobody", "password": "a quiet otter sings", "role": "moderator"}          | email
                    {"email": "a@b@c", "password": "a quiet otter sings", "role": "moderator"}           | email
                    {"email": "a b@example.com", "password": "a quiet otter sings", "role": "moderator"} | email
                    {"email": "@example.com", "password": "a quiet otter sings", "role": "moderator"}    | email
                    {"email": "a@example.com", "role": "moderator"}                             | password
                    {"email": "a@example.com", "password": "7 chars", "role": "moderator"}      | password
                    {"email": "a@example.com", "password": "        ", "role": "moderator"}     | password
                    {"email": "a@example.com", "password": "a quiet otter sings"}                        | role
                    {"email": "a@example.com", "password": "a quiet otter sings", "role": "owner"}       | role
                    {"email": "a@example.com", "password": "a quiet otter sings", "role": "Moderator"}   | role
                    """)
    void whatIsNoUserIsRefused(String body, String field) {
        Answer refused =
                owner.send("POST", TEAM, body.getBytes(StandardCharsets.UTF_8)).refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo(field);
        assertThat(owner.get(TEAM).expect(200).each("users", "id")).hasSize(1);
    }

    @Test
    void anotherPasswordEndsTheSessionsAndTheOldPassword() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient signedIn = mo.dashboard(account);
        owner.patch(user(mo), Map.of("password", "another password")).expect(200);

        signedIn.get("/dashboard/api/session").refuses(401, "missing_session");
        new ApiClient(service.stack().authUrl(), null)
                .post("/dashboard/api/sign-in", Map.of("email", mo.email(), "password", mo.password()))
                .refuses(401, "invalid_login");
        account.dashboard(mo.email(), "another password");
    }

    @Test
    void anotherRoleEndsTheSessionsAndHoldsFromTheNextOn() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient signedIn = mo.dashboard(account);
        owner.patch(user(mo), Map.of("role", "moderator")).expect(200);
        signedIn.get(TEAM).refuses(403, "missing_role");

        owner.patch(user(mo), Map.of("role", "super_admin")).expect(200);
        signedIn.get(TEAM).refuses(401, "missing_session");
        ApiClient raised = mo.dashboard(account);
        raised.get(TEAM).expect(200);

        owner.patch(user(mo), Map.of("role", "moderator")).expect(200);
        raised.get(TEAM).refuses(401, "missing_session");
        mo.dashboard(account).get(TEAM).refuses(403, "missing_role");
    }

    @Test
    void whoIsRemovedIsOutAtOnce() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient signedIn = mo.dashboard(account);
        owner.delete(user(mo)).expect(200);

        signedIn.get("/dashboard/api/session").refuses(401, "missing_session");
        owner.delete(user(mo)).refuses(404, "not_found");
        owner.patch(user(mo), Map.of("role", "moderator")).refuses(404, "not_found");
        assertThat(account.rows("USER#")).hasSize(1);
    }

    @Test
    void theOwnerStaysTheOwner() {
        String own =
                TEAM + "/" + owner.get("/dashboard/api/session").expect(200).at("user.id");
        owner.delete(own).refuses(409, "owner_required");
        owner.patch(own, Map.of("role", "moderator")).refuses(409, "owner_required");
        owner.patch(own, Map.of("role", "owner")).refuses(400, "bad_request");

        owner.patch(own, Map.of("password", "another password")).names("current_password");
        owner.patch(own, Map.of("email", "mine@example.com", "current_password", "a guess"))
                .names("current_password");
        owner.patch(own, Map.of("password", "another password", "current_password", account.password()))
                .expect(200);
        owner.get("/dashboard/api/session").refuses(401, "missing_session");
        account.dashboard(account.email(), "another password").get(TEAM).expect(200);
    }

    @Test
    void aSuperAdminDoesNothingToTheOwner() {
        ApiClient admin = account.dashboard(Role.SUPER_ADMIN);
        String own =
                TEAM + "/" + owner.get("/dashboard/api/session").expect(200).at("user.id");
        for (Answer refused : List.of(
                admin.delete(own),
                admin.patch(own, Map.of("password", "another password")),
                admin.patch(own, Map.of("email", "taken@example.com")),
                admin.patch(own, Map.of("role", "moderator")))) {
            assertThat(refused.refuses(403, "missing_role").at("required_role")).isEqualTo("owner");
        }
        account.dashboard(account.email(), account.password());
    }

    @Test
    void aSuperAdminRunsTheRestOfTheTeam() {
        ApiClient admin = account.dashboard(Role.SUPER_ADMIN);
        Account.Member mo = account.newUser(Role.MODERATOR);
        admin.patch(user(mo), Map.of("role", "super_admin")).expect(200);
        account.dashboard(mo.email(), mo.password()).get(TEAM).expect(200);
        admin.delete(user(mo)).expect(200);
        add(admin, "new-" + account.email(), "moderator").expect(201);
    }

    @Test
    void aUserOfAnotherAccountIsNotThere() {
        Account other = service.newAccount();
        Account.Member theirs = other.newUser(Role.MODERATOR);
        owner.patch(user(theirs), Map.of("role", "super_admin")).refuses(404, "not_found");
        owner.delete(user(theirs)).refuses(404, "not_found");
        other.dashboard(theirs.email(), theirs.password());
    }

    @Test
    void ofTwoWhoChangeAUserAtOnceNeitherIsLost() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        AtOnce.run(
                2,
                i -> owner.patch(
                                user(mo),
                                i == 0 ? Map.of("role", "super_admin") : Map.of("password", "another password"))
                        .expect(200));
        account.dashboard(mo.email(), "another password").get(TEAM).expect(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {49})
    void aTeamHasAtMostFiftyUsers(int more) {
        account.table()
                .write(List.of(streamerapi.shared.storage.Write.update(
                                streamerapi.shared.storage.Keys.allotment(account.tenantId(), "team_members"))
                        .add(Attribute.whole("taken"), more - 1)));
        Account.Member last = account.newUser(Role.MODERATOR);
        add(owner, "one-too-many-" + account.email(), "moderator").refuses(409, "limit_reached");
        owner.post(
                        "/dashboard/api/team/invitations",
                        Map.of("email", "one-too-many-" + account.email(), "role", "moderator"))
                .refuses(409, "limit_reached");
        owner.delete(user(last)).expect(200);
        add(owner, "one-too-many-" + account.email(), "moderator").expect(201);
    }

    private static Answer add(ApiClient by, String email, String role) {
        return by.post(TEAM, Map.of("email", email, "password", "a quiet otter sings", "role", role));
    }

    private static String user(Account.Member member) {
        return TEAM + "/" + member.id();
    }
}
