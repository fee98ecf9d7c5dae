package streamerapi.shared.http;

import java.util.regex.Pattern;

/// The path of a request as routes have it: below `/v1`, or whole beside the API.
final class RequestPath {

    private static final String VERSION_PREFIX = "/v1";
    private static final Pattern BESIDE_THE_API = Pattern.compile(
            "/|/dashboard|/overlay|/docs|/mcp|/tip|/(dashboard|oauth|ingest|overlay|audio|docs|tip|\\.well-known)/.*");

    private RequestPath() {}

    /// The path below `/v1`, or the whole path of what is beside the API: the root, sign-in, OAuth, the dashboard,
    /// ingest, the Model Context Protocol. Any other gets an empty first segment, which no route has.
    static String of(String raw) {
        if (raw.startsWith(VERSION_PREFIX + "/") && raw.length() > VERSION_PREFIX.length() + 1) {
            return raw.substring(VERSION_PREFIX.length());
        }
        return BESIDE_THE_API.matcher(raw).matches() ? raw : "/" + raw;
    }
}
