package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInStripeEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Stripe's Checkout Sessions, with the page on which a donor pays one.
final class StripeSessions {

    /// The beginning of the page's path; the session's id follows.
    static final String PAGE = "/c/pay/";

    private static final Duration MIN_LIFE = Duration.ofMinutes(30);
    private static final Duration MAX_LIFE = Duration.ofHours(24);

    /// How much later than its request a session may be made, as the real one allows for.
    private static final Duration ALLOWANCE = Duration.ofMinutes(1);

    private static final String KNOWN = "adaptive_pricing after_expiration allow_promotion_codes automatic_tax"
            + " billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency"
            + " custom_fields custom_text customer customer_account customer_creation customer_email customer_update"
            + " discounts excluded_payment_method_types expires_at invoice_creation line_items locale metadata mode"
            + " name_collection optional_items origin_context payment_intent_data payment_method_collection"
            + " payment_method_configuration payment_method_data payment_method_options payment_method_types permissions"
            + " phone_number_collection redirect_on_completion return_url saved_payment_method_options"
            + " setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url"
            + " tax_id_collection ui_mode wallet_options";

    private static final String KIND = "checkout.session";
    private static final String STATUS = "status";

    private final StripeObjects sessions;
    private final Records wishes;
    private final StripePayments payments;
    private final StandInStripeEvents events;
    private final InstantSource clock;

    StripeSessions(StandInState state, StripePayments payments, StandInStripeEvents events, InstantSource clock) {
        this.payments = payments;
        this.events = events;
        this.clock = clock;
        sessions = new StripeObjects(state, KIND);
        wishes = new Records(state, "stripe-session-wishes");
    }

    StripeObjects all() {
        return sessions;
    }

    StandInAnswer create(StandInCall call, boolean live) {
        StripeForm.check(call, KNOWN);
        if (!StripeForm.required(call, "mode").equals("payment")) {
            throw StripeRefusals.parameter("", "mode", "The stand-in plays mode=payment alone");
        }
        StripeItems items = StripeItems.of(call);
        String success = StripeForm.address(call, "success_url");
        long expires = expires(call);
        String id = "cs_" + (live ? "live" : "test") + "_a1" + RandomText.letters(56);
        ObjectNode session = StripeObjects.made(
                "session",
                clock,
                Map.of(
                        "id",
                        id,
                        "amount",
                        Long.toString(items.total()),
                        "currency",
                        items.currency(),
                        "expires",
                        Long.toString(expires),
                        "success",
                        success,
                        "url",
                        call.url() + PAGE + id));
        session.put("livemode", live);
        if (!call.field("cancel_url").isEmpty()) {
            session.put("cancel_url", StripeForm.address(call, "cancel_url"));
        }
        if (!call.field("client_reference_id").isEmpty()) {
            session.put("client_reference_id", call.field("client_reference_id"));
        }
        String submit = StripeForm.one(call, "submit_type", "auto book donate pay subscribe", "");
        if (!submit.isEmpty()) {
            session.put("submit_type", submit);
        }
        StripeForm.metadata(call, "metadata", session);
        ObjectNode wish = StandInProcessor.node()
                .put(
                        "capture_method",
                        StripeForm.one(
                                call,
                                "payment_intent_data[capture_method]",
                                "automatic automatic_async manual",
                                "automatic_async"))
                .put("description", call.field("payment_intent_data[description]"))
                .put("product", items.name());
        StripeForm.metadata(call, "payment_intent_data[metadata]", wish);
        wishes.put(id, wish);
        sessions.put(session);
        return StandInAnswer.json(200, session);
    }

    private long expires(StandInCall call) {
        long now = clock.instant().getEpochSecond();
        String text = call.field("expires_at");
        long expires = text.isEmpty() ? now + MAX_LIFE.toSeconds() : StripeForm.integer(text, "expires_at");
        if (expires < now + MIN_LIFE.minus(ALLOWANCE).toSeconds()) {
            throw StripeRefusals.parameter(
                    "",
                    "expires_at",
                    "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.");
        }
        if (expires > now + MAX_LIFE.toSeconds()) {
            throw StripeRefusals.parameter(
                    "",
                    "expires_at",
                    "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.");
        }
        return expires;
    }

    /// Ends a session that was not paid.
    StandInAnswer expire(String id, boolean live) {
        ObjectNode session = sessions.get(id, live, "session");
        if (!isOpen(session)) {
            throw StripeRefusals.state(
                    "",
                    "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of "
                            + session.path(STATUS).asText() + ".");
        }
        expire(session);
        return StandInAnswer.json(200, session);
    }

    private void expire(ObjectNode session) {
        session.put(STATUS, "expired").putNull("url");
        sessions.put(session);
        events.soon(List.of(Draft.of("checkout.session.expired", session)));
    }

    /// Ends the sessions whose time is over.
    void sweep() {
        long now = clock.instant().getEpochSecond();
        sessions.newest().stream()
                .filter(session -> isOpen(session) && session.path("expires_at").asLong() <= now)
                .forEach(this::expire);
    }

    private static boolean isOpen(ObjectNode session) {
        return session.path(STATUS).asText().equals("open");
    }

    /// The page of a session.
    StandInAnswer page(String id) {
        ObjectNode session = shown(id);
        ObjectNode wish = wishes.get(id).orElseGet(StandInProcessor::node);
        return isOpen(session)
                ? new CheckoutPage(
                                "Stripe",
                                wish.path("product").asText(),
                                StandInStripeMoney.shown(
                                        session.path("amount_total").asLong(),
                                        session.path("currency").asText()),
                                wish.path("capture_method").asText().equals("manual"),
                                !session.path("livemode").asBoolean(),
                                StripeObjects.text(session, "cancel_url"))
                        .question()
                : over(session);
    }

    private ObjectNode shown(String id) {
        return sessions.newest().stream()
                .filter(session -> session.path("id").asText().equals(id))
                .findFirst()
                .orElseThrow(() -> new StandInRefusal(StandInAnswer.text(404, "There is no such checkout\n")));
    }

    private static StandInAnswer over(ObjectNode session) {
        return session.path(STATUS).asText().equals("complete")
                ? CheckoutPage.over("It was decided already.", success(session))
                : CheckoutPage.over(
                        "Its time has run out, and nothing was paid.", StripeObjects.text(session, "cancel_url"));
    }

    private static String success(ObjectNode session) {
        return session.path("success_url")
                .asText()
                .replace("{CHECKOUT_SESSION_ID}", session.path("id").asText());
    }

    /// Does what the donor decided on the page.
    StandInAnswer decide(String id, String decision) {
        ObjectNode session = shown(id);
        if (!isOpen(session)) {
            return over(session);
        }
        ObjectNode wish = wishes.get(id).orElseGet(StandInProcessor::node);
        ObjectNode intent = payments.intent(session, wish);
        List<Draft> drafts = new ArrayList<>(List.of(Draft.of("payment_intent.created", intent)));
        switch (decision) {
            case CheckoutPage.PAY -> drafts.addAll(payments.paid(intent));
            case CheckoutPage.DECLINE -> drafts.addAll(payments.declined(intent));
            case CheckoutPage.HOLD -> drafts.addAll(payments.pending(intent));
            default -> throw StandInProcessor.misunderstood("decision is pay, decline or hold");
        }
        session.put(STATUS, "complete")
                .put("payment_intent", intent.path("id").asText())
                .put("payment_status", intent.path(STATUS).asText().equals("succeeded") ? "paid" : "unpaid")
                .putNull("url");
        session.putObject("customer_details")
                .put("email", "donor@example.com")
                .put("name", "Dana Donor")
                .putNull("phone")
                .put("tax_exempt", "none");
        sessions.put(session);
        drafts.add(Draft.of("checkout.session.completed", session));
        if (decision.equals(CheckoutPage.DECLINE)) {
            drafts.add(Draft.of("checkout.session.async_payment_failed", session));
        }
        events.soon(drafts);
        return StandInAnswer.redirect(success(session));
    }

    /// Marks the session of an intent as paid.
    ///
    /// @return it, unless the intent has none
    List<ObjectNode> paidBy(String intent) {
        List<ObjectNode> own = of(intent);
        own.forEach(session -> sessions.put(session.put("payment_status", "paid")));
        return own;
    }

    List<ObjectNode> of(String intent) {
        return sessions.newest().stream()
                .filter(session -> intentOf(session).equals(intent))
                .toList();
    }

    /// A session that is not put.
    ObjectNode sample(long amount) {
        return StripeObjects.made(
                "session",
                clock,
                Map.of(
                        "id",
                        "cs_test_a1" + RandomText.letters(56),
                        "amount",
                        Long.toString(amount),
                        "currency",
                        "usd",
                        "expires",
                        Long.toString(clock.instant().plus(MIN_LIFE).getEpochSecond()),
                        "success",
                        "https://example.com/thanks",
                        "url",
                        "https://example.com/pay"));
    }

    /// Ends a checkout at once, by the control: its session if that is open, else the hold of its payment.
    ///
    /// @param id a session's; empty for the newest of those that can end
    void end(String id) {
        ObjectNode session = sessions.newest().stream()
                .filter(one -> (id.isEmpty() || one.path("id").asText().equals(id)) && (isOpen(one) || isHeld(one)))
                .findFirst()
                .orElseThrow(() -> StandInProcessor.misunderstood("There is no such checkout"));
        if (isOpen(session)) {
            expire(session);
        } else {
            payments.end(intentOf(session));
        }
    }

    private boolean isHeld(ObjectNode session) {
        return payments.isHeld(intentOf(session));
    }

    private static String intentOf(ObjectNode session) {
        return StripeObjects.text(session, "payment_intent");
    }
}
