package streamerapi.paypal;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/// A call of PayPal's webhook: the headers `PAYPAL-TRANSMISSION-ID`, `-TIME`, `-SIG`, `PAYPAL-CERT-URL` and
/// `PAYPAL-AUTH-ALGO` as they were sent, and the body.
///
/// @param signature Base64
/// @param body the bytes as they were sent
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PayPalDelivery(
        String id, String time, String signature, String certificateUrl, String algorithm, byte[] body) {

    /// The bytes that PayPal signs: id, time, the webhook's id, and the CRC-32 of the body in decimal.
    byte[] signed(String webhookId) {
        CRC32 sum = new CRC32();
        sum.update(body);
        return (id + "|" + time + "|" + webhookId + "|" + sum.getValue()).getBytes(StandardCharsets.UTF_8);
    }
}
