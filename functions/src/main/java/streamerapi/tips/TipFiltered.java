package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.math.BigDecimal;
import java.util.List;

/// The filter replaced words of a tip (`tip.filtered`).
///
/// @param matchedWords the words as they are listed
public record TipFiltered(
        String orderId,
        String name,
        String originalName,
        @Nullable BigDecimal amount,
        String currency,
        @Nullable String message,
        @Nullable String originalMessage,
        List<String> matchedWords,
        String reasoning) {

    public static final EventSchema<TipFiltered> EVENT = EventSchema.of(EventType.TIP_FILTERED, s -> {
        s.text("order_id", TipFiltered::orderId).component("OrderId").sample("tip_1763693944130_3n8d1v6k0s5r2j9c");
        s.anyText("name", TipFiltered::name).sample("MossyOwl");
        s.anyText("original_name", TipFiltered::originalName).sample("MossyOwl");
        s.money("amount", TipFiltered::amount).component("Amount").sample(new BigDecimal("5.00"));
        s.text("currency", TipFiltered::currency).component("Currency").sample("USD");
        s.anyText("message", TipFiltered::message).orNull().sample("That jump was **** good");
        s.anyText("original_message", TipFiltered::originalMessage).orNull().sample("That jump was darn good");
        s.anyTexts("matched_words", TipFiltered::matchedWords)
                .max(FilterResult.MAX_WORDS)
                .doc(FilterResult.WORDS)
                .sample(List.of("darn"));
        s.anyText("reasoning", TipFiltered::reasoning)
                .orNull()
                .sample("The message has a word that the streamer replaces.");
    });
}
