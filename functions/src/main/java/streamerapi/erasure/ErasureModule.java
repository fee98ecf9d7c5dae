package streamerapi.erasure;

import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.viewers.Profiles;

import java.util.List;

import static streamerapi.shared.auth.Role.OWNER;

/// Erasure, for the account's owner (contract "Dashboard").
public final class ErasureModule implements Module {

    private final Erasures erasures;

    public ErasureModule(Services services) {
        this.erasures =
                new Erasures(services.table(), new Profiles(services.table()), services.ids(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.delete("/viewers/{user}", "eraseViewer", "Erase a person")
                .dashboard(OWNER)
                .doc("Removes a person's names, ids and messages from all stored data; sums stay. `{user}` is"
                        + " `<platform>:<id>`; all linked accounts are erased with it. Profile and credits are"
                        + " gone with the answer; tips, events and the rest follow within minutes. Erasing a"
                        + " person about whom nothing is stored succeeds too.")
                .answers(Answer.success())
                .refuses(ErrorCode.BAD_REQUEST)
                .handles(call -> erasures.begin(call.tenantId(), call.path("user"))));
    }
}
