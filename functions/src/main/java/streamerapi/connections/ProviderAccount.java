package streamerapi.connections;

/// The streamer's account at a provider.
///
/// @param id the platform's number for it, as text
/// @param login in lower case, as addresses have it: `novaplays`
/// @param name as it is shown: `NovaPlays`
public record ProviderAccount(String id, String login, String name) {}
