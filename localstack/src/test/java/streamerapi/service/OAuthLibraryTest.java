package streamerapi.service;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.Tokens;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.shared.auth.Scope.TTS_READ;

/// A published OAuth client library, unchanged, goes the whole way with this server.
@NullMarked
class OAuthLibraryTest {

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final Account maker = service.newAccount();
    private final AuthorizationServerMetadata server;

    OAuthLibraryTest() throws GeneralException, IOException {
        server = AuthorizationServerMetadata.resolve(new Issuer(service.stack().authUrl()));
    }

    @Test
    void aConfidentialClientGoesTheWholeWayWithBasic() throws Exception {
        TestApp app = TestApp.confidential(maker, TTS_READ);
        goTheWholeWay(app, new ClientSecretBasic(id(app), secret(app)));
    }

    @Test
    void aConfidentialClientGoesTheWholeWayWithItsSecretInTheBody() throws Exception {
        TestApp app = TestApp.confidential(maker, TTS_READ);
        goTheWholeWay(app, new ClientSecretPost(id(app), secret(app)));
    }

    @Test
    void aPublicClientGoesTheWholeWay() throws Exception {
        goTheWholeWay(TestApp.open(maker, TTS_READ), null);
    }

    private void goTheWholeWay(TestApp app, @Nullable ClientAuthentication client) throws ParseException, IOException {
        CodeVerifier verifier = new CodeVerifier();
        State state = new State();
        URI redirect = URI.create(TestApp.REDIRECT);
        URI ask = new AuthorizationRequest.Builder(new ResponseType("code"), id(app))
                .endpointURI(server.getAuthorizationEndpointURI())
                .redirectionURI(redirect)
                .scope(new Scope("tts:read"))
                .state(state)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build()
                .toURI();
        AuthorizationResponse answer = AuthorizationResponse.parse(approved(ask));
        assertThat(answer.indicatesSuccess()).isTrue();
        assertThat(answer.getState()).isEqualTo(state);
        assertThat(answer.getIssuer()).isEqualTo(server.getIssuer());

        Tokens first = tokens(
                app,
                client,
                new AuthorizationCodeGrant(answer.toSuccessResponse().getAuthorizationCode(), redirect, verifier));
        app.api(first.getAccessToken().getValue()).get("/tts/queue").expect(200);
        Tokens second = tokens(app, client, new RefreshTokenGrant(first.getRefreshToken()));
        app.api(second.getAccessToken().getValue()).get("/tts/queue").expect(200);

        TokenRevocationRequest revocation = client == null
                ? new TokenRevocationRequest(server.getRevocationEndpointURI(), id(app), second.getRefreshToken())
                : new TokenRevocationRequest(server.getRevocationEndpointURI(), client, second.getRefreshToken());
        HTTPResponse revoked = revocation.toHTTPRequest().send();
        assertThat(revoked.indicatesSuccess()).isTrue();
        app.api(second.getAccessToken().getValue()).get("/me").refuses(401, "invalid_token");
    }

    private Tokens tokens(
            TestApp app, @Nullable ClientAuthentication client, com.nimbusds.oauth2.sdk.AuthorizationGrant grant)
            throws ParseException, IOException {
        TokenRequest request = client == null
                ? new TokenRequest.Builder(server.getTokenEndpointURI(), id(app), grant).build()
                : new TokenRequest.Builder(server.getTokenEndpointURI(), client, grant).build();
        TokenResponse response = TokenResponse.parse(request.toHTTPRequest().send());
        assertThat(response.indicatesSuccess())
                .as(response.toHTTPResponse().getBody())
                .isTrue();
        return response.toSuccessResponse().getTokens();
    }

    private URI approved(URI ask) {
        Browser browser = new Browser(service);
        Answer form =
                browser.web().get(ask.getRawPath() + "?" + ask.getRawQuery()).expect(200);
        Answer consent = browser.signIn(form, streamer.email(), streamer.password());
        Answer sent = browser.submit(consent, "decision", "approve").expect(303);
        return URI.create(Objects.requireNonNull(sent.header("Location")));
    }

    private static ClientID id(TestApp app) {
        return new ClientID(app.app().clientId());
    }

    private static Secret secret(TestApp app) {
        return new Secret(Objects.requireNonNull(app.secret()));
    }
}
