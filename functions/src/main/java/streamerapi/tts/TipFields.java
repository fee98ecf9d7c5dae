package streamerapi.tts;

import streamerapi.shared.connectors.Platform;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Shape;

import java.math.BigDecimal;
import java.time.Instant;

/// The fields of a tip in answers and events, each once.
final class TipFields {

    private TipFields() {}

    /// Adds the fields of `tip.created`.
    static void addCreated(Shape<Tip> s) {
        addDonation(s);
        addSource(s);
        addPaid(s);
        addReference(s);
        addKind(s);
        addDonor(s);
        s.anyText(Tip.TTS_URL.name(), tip -> tip.find(Tip.TTS_URL))
                .orNull()
                .doc("Always null here; `tip.tts_ready` follows.");
    }

    /// Adds the fields of a tip in the queue, which those of the other lists have too.
    static void addQueued(Shape<Tip> s) {
        addDonation(s);
        s.text(Tip.TTS_URL.name(), tip -> tip.find(Tip.TTS_URL))
                .uri()
                .orNull()
                .doc("The address of its audio; null until it is rendered, and after 30 days. A tip can be played"
                        + " without it.")
                .sample("https://media.example.com/tts/" + Tip.ORDER_ID_SAMPLE + ".mp3");
        addKind(s);
        addSource(s);
        addReference(s);
        addPaid(s);
        addDonor(s);
        s.time("queued_at", Tip::queuedAt)
                .doc("When the tip entered the queue.")
                .sample(Instant.parse("2025-11-21T02:58:03.123Z"));
    }

    /// Adds the fields of a tip that has left the queue, played or not: those of a waiting one, and what became of its
    /// money.
    static void addFinished(Shape<Tip> s) {
        addQueued(s);
        s.money("refunded_amount", Tip::refunded)
                .between(0, 100_000_000)
                .doc("How much of `amount` was refunded or disputed: 0 if nothing, `amount` if all of it.")
                .example(0)
                .sample(new BigDecimal("0.00"));
        addCounted(s).orNull();
    }

    /// Adds the sum that a tip in another currency counts as.
    static Field<Tip, CountedAs> addCounted(Shape<Tip> s) {
        return s.object("counted_as", CountedAs::of, CountedAs.SCHEMA)
                .doc("The sum that a paid tip in another currency counts as in goals, on the leaderboard and in sums."
                        + " Without it, the tip counts with its own amount. A replay has what its tip has.");
    }

    private static void addSource(Shape<Tip> s) {
        s.text("source", Tip::source).component("TipSource").example(Processor.CARD.label());
    }

    private static void addPaid(Shape<Tip> s) {
        s.flag("is_paid", Tip::isPaid)
                .doc("Real money changed hands. False for manual tips, free integration tips and sub rewards; those"
                        + " never count toward the streamer's totals.")
                .sample(true);
        s.flag("is_first_tip", tip -> tip.is(Tip.IS_FIRST_TIP))
                .doc("It is the first paid tip of its donor to the channel: of the account on a platform, or, without"
                        + " one, of the name, in any case. False for a tip that is not paid, and for a donor without a"
                        + " name. A replay has what its tip has.")
                .example(false);
    }

    private static void addDonation(Shape<Tip> s) {
        s.text("order_id", Tip::orderId)
                .component("OrderId")
                .example(Tip.ORDER_ID_EXAMPLE)
                .sample(Tip.ORDER_ID_SAMPLE);
        s.text("name", Tip::name)
                .doc("Display name after filtering.")
                .example("Mira")
                .sample("NovaFox");
        s.money("amount", Tip::amount)
                .component("Amount")
                .example(new BigDecimal("5.5"))
                .sample(new BigDecimal("12.50"));
        s.text("currency", Tip::currency)
                .component("Currency")
                .doc("The currency of the amount; the account's own if the tip was sent without one.")
                .example("USD");
        s.text("message", Tip::message)
                .max(Integer.MAX_VALUE)
                .orNull()
                .doc("Message after filtering.")
                .example("Great run! Try the left door next.")
                .sample("Good luck with the last boss!");
    }

    private static void addKind(Shape<Tip> s) {
        s.flag("is_replay", tip -> tip.is(Tip.IS_REPLAY)).example(false);
        s.flag("is_sub_reward", Tip::isSubReward).example(false);
    }

    private static void addReference(Shape<Tip> s) {
        s.text("external_source", tip -> tip.find(Tip.EXTERNAL_SOURCE))
                .orNull()
                .doc("Developer-API tips only: the `source` label that the caller sent. It says where the tip came"
                        + " from, not whether money moved.");
        s.text("external_ref", tip -> tip.find(Tip.EXTERNAL_REF))
                .orNull()
                .doc("Developer-API tips only: the caller's own payment reference.");
    }

    private static void addDonor(Shape<Tip> s) {
        s.choice("platform", Tip::platform, Platform.ALL)
                .orNull()
                .doc("Platform of the account that the donor was signed in with; null for an unattributed tip.")
                .example(Platform.ALPHA.label());
        s.text("platform_user_id", Tip::platformUserId)
                .orNull()
                .doc("The donor's id on that platform.")
                .example("48211907")
                .sample("48213377");
        s.flag("name_was_filtered", tip -> tip.is(Tip.NAME_WAS_FILTERED)).example(false);
        s.flag("message_was_filtered", tip -> tip.is(Tip.MESSAGE_WAS_FILTERED)).example(false);
    }
}
