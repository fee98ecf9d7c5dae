package streamerapi.aivoices;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.AI_VOICES_MANAGE;

/// AI voices (spec "AI voices", contract "REST").
public final class AiVoicesModule implements Module {

    private static final String AVAILABILITY = "A 404 unless AI voices are available to the account.";

    private final AiVoices voices;

    public AiVoicesModule(Services services) {
        this.voices = new AiVoices(services.table(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/ai-voices", "getAiVoices", "Read the AI voices")
                        .scope(AI_VOICES_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("The catalogue with the account's flags, and this month's characters. " + AVAILABILITY)
                        .answers(Answer.ok("ai_voices", AiVoices.Overview.SCHEMA))
                        .refuses(ErrorCode.NOT_FOUND)
                        .speculative()
                        .handles(call -> Outcome.of(voices.overview(call.tenantId()))),
                all("enable", true),
                all("disable", false),
                one("enable", true),
                one("disable", false));
    }

    private Endpoint all(String verb, boolean on) {
        return Endpoint.post("/ai-voices/" + verb, verb + "AiVoices", "Turn AI voices " + (on ? "on" : "off"))
                .scope(AI_VOICES_MANAGE)
                .dashboard(SUPER_ADMIN)
                .doc(AVAILABILITY)
                .answers(Answer.success())
                .refuses(ErrorCode.NOT_FOUND)
                .speculative()
                .handles(call -> voices.setEnabled(call.tenantId(), on));
    }

    private Endpoint one(String verb, boolean on) {
        return Endpoint.post(
                        "/ai-voices/{voiceId}/" + verb, verb + "AiVoice", "Turn one AI voice " + (on ? "on" : "off"))
                .scope(AI_VOICES_MANAGE)
                .dashboard(SUPER_ADMIN)
                .doc(AVAILABILITY)
                .answers(Answer.success())
                .speculative()
                .handles(call -> voices.setVoiceEnabled(call.tenantId(), call.path("voiceId"), on));
    }
}
