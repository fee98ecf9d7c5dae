package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// The contents of the consent screen.
///
/// @param madeBy the account that registered the app
/// @param channel the account that the app would be connected to
/// @param email of the user who is signed in
/// @param isConnected whether the app is connected to the account already
/// @param grants what the app will be able to do, in plain words
/// @param destination where the browser goes after it
/// @param message what went wrong before, or null
/// @param fields hidden ones
public record ConsentView(
        String appName,
        @Nullable String description,
        String madeBy,
        String channel,
        String email,
        boolean isConnected,
        List<String> grants,
        String destination,
        @Nullable String message,
        Map<String, String> fields) {}
