package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Response;

import java.util.Map;
import java.util.function.Function;

/// Says what a tool's call would do.
@FunctionalInterface
interface Preview {

    Said of(Decided decided);

    /// A decision that is not carried out, and a view of its subject.
    ///
    /// @param outcome what the endpoint decided
    /// @param answer what it would answer
    /// @param reader what a tool that reads answers, by its name; null if the caller's scopes do not open it
    record Decided(
            Outcome<Response> outcome,
            Map<String, @Nullable Object> answer,
            Function<String, @Nullable Map<String, @Nullable Object>> reader) {

        /// The id of the tip that would be skipped; empty if none would.
        String subject() {
            return answer.get("skipped_order_id") instanceof String orderId ? orderId : "";
        }

        /// Whether something would change.
        boolean changesSomething() {
            return !outcome.events().isEmpty();
        }
    }

    /// The description of a change that is not made yet.
    ///
    /// @param words in a sentence, with the texts of viewers in quotation marks
    /// @param tip the tip that it is about; null if it is about none, or the caller may not see it
    record Said(String words, @Nullable Map<String, @Nullable Object> tip) {

        static Said of(String words) {
            return new Said(words, null);
        }
    }
}
