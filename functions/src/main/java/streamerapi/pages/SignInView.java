package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// The contents of the sign-in form.
///
/// @param place where its function serves files
/// @param action where it is sent
/// @param appName the app that waits for a decision; null if the visitor comes to the dashboard
/// @param message what went wrong before, or null
/// @param notice what was done before, or null
/// @param email what was typed before
/// @param fields hidden ones
public record SignInView(
        String place,
        String action,
        @Nullable String appName,
        @Nullable String message,
        @Nullable String notice,
        String email,
        Map<String, String> fields) {}
