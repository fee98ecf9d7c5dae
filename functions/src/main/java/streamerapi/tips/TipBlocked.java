package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.math.BigDecimal;
import java.util.List;

/// The filter or the moderation service kept a tip out (`tip.blocked`).
///
/// @param blockedWords the words as they are listed; none if the moderation service blocks it
public record TipBlocked(
        String orderId,
        String name,
        @Nullable BigDecimal amount,
        String currency,
        @Nullable String message,
        List<String> blockedWords,
        String reasoning) {

    public static final EventSchema<TipBlocked> EVENT = EventSchema.of(EventType.TIP_BLOCKED, s -> {
        s.text("order_id", TipBlocked::orderId).component("OrderId").sample("tip_1763694005137_6b4t9e1m7x0p5w2g");
        s.anyText("name", TipBlocked::name).sample("bargain_bot");
        s.money("amount", TipBlocked::amount).component("Amount").sample(new BigDecimal("1.00"));
        s.text("currency", TipBlocked::currency).component("Currency").sample("USD");
        s.anyText("message", TipBlocked::message).orNull().sample("Get cheap followers today");
        s.anyTexts("blocked_words", TipBlocked::blockedWords)
                .max(FilterResult.MAX_WORDS)
                .doc(FilterResult.WORDS)
                .sample(List.of("cheap followers"));
        s.anyText("reasoning", TipBlocked::reasoning)
                .orNull()
                .sample("The message has words that the streamer blocks.");
    });
}
