package streamerapi.media;

import org.jspecify.annotations.Nullable;

/// A video that somebody asks for.
///
/// @param url a link to it, as it was sent
/// @param startTime where playing begins, in seconds; null for what the link says
/// @param field the field of the body that has the link, as a refusal names it
public record MediaRequest(String url, @Nullable Long startTime, String field) {}
