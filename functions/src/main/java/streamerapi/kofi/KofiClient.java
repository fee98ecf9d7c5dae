package streamerapi.kofi;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.Webhook;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.net.URI;
import java.util.List;
import java.util.Map;

/// Ko-fi as a connection needs it. Ko-fi cannot be asked for anything: the streamer enters the webhook's address there.
public final class KofiClient implements ProcessorClient<KofiToken> {

    @Override
    public Provider provider() {
        return Provider.KOFI;
    }

    @Override
    public Schema<KofiToken> credentials() {
        return KofiToken.SCHEMA;
    }

    @Override
    public boolean checksCredentials() {
        return false;
    }

    @Override
    public Map<String, String> fields(KofiToken token) {
        return Map.of(KofiToken.FIELD, token.text());
    }

    @Override
    public KofiToken credentials(Map<String, @Nullable Object> fields) {
        return new KofiToken(Json.text(fields, KofiToken.FIELD));
    }

    /// The token is the secret that comes with each call.
    @Override
    public Made connect(KofiToken token, URI webhookUrl) {
        return new Made(new Webhook(null, null), token.text(), null, List.of(), List.of());
    }

    @Override
    public String refusedField(int status) {
        return KofiToken.FIELD;
    }

    @Override
    public Made repair(KofiToken token, Webhook known, URI webhookUrl) {
        return new Made(known, null, null, List.of(), List.of());
    }

    @Override
    public boolean leave(KofiToken token, Webhook known) {
        return true;
    }
}
