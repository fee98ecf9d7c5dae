package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.AvailableProcessor;
import streamerapi.checkouts.Checkouts;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.pages.TipLookView;
import streamerapi.pages.TipPageView;
import streamerapi.pages.TipVisitorView;
import streamerapi.settings.Settings;
import streamerapi.settings.TipPageSettings;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.schema.FormRequest;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tipping.TippingSwitch;
import streamerapi.viewers.SignedInViewer;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// An account's tip page as it stands.
///
/// @param account the account's name
/// @param spokenFrom the least amount that is spoken; 0 if every tip is
/// @param isOpen whether the account takes new tips
/// @param processors that a donor can choose; none if the account has connected none, or none takes its currency
/// @param signIns the platforms that viewers can sign in with
public record TipPage(
        String tenantId,
        String slug,
        String account,
        String currency,
        TipPageSettings settings,
        BigDecimal spokenFrom,
        boolean isOpen,
        List<AvailableProcessor> processors,
        List<Provider> signIns) {

    /// The currencies that have decimals which PayPal does not take.
    private static final List<String> WHOLE_IN_WALLET = List.of("HUF", "TWD");

    /// Currencies with decimals that Stripe accepts only in whole units.
    private static final List<String> WHOLE_BY_CARD = List.of("MGA");

    /// The page with a slug; null if no account has the slug, or its page is not enabled.
    static @Nullable TipPage find(Table table, ProviderConnections connections, Checkouts checkouts, String slug) {
        TipPageSlug found = TipPageSlug.find(table, slug);
        if (found == null) {
            return null;
        }
        TipPage page = of(table, connections, checkouts, found.tenantId());
        return page == null || !page.settings.enabled() || !slug.equals(page.slug) ? null : page;
    }

    /// An account's page, whether it is enabled or not; null if there is no such account.
    static @Nullable TipPage of(Table table, ProviderConnections connections, Checkouts checkouts, String tenantId) {
        Key profile = Keys.profile(tenantId);
        Key tipping = Keys.tipping(tenantId);
        Map<Key, Row> rows = table.getAll(profile, tipping);
        Row account = rows.get(profile);
        if (account == null) {
            return null;
        }
        Settings settings = Settings.of(account);
        TipPageSettings page = settings.tipPage();
        List<ProviderConnection> all = connections.all(tenantId);
        return new TipPage(
                tenantId,
                Objects.requireNonNullElse(page.slug(), ""),
                account.get(Settings.NAME),
                settings.currency(),
                page,
                settings.tts().minAmount(),
                TippingSwitch.isOpen(rows.get(tipping)),
                Checkouts.isOffered(settings.currency()) ? checkouts.available(all) : List.of(),
                page.signIn()
                        ? all.stream()
                                .filter(ViewerSignIns::isOffered)
                                .map(ProviderConnection::provider)
                                .sorted()
                                .toList()
                        : List.of());
    }

    /// The page as it is once it is open and a processor is connected.
    TipPage ready() {
        return new TipPage(
                tenantId,
                slug,
                account,
                currency,
                settings,
                spokenFrom,
                true,
                processors.isEmpty() ? List.of(new AvailableProcessor(Processor.CARD, null)) : processors,
                signIns);
    }

    /// Whether a donor can pay now.
    boolean takesTips() {
        return isOpen && !processors.isEmpty();
    }

    /// The account's connection to a processor that a donor can choose; null for any other.
    @Nullable
    ProviderConnection connection(Processor processor) {
        return processors.stream()
                .filter(available -> available.processor() == processor)
                .findFirst()
                .map(AvailableProcessor::connection)
                .orElse(null);
    }

    /// The page's heading.
    String title() {
        String title = settings.title();
        return title == null ? "Tip " + account : title;
    }

    /// How many decimals an amount may have.
    int decimals(Processor processor) {
        List<String> whole = processor == Processor.WALLET ? WHOLE_IN_WALLET : WHOLE_BY_CARD;
        return whole.contains(currency)
                ? 0
                : Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    }

    /// The path of its address.
    String path() {
        return TipPageSettings.path(slug);
    }

    /// The viewer as the page greets them.
    ///
    /// @param viewer who has signed in, or null
    TipVisitorView visitor(@Nullable SignedInViewer viewer) {
        List<String> labels = signIns.stream().map(Provider::label).toList();
        return viewer == null
                ? TipVisitorView.stranger(labels)
                : new TipVisitorView(
                        viewer.name(),
                        Provider.of(viewer.platform().connector()).displayName(),
                        viewer.credits(),
                        labels,
                        "",
                        "",
                        null);
    }

    /// The page as it is shown.
    ///
    /// @param isPreview whether the streamer looks at it, and nothing can be sent
    TipPageView view(TipVisitorView visitor, Entry entry, TipLookView look, boolean isPreview) {
        return new TipPageView(
                path(),
                account,
                title(),
                settings.text(),
                currency,
                presets(),
                settings.minAmount(),
                settings.maxAmount(),
                spokenFrom,
                settings.media(),
                labels(processors.stream()),
                labels(processors.stream().filter(AvailableProcessor::isTest)),
                isOpen,
                entry.fields,
                entry.request,
                entry.errors,
                entry.alert,
                entry.notice,
                visitor,
                look,
                isPreview);
    }

    private static List<String> labels(Stream<AvailableProcessor> processors) {
        return processors.map(available -> available.processor().label()).toList();
    }

    /// The form as the page shows it.
    ///
    /// @param fields the texts that the donor entered, by field; none if the form is new
    /// @param request its hidden field
    /// @param errors as of [DonorForm#errors]
    /// @param alert what went wrong with all of it, or null
    /// @param notice what else there is to say, or null
    record Entry(
            Map<String, String> fields,
            String request,
            Map<String, String> errors,
            @Nullable String alert,
            @Nullable String notice) {

        /// A form that is new.
        static Entry blank(@Nullable String alert, @Nullable String notice) {
            return new Entry(Map.of(), FormRequest.random(), Map.of(), alert, notice);
        }
    }

    /// The amounts to choose from: of the settings' those that the page takes.
    List<BigDecimal> presets() {
        int decimals = processors.stream()
                .mapToInt(available -> decimals(available.processor()))
                .min()
                .orElse(0);
        return settings.presets().stream()
                .filter(amount -> amount.signum() > 0
                        && amount.compareTo(settings.minAmount()) >= 0
                        && amount.compareTo(settings.maxAmount()) <= 0
                        && amount.stripTrailingZeros().scale() <= decimals)
                .distinct()
                .toList();
    }
}
