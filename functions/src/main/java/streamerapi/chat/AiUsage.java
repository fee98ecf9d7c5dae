package streamerapi.chat;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/// How many prompts of an account the AI service was asked in a calendar month, UTC: a row for each account and month.
///
/// Every call costs the operator, and a viewer's line can cause one.
final class AiUsage {

    private static final Attribute.Whole CALLS = Attribute.whole("calls");

    private AiUsage() {}

    /// The month that a call counts in.
    static YearMonth month(Instant now) {
        return YearMonth.from(now.atZone(ZoneOffset.UTC));
    }

    /// Counts a call, on the condition that the month's calls are below the limit.
    static Write count(String tenantId, Instant now, long limit) {
        return Write.update(ChatKeys.aiUsage(tenantId, month(now).toString()))
                .add(CALLS, 1)
                .when(
                        limit > 0
                                ? Condition.any(Condition.absent(CALLS), Condition.below(CALLS, limit))
                                : Condition.below(CALLS, limit));
    }
}
