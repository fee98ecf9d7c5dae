package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.KeyPreset;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteapikeyGenerated;
import streamerapi.pages.templates.dashboard.JteapikeysGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;

/// The pages of an account's API keys.
final class ApiKeysPages {

    private static final String SECTION = "api-keys";
    private static final String ADDRESS = Site.PLACE + "/api-keys";
    private static final String KEYS = "/api-keys";
    private static final String KEY = "/api-keys/{keyId}";

    private final Site site;

    ApiKeysPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(KEYS, KEYS, this::keys),
                site.form(KEYS, "POST", KEYS).then(this::secret).refusedOn(KEYS, this::keys),
                site.page(KEY, KEYS, this::key),
                site.form(KEY, "PATCH", KEY)
                        .leadsTo(request -> ADDRESS, Flash.KEY_SAVED)
                        .refusedOn(KEYS, this::key),
                site.form(KEY + "/rotate", "POST", KEY + "/rotate")
                        .then(this::secret)
                        .refusedOn(KEYS, this::keys),
                site.button(KEY + "/revoke", "DELETE", KEY, request -> ADDRESS, Flash.KEY_REVOKED));
    }

    private Response keys(Request request, Fields keys, @Nullable Problem refused) {
        KeyPreset preset = KeyPreset.labelled(request.query("for"));
        FormValues entered = refused == null ? ofPreset(preset) : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JteapikeysGenerated.render(output, null, frame, keys, preset, entered));
    }

    private static FormValues ofPreset(@Nullable KeyPreset preset) {
        return preset == null ? FormValues.NOTHING : preset.entered();
    }

    private Response key(Request request, Fields keys, @Nullable Problem refused) {
        Fields key = keys.only("keys", "id", request.parameter("keyId"));
        FormValues entered =
                refused == null ? FormValues.of(key, List.of("name"), List.of("scopes")) : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteapikeyGenerated.render(output, null, frame, key, entered));
    }

    private Response secret(Request request, Fields answer) {
        return site.secret(
                request,
                SECTION,
                new Site.ShownSecret(
                        "API key " + answer.object("key").text("name"),
                        answer.text("secret"),
                        "A program sends it in the header Authorization, after the word Bearer and a space.",
                        ADDRESS));
    }
}
