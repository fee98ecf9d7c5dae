package streamerapi.tipping;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;

import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.TIPPING_CONTROL;
import static streamerapi.shared.events.EventType.TIPPING_CLOSED;
import static streamerapi.shared.events.EventType.TIPPING_OPENED;

/// The tipping switch (spec "Tipping", contract "REST").
public final class TippingModule implements Module {

    private final TippingSwitch tipping;

    public TippingModule(Services services) {
        this.tipping = new TippingSwitch(services.table(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/tipping", "getTippingStatus", "Read the tipping switch")
                        .anyCredential()
                        .dashboard(MODERATOR)
                        .doc("Whether the tip page accepts new tips.")
                        .answers(Answer.ok("tipping", TippingStatus.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(tipping.status(call.tenantId()))),
                Endpoint.post("/tipping/open", "openTipping", "Open tipping")
                        .scope(TIPPING_CONTROL)
                        .dashboard(MODERATOR)
                        .doc("Opening it while it is open succeeds, changes nothing and emits nothing.")
                        .answers(Answer.success())
                        .emits(TIPPING_OPENED)
                        .speculative()
                        .handles(call -> tipping.open(call.tenantId())),
                Endpoint.post("/tipping/close", "closeTipping", "Close tipping")
                        .scope(TIPPING_CONTROL)
                        .dashboard(MODERATOR)
                        .doc("Stops new checkouts on the tip page; a payment that has begun is completed, and `POST"
                                + " /tips` goes on working. Closing it while it is closed succeeds, changes nothing and"
                                + " emits nothing.")
                        .answers(Answer.success())
                        .emits(TIPPING_CLOSED)
                        .speculative()
                        .handles(call -> tipping.close(call.tenantId())));
    }
}
