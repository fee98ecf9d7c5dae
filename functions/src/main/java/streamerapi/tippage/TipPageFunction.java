package streamerapi.tippage;

import streamerapi.platforms.Processors;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

import java.net.URI;
import java.util.stream.Stream;

/// Answers `/tip/…`, the page at which viewers pay for tips.
public final class TipPageFunction extends HttpFunction {

    public TipPageFunction() {
        this(Environment.ofProcess());
    }

    public TipPageFunction(Environment environment) {
        super(environment, TipPageFunction::api);
    }

    private static Api api(Services services) {
        Processors processors =
                Processors.of(services.table(), services.secrets(), services.clock(), services.environment()::optional);
        StringBuilder targets = new StringBuilder("'self' https:");
        Stream.of("STRIPE_API_URL", "PAYPAL_API_URL")
                .map(name -> services.environment().orElse(name, ""))
                .filter(address -> address.startsWith("http:"))
                .map(TipPageFunction::origin)
                .distinct()
                .forEach(origin -> targets.append(' ').append(origin));
        String authUrl = services.environment().orElse("AUTH_URL", "");
        return new TipPageApi(services, processors.checkouts(), authUrl, targets.toString()).api();
    }

    private static String origin(String address) {
        URI uri = URI.create(address);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }
}
