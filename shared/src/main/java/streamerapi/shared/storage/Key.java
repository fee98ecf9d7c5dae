package streamerapi.shared.storage;

/// A row's primary key: its partition (an account, a credential, an account's events) and its place there.
public record Key(String partition, String sort) {}
