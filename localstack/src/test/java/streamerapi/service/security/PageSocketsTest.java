package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestSocket;
import streamerapi.service.WebClient;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The sockets of a user's pages end with the user's sessions, in whichever way those end.
@NullMarked
class PageSocketsTest {

    private static final String PLACE = "/dashboard/api";
    private static final String NEW = "seven otters in a row";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Account.Member member = account.newUser(Role.MODERATOR);
    private final ApiClient page = member.dashboard(account);

    /// The ways in which sessions end.
    enum Way {
        NEW_PASSWORD_OF_ONES_OWN {
            @Override
            void go(PageSocketsTest test) {
                test.page
                        .post(PLACE + "/password", Map.of("current_password", test.member.password(), "password", NEW))
                        .expect(200);
            }
        },
        NEW_PASSWORD_BY_LINK {
            @Override
            void go(PageSocketsTest test) {
                String url = String.valueOf(test.account
                        .dashboard()
                        .post(PLACE + "/team/" + test.member.id() + "/password-link")
                        .expect(201)
                        .at("link.url"));
                String link = url.substring(url.indexOf("link=") + "link=".length());
                String form = WebClient.encode(Map.of("link", link, "password", NEW));
                test.stranger().page("/dashboard/password", form).expect(303);
            }
        },
        NEW_PASSWORD_BY_AN_ADMIN {
            @Override
            void go(PageSocketsTest test) {
                test.change(Map.of("password", NEW));
            }
        },
        NEW_PASSWORD_BY_THE_OPERATOR {
            @Override
            void go(PageSocketsTest test) throws FunctionError {
                test.service
                        .stack()
                        .invoke("CreateAccountFunction", Json.write(Map.of("new_password_for", test.member.email())));
            }
        },
        ANOTHER_ROLE {
            @Override
            void go(PageSocketsTest test) {
                test.change(Map.of("role", "super_admin"));
            }
        },
        REMOVAL_FROM_THE_TEAM {
            @Override
            void go(PageSocketsTest test) {
                test.account
                        .dashboard()
                        .delete(PLACE + "/team/" + test.member.id())
                        .expect(200);
            }
        },
        END_OF_ALL_SESSIONS {
            @Override
            void go(PageSocketsTest test) {
                test.member
                        .dashboard(test.account)
                        .post(PLACE + "/sessions/end-others")
                        .expect(200);
            }
        },
        END_OF_ONE_SESSION {
            @Override
            void go(PageSocketsTest test) {
                ApiClient elsewhere = test.member.dashboard(test.account);
                Answer sessions = elsewhere.get(PLACE + "/sessions").expect(200);
                int other = sessions.each("sessions", "current").indexOf("false");
                elsewhere
                        .delete(PLACE + "/sessions/" + sessions.at("sessions." + other + ".id"))
                        .expect(200);
            }
        },
        SIGNING_OUT {
            @Override
            void go(PageSocketsTest test) {
                test.page.post(PLACE + "/sign-out").expect(200);
            }
        };

        abstract void go(PageSocketsTest test) throws FunctionError;
    }

    /// A token that was made before opens nothing any more.
    @ParameterizedTest
    @EnumSource
    void theSocketOfAPageEndsWithItsUsersSessions(Way way) throws FunctionError {
        String unused = token();
        try (TestSocket socket = signedIn(token());
                TestSocket owners = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            owners.next("ready");

            way.go(this);

            assertThat(code(socket.next("error"))).isEqualTo("revoked");
            assertThat(socket.closeCode()).isPositive();
            account.tip("Ada");
            owners.next("tip.created");
        }
        try (TestSocket late = signedIn(unused)) {
            assertThat(code(late.next("error"))).isEqualTo("revoked");
        }
    }

    @Test
    void thePageThatEndedTheOtherSessionsOpensAnotherSocket() {
        page.post(PLACE + "/sessions/end-others").expect(200);

        try (TestSocket socket = signedIn(token())) {
            socket.next("ready");
            account.tip("Ada");
            socket.next("tip.created");
        }
    }

    /// Some tell of the money and of webhook endpoints, which no page shows a moderator.
    @Test
    void aPageIsSentNoWarnings() {
        try (TestSocket socket = signedIn(token());
                TestSocket owners = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            owners.next("ready");

            account.api()
                    .post("/tips", Map.of("name", "Grace", "naem", "Grace"))
                    .expect(201);
            owners.next("tip.created");
            owners.next("warning");
            account.tip("Ada");

            assertThat(socket.next("tip.created").get("id")).isNotNull();
            assertThat(socket.next().get("type")).isEqualTo("tip.created");
        }
    }

    private ApiClient stranger() {
        return new ApiClient(service.stack().authUrl(), null);
    }

    private void change(Map<String, String> to) {
        account.dashboard().patch(PLACE + "/team/" + member.id(), to).expect(200);
    }

    private String token() {
        return String.valueOf(page.page("/dashboard/realtime", "").expect(200).at("token"));
    }

    private TestSocket signedIn(String token) {
        return TestSocket.open(service).send(Map.of("data", Map.of("token", token)));
    }

    private static Object code(Map<String, @Nullable Object> frame) {
        return Objects.requireNonNull(Json.asObject(frame.get("data")).get("code"));
    }
}
