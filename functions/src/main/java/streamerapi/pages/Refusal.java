package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Arrays;

/// The sentences that pages show for refusals. The messages of endpoints are for developers: headers and JSON mean
/// nothing to the user of a form.
final class Refusal {

    private Refusal() {}

    /// The sentence that a page shows for a problem.
    static String words(Problem problem) {
        return switch (problem.code()) {
            case INVALID_CSRF_TOKEN ->
                "This page was open for too long, so nothing was changed. Load it again, and repeat the last step.";
            case NOT_FOUND ->
                isGone(problem)
                        ? "There is nothing at this address. It may have been removed."
                        : problem.getMessage() + ".";
            case MISSING_ROLE -> "Your role does not allow this. Ask the account's owner.";
            case RATE_LIMITED -> "Too many requests in a short time. Wait a minute, and try again.";
            case UNSUPPORTED_MEDIA_TYPE, METHOD_NOT_ALLOWED -> "Only the forms of these pages can use this address.";
            case PAYLOAD_TOO_LARGE -> "The form has too much text.";
            case INTERNAL_ERROR, UNAVAILABLE ->
                "The service could not do that just now. Nothing is lost: try again in a moment.";
            case EMAIL_TAKEN -> problem.getMessage() + ". Use another address.";
            default -> problem.getMessage() + ".";
        };
    }

    /// The sentence that a page shows for a problem of one of its buttons. The page was there, so it is the button's
    /// row that is missing: others of the team use the same rows.
    static String ofButton(Problem problem) {
        return isGone(problem) ? "It is no longer there. It may have been removed meanwhile." : words(problem);
    }

    /// The sentence for the code in a page's address, which a button's refusal put there; null for any other text.
    static @Nullable String labelled(@Nullable String label) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.label().equals(label))
                .map(code -> ofButton(Problem.of(code)))
                .findFirst()
                .orElse(null);
    }

    private static boolean isGone(Problem problem) {
        return problem.code() == ErrorCode.NOT_FOUND
                && String.valueOf(problem.getMessage()).startsWith("No such");
    }
}
