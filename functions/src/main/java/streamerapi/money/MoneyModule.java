package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.TimeZones;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The books of payments at processors, for owners and super admins.
public final class MoneyModule implements Module {

    /// The first day.
    public static final QueryParameter<@Nullable LocalDate> FROM = day(
            "from",
            "The first day: `2026-11-01`. Without it, the report has the 30 days up to `to`; it has at"
                    + " most 92 days.");

    /// The last day.
    public static final QueryParameter<@Nullable LocalDate> TO = day("to", "The last day. Today if not sent.");

    private static final QueryParameter<ZoneId> TIME_ZONE = new QueryParameter<>(
            "time_zone",
            "The time zone in which days begin, of the IANA database: `Europe/Berlin`. UTC if not sent.",
            Map.of("type", "string", "default", "UTC"),
            request -> TimeZones.named(request.query("time_zone")));

    private final MoneyBook book;

    public MoneyModule(Services services) {
        this.book = new MoneyBook(services.table(), services.clock());
    }

    private static QueryParameter<@Nullable LocalDate> day(String name, String doc) {
        return new QueryParameter<@Nullable LocalDate>(
                name, doc, Map.of("type", "string", "format", "date"), request -> {
                    String sent = request.query(name);
                    try {
                        return sent == null || sent.isEmpty() ? null : LocalDate.parse(sent);
                    } catch (DateTimeParseException e) {
                        throw Problem.badField(name, name + " must be a day such as 2026-11-21");
                    }
                });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/money", "getMoney", "Money at the processors, by day")
                .dashboard(SUPER_ADMIN)
                .doc("Sums of donors' payments, by day, processor, currency and mode; and whether the processors' own"
                        + " books say the same. Every amount, refunds included, is listed on the day on which its tip came:"
                        + " seconds after the payment, or later if the processor told of it later."
                        + " Tips of `POST /tips` are not included, because no processor was paid for them here.")
                .query(FROM)
                .query(TO)
                .query(TIME_ZONE)
                .answers(Answer.of(MoneyReport.SCHEMA))
                .handles(call -> Outcome.of(
                        book.report(call.tenantId(), call.query(FROM), call.query(TO), call.query(TIME_ZONE)))));
    }
}
