package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// The content of a tip page.
///
/// @param account whose page it is
/// @param text below the heading; null if there is none
/// @param presets amounts to choose from
/// @param spokenFrom the least amount that is spoken; 0 if every tip is
/// @param processors to choose from; none if no tip can be paid now
/// @param tests those of the processors that move no real money
/// @param isOpen whether the account takes tips
/// @param form the texts that the donor entered, by field
/// @param request of the form's hidden field
/// @param errors what is wrong with a field, by field
/// @param alert what went wrong with the form as a whole; null if nothing did
/// @param notice what else there is to say; null if there is nothing
/// @param visitor who looks at it
/// @param look what the streamer has chosen to have there
/// @param isPreview whether the streamer looks at it, and nothing can be sent
public record TipPageView(
        String address,
        String account,
        String title,
        @Nullable String text,
        String currency,
        List<BigDecimal> presets,
        BigDecimal min,
        BigDecimal max,
        BigDecimal spokenFrom,
        boolean media,
        List<String> processors,
        List<String> tests,
        boolean isOpen,
        Map<String, String> form,
        String request,
        Map<String, String> errors,
        @Nullable String alert,
        @Nullable String notice,
        TipVisitorView visitor,
        TipLookView look,
        boolean isPreview) {

    /// The text of a field as the donor entered it; empty if there is none.
    public String entered(String field) {
        return form.getOrDefault(field, "");
    }

    /// The name as the donor entered it, or else as the platform has it.
    public String name() {
        String name = visitor.name();
        return form.containsKey("name") || name == null ? entered("name") : name;
    }

    /// The fault of a field; null if it has none.
    public @Nullable String error(String field) {
        return errors.get(field);
    }

    /// Whether something was sent that was not taken.
    public boolean isRefused() {
        return alert != null || !errors.isEmpty() || visitor.error() != null;
    }

    /// Whether a field is the first that is wrong, in the order of the page.
    public boolean isFirstError(String field) {
        return List.of("amount", "name", "message", "media_url", "processor").stream()
                .filter(errors::containsKey)
                .findFirst()
                .filter(field::equals)
                .isPresent();
    }

    /// The ids of what describes a field: its hint, and its error if there is one.
    public String describedBy(String field) {
        return field + "-hint" + (errors.containsKey(field) ? " " + field + "-error" : "");
    }

    /// Whether an amount is chosen: as it was entered, or the first one of a form that is new.
    public boolean isChosen(BigDecimal preset) {
        return form.isEmpty()
                ? preset.compareTo(presets.getFirst()) == 0
                : entered("preset").equals(value(preset));
    }

    /// An amount as the form sends it.
    public String value(BigDecimal amount) {
        return amount.toPlainString();
    }

    /// An amount as people read it.
    public String shown(BigDecimal amount) {
        return Money.text(amount, currency);
    }

    /// The hint below the message: whether it is read aloud, and that a moderator may see it first.
    public String messageHint() {
        String where = spokenFrom.compareTo(min) > 0
                ? "Shown on stream, and read aloud from " + shown(spokenFrom) + " on."
                : "Read aloud on stream.";
        return where + " The streamer may review it first.";
    }

    /// A processor as people choose it.
    public String processorName(String processor) {
        return processor.equals("card_processor") ? "Card" : "PayPal";
    }

    /// Whether no processor moves real money.
    public boolean isTest() {
        return !tests.isEmpty() && tests.containsAll(processors);
    }

    /// Whether a processor moves no real money, though another one does.
    public boolean isTest(String processor) {
        return tests.contains(processor) && !isTest();
    }

    /// Whether a processor is chosen: as it was entered, or else the first one.
    public boolean isChosenProcessor(String processor) {
        return entered("processor").isEmpty()
                ? processor.equals(processors.getFirst())
                : processor.equals(entered("processor"));
    }
}
