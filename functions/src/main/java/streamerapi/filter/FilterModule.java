package streamerapi.filter;

import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Table;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// A look at what the account's filter would do to a text (contract "Tips").
public final class FilterModule implements Module {

    private static final int MAX_TEXT = 500;

    private final Table table;

    public FilterModule(Table table) {
        this.table = table;
    }

    /// A text to try.
    record Trial(String text) {
        static final Schema<Trial> SCHEMA = Schema.of("FilterTrial", "A text to show to the filter.", s -> {
            var text = s.text("text", Trial::text).between(1, MAX_TEXT).example("That was a darn good game");
            return in -> new Trial(text.of(in));
        });
    }

    /// The filter's result for a text.
    record Finding(String result, String text, List<String> replaced, List<String> blocked) {
        static final Schema<Finding> SCHEMA = Schema.shown("FilterFinding", "The filter's result for a text.", s -> {
            s.oneOf("result", Finding::result, List.of("passes", "replaces", "holds", "blocks"))
                    .doc("The result for a tip with this text.")
                    .example("replaces");
            s.text("text", Finding::text).doc("The text as it would go on.").example("That was a **** good game");
            s.texts("replaced", Finding::replaced)
                    .doc("The listed words that were found and would be replaced.")
                    .example(List.of("darn"));
            s.texts("blocked", Finding::blocked)
                    .doc("The listed words that would keep the tip out.")
                    .example(List.of());
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/filter/check", "checkFilter", "Try the filter")
                .dashboard(SUPER_ADMIN)
                .doc("Uses the words of the saved settings. Nothing is stored, and no event is sent.")
                .body(Trial.SCHEMA)
                .answers(Answer.ok("finding", Finding.SCHEMA))
                .speculative()
                .handles(call -> Outcome.of(finding(call))));
    }

    private Finding finding(Call<Trial> call) {
        Settings settings = Settings.read(table, call.tenantId());
        WordFilter filter =
                new WordFilter(settings.filter().replace(), settings.filter().block());
        WordFilter.Verdict verdict = filter.judge(call.body().text());
        return new Finding(result(settings, verdict), verdict.text(), verdict.replaced(), verdict.blocked());
    }

    private static String result(Settings settings, WordFilter.Verdict verdict) {
        if (verdict.isBlocked()) {
            return "blocks";
        }
        if (!verdict.isReplaced()) {
            return "passes";
        }
        return switch (settings.filter().onMatch()) {
            case HOLD -> "holds";
            case REPLACE -> "replaces";
        };
    }
}
