package streamerapi.localstack.platforms;

/// An app as a developer registers it at a platform.
///
/// @param webhook  where Kick sends the app's events; empty if it was not said. Twitch has an address in each
///                 subscription instead
/// @param redirect where people are sent after they decided; empty for any address that the platform could allow
record StandInApp(String clientId, String clientSecret, String webhook, String redirect) {

    StandInApp withSecret(String other) {
        return new StandInApp(clientId, other, webhook, redirect);
    }

    StandInApp withAddresses(String otherWebhook, String otherRedirect) {
        return new StandInApp(clientId, clientSecret, otherWebhook, otherRedirect);
    }

    /// Whether people may be sent to an address: the registered one alone, or any of https or of this machine.
    ///
    /// `127.0.0.1` is no name of this machine here: Kick's own page turns it into `localhost`, and then refuses it.
    boolean mayRedirectTo(String address) {
        return redirect.isEmpty()
                ? address.matches("https://[^/@]+(/.*)?|http://localhost(:[0-9]+)?(/.*)?")
                : redirect.equals(address);
    }
}
