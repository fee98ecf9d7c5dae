package streamerapi.speech;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

/// A tip can be heard (`tip.tts_ready`).
///
/// @param ttsUrl the address of its audio
public record TipTtsReady(String orderId, String ttsUrl) {

    public static final EventSchema<TipTtsReady> EVENT = EventSchema.of(EventType.TIP_TTS_READY, s -> {
        s.text("order_id", TipTtsReady::orderId).component("OrderId").sample("tip_1763693883123_0h5m8z4q2w9x7y3k");
        s.anyText("tts_url", TipTtsReady::ttsUrl)
                .uri()
                .sample("https://media.example.com/tts/tip_1763693883123_0h5m8z4q2w9x7y3k.mp3");
    });
}
