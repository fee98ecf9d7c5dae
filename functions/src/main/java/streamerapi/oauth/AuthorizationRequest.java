package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.problems.Problem;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An app's checked request for an authorization (RFC 6749, 4.1.1).
///
/// @param returnAddress the address of the answer
/// @param scopes labels, at least one
/// @param challenge what the exchange will have to prove; null for nothing
/// @param parameters the request's own, to be asked again with; they name the scopes, so that the page's form agrees to
/// those that it showed, whatever the app registers meanwhile
record AuthorizationRequest(
        ReturnAddress returnAddress,
        List<String> scopes,
        @Nullable String challenge,
        Map<String, String> parameters) {

    private static final List<String> KNOWN = List.of(
            "response_type",
            "client_id",
            "redirect_uri",
            "scope",
            "state",
            "code_challenge",
            "code_challenge_method",
            "response_mode");

    /// The address of the answer to a request: one that the app registered, and no other.
    ///
    /// @param redirectSent whether the request named the address
    /// @param state the value that the app gets back, or null
    record ReturnAddress(
            OAuthApp app,
            String redirectUri,
            boolean redirectSent,
            @Nullable String state) {

        /// The address that a request names.
        ///
        /// @throws Problem `bad_request`, which must be answered here: there is nowhere to send it
        static ReturnAddress of(Parameters request, @Nullable OAuthApp app) {
            if (app == null) {
                throw Problem.badField("client_id", "Unknown client_id: no app is registered with it");
            }
            String sent = single(request, "redirect_uri");
            if (sent == null && app.redirectUris().size() > 1) {
                throw Problem.badField("redirect_uri", "redirect_uri is required, because the app registered several");
            }
            if (sent != null && !RedirectUri.isAmong(app.redirectUris(), sent)) {
                throw Problem.badField("redirect_uri", "redirect_uri is not one that the app registered");
            }
            return new ReturnAddress(
                    app,
                    sent == null ? app.redirectUris().getFirst() : sent,
                    sent != null,
                    request.all().get("state"));
        }

        /// The client id that a request names.
        ///
        /// @throws Problem `bad_request`
        static String clientId(Parameters request) {
            String clientId = single(request, "client_id");
            if (clientId == null) {
                throw Problem.badField("client_id", "client_id is missing");
            }
            return clientId;
        }

        private static @Nullable String single(Parameters request, String name) {
            try {
                return request.optional(name);
            } catch (OAuthError e) {
                throw Problem.badField(name, e.description());
            }
        }

        /// The address that answers, with a code or an error.
        ///
        /// @param issuer who answers, so that the app cannot be made to take another server's answer for this one's
        /// (RFC 9207)
        String with(Map<String, String> answer, String issuer) {
            Map<String, String> all = new LinkedHashMap<>(answer);
            if (state != null) {
                all.put("state", state);
            }
            all.put("iss", issuer);
            return redirectUri + (redirectUri.contains("?") ? "&" : "?") + query(all);
        }

        String refusing(OAuthError error, String issuer) {
            Map<String, String> answer = new LinkedHashMap<>();
            answer.put("error", error.code().label());
            answer.put("error_description", error.description());
            return with(answer, issuer);
        }
    }

    /// Checks the rest of a request.
    ///
    /// @throws OAuthError which is sent to the redirect URI
    static AuthorizationRequest of(Parameters request, ReturnAddress returnAddress) {
        request.refuseRepetition();
        if (!request.required("response_type").equals("code")) {
            throw OAuthError.of(Code.UNSUPPORTED_RESPONSE_TYPE, "response_type must be code");
        }
        String mode = request.optional("response_mode");
        if (mode != null && !mode.equals("query")) {
            throw OAuthError.of(Code.INVALID_REQUEST, "response_mode must be query");
        }
        String challenge = Pkce.challenge(request, !returnAddress.app().isConfidential());
        List<String> scopes =
                Scopes.asked(request.optional("scope"), returnAddress.app().scopes());
        Map<String, String> parameters = new LinkedHashMap<>(request.all());
        parameters.keySet().retainAll(KNOWN);
        parameters.put("scope", String.join(" ", scopes));
        return new AuthorizationRequest(returnAddress, scopes, challenge, parameters);
    }

    /// The rights that the app asks for, in plain words.
    List<String> grants() {
        return scopes.stream()
                .flatMap(label -> Scope.of(label).stream())
                .map(Scope::grantsAnApp)
                .toList();
    }

    /// The consent of the user who approves.
    Consent approvedBy(String userId) {
        return new Consent(
                returnAddress.redirectUri(),
                returnAddress.redirectSent(),
                scopes,
                challenge,
                userId,
                returnAddress.app().revision());
    }

    /// Parameters as a query has them.
    static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> Stream.of(parameter.getKey(), parameter.getValue())
                        .map(text ->
                                URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"))
                        .collect(Collectors.joining("=")))
                .collect(Collectors.joining("&"));
    }
}
