package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;

/// Money of a capture that goes back: PayPal's refund, and the same form of what a bank takes back.
final class PayPalRefund {

    private PayPalRefund() {}

    /// A refund, or what takes a payment back without the seller, which is not put.
    static ObjectNode made(ObjectNode capture, StandInPayPalMoney amount, String base, String now) {
        String id = RandomText.capitals(17);
        ObjectNode made = StandInProcessor.node()
                .put("id", id)
                .put("status", "COMPLETED")
                .put("create_time", now)
                .put("update_time", now);
        made.set("amount", amount.json());
        if (capture.has("custom_id")) {
            made.set("custom_id", capture.path("custom_id"));
        }
        made.putObject("seller_payable_breakdown").set("gross_amount", amount.json());
        made.withObject("/seller_payable_breakdown").set("total_refunded_amount", amount.json());
        made.putArray("links")
                .addObject()
                .put("href", base + "/v2/payments/refunds/" + id)
                .put("rel", "self")
                .put("method", "GET");
        made.withArray("links")
                .addObject()
                .put(
                        "href",
                        base + "/v2/payments/captures/" + capture.path("id").asText())
                .put("rel", "up")
                .put("method", "GET");
        return made;
    }
}
