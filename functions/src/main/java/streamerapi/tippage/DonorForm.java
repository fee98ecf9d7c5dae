package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.AvailableProcessor;
import streamerapi.checkouts.NewCheckout;
import streamerapi.media.MediaRequest;
import streamerapi.pages.Money;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;
import streamerapi.tips.HeldTip;
import streamerapi.tips.NewTip;

import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A tip page's form as a donor sent it: the tip, or the errors of its fields.
///
/// @param errors by the field's name; the other parts mean nothing if there are any
public record DonorForm(
        String name,
        BigDecimal amount,
        @Nullable String message,
        @Nullable MediaRequest media,
        Processor processor,
        Map<String, String> errors) {

    static final int MAX_NAME = 64;
    static final int MAX_MESSAGE = 500;

    static final String NAME = "name";
    static final String AMOUNT = "amount";
    static final String CURRENCY = "currency";
    static final String PRESET = "preset";
    static final String MESSAGE = "message";
    static final String MEDIA_URL = "media_url";
    static final String PROCESSOR = "processor";

    /// The form as the donor sent it.
    ///
    /// @param fields the form's, by name; if one is sent several times, the first value counts
    static DonorForm of(TipPage page, Map<String, List<String>> fields) {
        Map<String, String> errors = new LinkedHashMap<>();
        Processor processor = processor(page, text(fields, PROCESSOR), errors);
        BigDecimal amount = amount(page, processor, fields, errors);
        String name = kept(NAME, "The name", text(fields, NAME), MAX_NAME, errors);
        String message = kept(MESSAGE, "The message", text(fields, MESSAGE), MAX_MESSAGE, errors);
        String link = link(page, text(fields, MEDIA_URL).strip(), errors);
        return new DonorForm(
                ViewerText.isBlank(name) ? ViewerText.ANONYMOUS : name,
                amount,
                ViewerText.isBlank(message) ? null : message,
                link.isEmpty() ? null : new MediaRequest(link, null, MEDIA_URL),
                processor,
                errors);
    }

    /// A field's text, with the line ends of the service; empty if it was not sent.
    static String text(Map<String, List<String>> fields, String name) {
        return Objects.requireNonNullElse(fields.get(name), List.of(""))
                .getFirst()
                .replace("\r\n", "\n");
    }

    /// The tip that it asks for, which is not paid yet.
    ///
    /// @param donor the viewer who has signed in, or null
    NewTip tip(String currency, NewTip.@Nullable Donor donor) {
        return new NewTip(processor.label(), name, amount, currency, message, null, true, donor, media);
    }

    /// The checkout that it asks for.
    ///
    /// @param request the form's hidden field
    /// @param donor   as of [#tip]
    /// @param heldFor as of [NewCheckout]
    /// @param address the page's
    NewCheckout checkout(
            TipPage page, String request, NewTip.@Nullable Donor donor, HeldTip.@Nullable Reason heldFor, URI address) {
        return new NewCheckout(
                page.slug(),
                request,
                name,
                amount,
                page.currency(),
                message,
                media,
                donor,
                processor,
                heldFor,
                page.title(),
                address,
                token -> URI.create(address + "/status/" + token));
    }

    private static Processor processor(TipPage page, String sent, Map<String, String> errors) {
        Processor first = page.processors().getFirst().processor();
        if (sent.isEmpty()) {
            return first;
        }
        return page.processors().stream()
                .map(AvailableProcessor::processor)
                .filter(processor -> processor.label().equals(sent))
                .findFirst()
                .orElseGet(() -> {
                    errors.put(PROCESSOR, "This way to pay is no longer available. Choose another.");
                    return first;
                });
    }

    private static String link(TipPage page, String sent, Map<String, String> errors) {
        if (!page.settings().media() && !sent.isEmpty()) {
            errors.put(
                    MEDIA_URL, "Videos are not taken here any more. Your tip goes without one if you send it again.");
        } else if (sent.length() > MediaRequest.MAX_URL) {
            errors.put(MEDIA_URL, "The link is too long.");
        }
        return sent;
    }

    /// The amount that the donor chose. A form that was opened in another currency than the page takes by now is
    /// refused, because its number meant another sum.
    private static BigDecimal amount(
            TipPage page, Processor processor, Map<String, List<String>> fields, Map<String, String> errors) {
        String opened = text(fields, CURRENCY);
        if (!opened.isEmpty() && !opened.equals(page.currency())) {
            errors.put(AMOUNT, "This page now takes " + page.currency() + ", not " + opened + ". Check the amount.");
            return BigDecimal.ZERO;
        }
        String own = text(fields, AMOUNT).strip();
        String sent = own.isEmpty() ? text(fields, PRESET).strip() : own;
        if (sent.isEmpty()) {
            errors.put(AMOUNT, "Choose an amount, or enter your own.");
            return BigDecimal.ZERO;
        }
        int decimals = page.decimals(processor);
        BigDecimal amount = TypedAmount.of(sent, decimals);
        if (amount == null) {
            errors.put(AMOUNT, "This is not an amount: enter digits, such as " + example(page, processor) + ".");
            return BigDecimal.ZERO;
        }
        BigDecimal min = page.settings().minAmount();
        BigDecimal max = page.settings().maxAmount();
        if (amount.scale() > decimals) {
            errors.put(
                    AMOUNT,
                    decimals == 0
                            ? "Enter a whole amount: " + page.currency() + " is paid without decimals here."
                            : "An amount has at most " + decimals
                                    + " decimals. If you mean thousands, leave the separator out.");
        } else if (amount.signum() == 0 || amount.compareTo(min) < 0) {
            errors.put(
                    AMOUNT,
                    min.signum() == 0
                            ? "Enter more than 0."
                            : "The smallest amount is " + Money.text(min, page.currency()) + ".");
        } else if (amount.compareTo(max) > 0) {
            errors.put(AMOUNT, "The largest amount is " + Money.text(max, page.currency()) + ".");
        }
        return amount;
    }

    private static String example(TipPage page, Processor processor) {
        return page.decimals(processor) == 0 ? "500" : "4.50";
    }

    static String kept(String field, String noun, String sent, int most, Map<String, String> errors) {
        try {
            String kept = ViewerText.kept(field, sent.strip());
            int length = kept.codePointCount(0, kept.length());
            if (length > most) {
                errors.put(field, noun + " has " + length + " characters, at most " + most + " are taken.");
            }
            return kept;
        } catch (Problem unreadable) {
            errors.put(field, noun + " has a character that cannot be shown. Remove it.");
            return "";
        }
    }
}
