package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.ingest.Inbox;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.schema.FormRequest;
import streamerapi.shared.text.ViewerText;
import streamerapi.viewers.SignedInViewer;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The form by which a viewer spends a credit on a message.
///
/// @param message as it was entered
/// @param kept the message as the service keeps it; not to be used if there is an error
/// @param request its hidden field: the same form with the same message spends one credit, however often it is sent
/// @param error what is wrong with the message, or null
record CreditForm(
        String message,
        String kept,
        String request,
        @Nullable String error) {

    static CreditForm of(Map<String, List<String>> fields) {
        Map<String, String> errors = new LinkedHashMap<>();
        String sent = DonorForm.text(fields, DonorForm.MESSAGE);
        String kept = DonorForm.kept(DonorForm.MESSAGE, "The message", sent, DonorForm.MAX_MESSAGE, errors);
        if (errors.isEmpty() && ViewerText.isBlank(kept)) {
            errors.put(DonorForm.MESSAGE, "Write a message.");
        }
        return new CreditForm(
                sent, kept, FormRequest.of(DonorForm.text(fields, FormRequest.FIELD)), errors.get(DonorForm.MESSAGE));
    }

    /// The form, whose message was not taken.
    CreditForm wrong(String why) {
        return new CreditForm(message, kept, request, why);
    }

    /// The message by which the viewer spends a credit, as a connector sends it.
    IngestMessage message(String tenantId, SignedInViewer viewer, Instant at) {
        String id = Sha256.hex(
                "credit of " + viewer.platform().label() + ":" + viewer.userId() + " by " + request + " for " + kept);
        return new IngestMessage(
                tenantId,
                viewer.platform().connector(),
                "credit-" + id,
                "sub_reward.redeemed",
                at,
                Map.of(
                        "redemption_id", id,
                        "platform_user_id", viewer.userId(),
                        "message", kept));
    }

    /// Whether the filter kept the message out: the credit is not spent.
    static boolean isBlocked(Inbox.Receipt receipt) {
        return Boolean.TRUE.equals(receipt.more().get("blocked"));
    }

    /// Whether the message waits for a moderator.
    static boolean isHeld(Inbox.Receipt receipt) {
        return Boolean.TRUE.equals(receipt.more().get("held"));
    }
}
