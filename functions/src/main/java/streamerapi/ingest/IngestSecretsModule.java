package streamerapi.ingest;

import streamerapi.connectors.ConnectorSecrets;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.signatures.SecretRotation;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The secrets that connectors sign with (contract "Dashboard").
public final class IngestSecretsModule implements Module {

    private final ConnectorSecrets secrets;

    public IngestSecretsModule(Services services) {
        this.secrets = new ConnectorSecrets(services.table(), services.secrets(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/ingest-secrets", "listIngestSecrets", "List ingest secrets")
                        .dashboard(SUPER_ADMIN)
                        .doc("The secrets of the account's connectors: the source and the time of each,"
                                + " without the secrets.")
                        .answers(Answer.list("secrets", ConnectorSecrets.Listed.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(secrets.all(call.tenantId()))),
                Endpoint.post("/ingest-secrets/{source}/rotate", "rotateIngestSecret", "Rotate an ingest secret")
                        .dashboard(SUPER_ADMIN)
                        .doc("Gives a source a new secret, which is shown only once. During the overlap, messages that"
                                + " are signed with the old secret are accepted too, and calls to the connector carry"
                                + " two `v1=` values, the new secret's first.")
                        .body(SecretRotation.SCHEMA)
                        .answers(Answer.of(ConnectorSecrets.Issued.SCHEMA))
                        .speculative()
                        .handles(this::rotate));
    }

    private Outcome<ConnectorSecrets.Issued> rotate(Call<SecretRotation> call) {
        Connector connector = Connector.of(call.path("source")).orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        return secrets.rotate(call.tenantId(), connector, call.body().overlap());
    }
}
