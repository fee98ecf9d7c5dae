package streamerapi.dashboard;

import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Table;
import streamerapi.webhooks.EndpointUrl;

import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The settings of an account (contract "Dashboard").
public final class SettingsModule implements Module {

    private final Table table;
    private final Schema<Settings> changed;

    public SettingsModule(Services services) {
        boolean allowPrivate = "true".equals(services.environment().required("WEBHOOK_ALLOW_PRIVATE"));
        this.table = services.table();
        this.changed = Settings.schema(text -> EndpointUrl.check("moderation.url", text, allowPrivate));
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/settings", "getSettings", "Settings")
                        .dashboard(SUPER_ADMIN)
                        .doc("What the account has decided.")
                        .answers(Answer.ok("settings", Settings.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(Settings.read(table, call.tenantId()))),
                Endpoint.patch("/settings", "changeSettings", "Change settings")
                        .dashboard(SUPER_ADMIN)
                        .doc("Changes what is sent, inside the objects too, and leaves the rest. A list takes the place"
                                + " of the list before; what a list of texts names twice is kept once.")
                        .changes(changed)
                        .answers(Answer.ok("settings", Settings.SCHEMA))
                        .speculative()
                        .handles(this::change));
    }

    private Outcome<Settings> change(Call<Changes<Settings>> call) {
        return Settings.change(table, call.tenantId(), before -> call.body().appliedTo(before, Map.of()));
    }
}
