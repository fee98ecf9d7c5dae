package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaRequest;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.digests.Sha256;
import streamerapi.tips.HeldTip;
import streamerapi.tips.NewTip;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;

/// A checkout that a donor asks for with the form of the tip page, which has checked all of it.
///
/// @param slug of the page
/// @param request the form's hidden field, 128 random bits or more: the same form posted again gets the same checkout
/// @param name the donor's name, 1 to 64 characters
/// @param amount more than 0, with two decimals at most
/// @param currency ISO 4217, one that [Checkouts#isOffered] takes
/// @param message up to 500 characters, or null
/// @param media the video that comes with it, or null
/// @param donor the donor's account on a platform, or null
/// @param heldFor why the money is held until a moderator decides, and not charged; null if it is charged at once
/// @param description shown by the processor: the page's title
/// @param tipPage where the donor comes back to without having paid
/// @param statusPage the address of the status page of a token
public record NewCheckout(
        String slug,
        String request,
        String name,
        BigDecimal amount,
        String currency,
        @Nullable String message,
        @Nullable MediaRequest media,
        NewTip.@Nullable Donor donor,
        Processor processor,
        HeldTip.@Nullable Reason heldFor,
        String description,
        URI tipPage,
        Function<String, URI> statusPage) {

    /// The digest of the fields that the donor filled in.
    ///
    /// @param request a salt, so that the fields cannot be guessed from the digest
    String digest(String request) {
        return Sha256.base64Url(String.join(
                "\u0000",
                request,
                processor.label(),
                name,
                amount.stripTrailingZeros().toPlainString(),
                currency,
                Objects.toString(message, ""),
                media == null ? "" : media.url() + " " + media.startTime(),
                donor == null ? "" : donor.platform().label() + " " + donor.userId()));
    }
}
