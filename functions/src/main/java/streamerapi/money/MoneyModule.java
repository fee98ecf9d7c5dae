package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The books of payments at processors, for owners and super admins.
public final class MoneyModule implements Module {

    private static final int DEFAULT_DAYS = 30;
    private static final int MAX_DAYS = 92;

    private static final QueryParameter<@Nullable LocalDate> FROM =
            day("from", "The first day, UTC: `2026-11-01`. 30 days up to `to` if it is not sent; 92 at most.");
    private static final QueryParameter<@Nullable LocalDate> TO = day("to", "The last day, UTC. Today if not sent.");

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
                .doc(
                        "Sums of donors' payments, by day (UTC), processor, currency and mode; and whether the processors' own"
                                + " books say the same. Each amount stands on the day on which its payment came, refunds too."
                                + " Tips that came by `POST /tips` are not among them: no processor took their money here.")
                .query(FROM)
                .query(TO)
                .answers(Answer.of(MoneyReport.SCHEMA))
                .handles(call -> Outcome.of(report(call))));
    }

    private MoneyReport report(AuthorizedCall<?> call) {
        LocalDate sentTo = call.query(TO);
        LocalDate to = sentTo == null ? book.today() : sentTo;
        LocalDate sentFrom = call.query(FROM);
        LocalDate from = sentFrom == null ? to.minusDays(DEFAULT_DAYS - 1) : sentFrom;
        if (from.isAfter(to) || from.until(to, ChronoUnit.DAYS) >= MAX_DAYS) {
            throw Problem.badField("from", "from must be a day before to, at most " + MAX_DAYS + " days with it");
        }
        if (from.getYear() < 2000 || to.getYear() > 2200) {
            throw Problem.badField("to", "to must be a day between 2000 and 2200");
        }
        return book.report(call.tenantId(), from, to);
    }
}
