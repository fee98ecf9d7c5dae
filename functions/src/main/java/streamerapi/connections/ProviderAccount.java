package streamerapi.connections;

import streamerapi.shared.schema.Schema;

/// The streamer's account at a provider.
///
/// @param id the platform's number for it, as text
/// @param login in lower case, as addresses have it: `novaplays`
/// @param name as it is shown: `NovaPlays`
public record ProviderAccount(String id, String login, String name) {

    static final Schema<ProviderAccount> SCHEMA =
            Schema.shown("ConnectionAccount", "The streamer's account at a provider.", s -> {
                s.text("id", ProviderAccount::id).doc("The provider's id.").example("48213377");
                s.text("name", ProviderAccount::name).doc("As it is shown.").example("NovaPlays");
            });
}
