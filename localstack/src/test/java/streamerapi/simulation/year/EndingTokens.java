package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Form;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Kick, as a streamer is connected to it: an access token ends after some seconds of use, at times before it should,
/// and a refresh token is used once. Programs say lines in its chat, often two at once.
final class EndingTokens {

    static final String PROVIDER = "kick";

    private static final String ACCESS = "kick-access-";
    private static final String REFRESH = "kick-refresh-";

    private static final String TOKENS = """
            {"access": "%s", "refresh": "%s", "ends_at": "%s", "scopes": ["chat:write"]}""";
    private static final String FRESH_TOKENS = """
            {"access_token": "%s", "refresh_token": "%s", "expires_in": %d, "scope": "chat:write"}""";

    /// How long before its end the service refreshes a token.
    private static final Duration RESERVE = Duration.ofMinutes(5);

    private final World world;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Integer> said = new LinkedHashMap<>();
    private final List<String> refused = new ArrayList<>();
    private int number;
    private Instant end = firstEnd();

    EndingTokens(World world) {
        this.world = world;
        secret();
    }

    /// A line that a program says, and its answer.
    private static final class Line {
        private final String text;
        private ApiUser.@Nullable Reply reply;
        private boolean isTakenBack;

        Line(String text) {
            this.text = text;
        }
    }

    /// The tokens that the connection begins with.
    static String first() {
        return TOKENS.formatted(ACCESS + 0, REFRESH + 0, firstEnd());
    }

    /// When the first access token ends: it is refreshed soon after people have come.
    private static Instant firstEnd() {
        return Turns.BEGINNING.plus(Year.EARLIER).plus(RESERVE).plusSeconds(15);
    }

    private void secret() {
        world.secrecy().add("an access token", ACCESS + number);
        world.secrecy().add("a refresh token", REFRESH + number);
    }

    /// Begins what programs say in this time.
    void come(Duration activity) {
        int moments = 3 + world.luck().number(4);
        for (int i = 0; i < moments; i++) {
            Duration when = world.luck().moment(activity);
            for (int program = 0; program < 1 + i % 3; program++) {
                say("line-" + i + "-" + program, when.plus(world.luck().within(0.5)));
            }
        }
        say("line-last", activity.plus(People.AFTERWARDS));
    }

    private void say(String text, Duration when) {
        Line line = new Line(text);
        lines.add(line);
        String body = """
                {"message": "%s", "platforms": ["beta"]}""".formatted(text);
        world.turns().at(when, () -> {
            Instant began = world.turns().now();
            line.reply = world.user().send("POST", "/v1/chat/messages", body, text);
            line.isTakenBack = world.takesBack(began);
        });
    }

    /// Answers a call of the platform's API.
    PaymentProcessor.Reply asked(String path, @Nullable String authorization, String body) {
        return path.equals("/oauth/token") ? refreshed(Form.parse(body)) : chatted(String.valueOf(authorization), body);
    }

    private PaymentProcessor.Reply refreshed(Map<String, List<String>> form) {
        String token = String.join("", form.getOrDefault("refresh_token", List.of()));
        if (List.of("client_credentials").equals(form.get("grant_type"))) {
            return new PaymentProcessor.Reply(200, "{\"access_token\":\"app\",\"expires_in\":3600}", false);
        }
        if (world.luck().strikesOneIn(8)) {
            world.story().tell("kick fails at a refresh");
            return new PaymentProcessor.Reply(503, "{}", false);
        }
        if (!token.equals(REFRESH + number)) {
            refused.add(token);
            world.story().tell("kick refuses " + token + ", which was used");
            return new PaymentProcessor.Reply(400, "{\"error\":\"invalid_grant\"}", false);
        }
        number++;
        secret();
        Duration life = RESERVE.plusSeconds(5 + world.luck().number(30));
        boolean isShort = world.luck().number(4) == 0;
        end = world.turns().now().plus(isShort ? Duration.ofSeconds(10) : life);
        world.story()
                .tell("kick takes " + token + ", and gives " + REFRESH + number + " and " + ACCESS + number
                        + (isShort ? ", which ends early" : ""));
        String answer = FRESH_TOKENS.formatted(ACCESS + number, REFRESH + number, life.toSeconds());
        return new PaymentProcessor.Reply(200, answer, world.luck().strikesOneIn(8));
    }

    private PaymentProcessor.Reply chatted(String authorization, String body) {
        boolean holds = authorization.equals("Bearer " + ACCESS + number)
                && world.turns().now().isBefore(end);
        if (!holds) {
            world.story().tell("kick does not know " + authorization);
            return new PaymentProcessor.Reply(401, "{}", false);
        }
        String text = String.valueOf(
                Json.readObject(body.getBytes(StandardCharsets.UTF_8)).get("content"));
        said.merge(text, 1, Integer::sum);
        world.story().tell("kick has " + text);
        String answer = "{\"data\":{\"is_sent\":true,\"message_id\":\"" + text + "\"}}";
        return new PaymentProcessor.Reply(200, answer, world.luck().strikesOneIn(8));
    }

    /// Holds the service to what the platform knows.
    void hold(Year year, List<Told> told, Broken broken) {
        Row row = year.table().get(ConnectionKeys.connection(year.account().tenantId(), PROVIDER));
        boolean isEnded = row == null || row.get(Attribute.text("status")).equals("disconnected");
        broken.holds(
                !isEnded || !refused.isEmpty(),
                "a connection ends only if its platform refuses it",
                row == null ? "" : row);
        broken.holds(
                refused.isEmpty() || !world.luck().isSpotless(),
                "a refresh token is used once (if nothing went wrong)",
                refused);
        broken.holds(
                !isEnded || told.stream().anyMatch(event -> event.text("code").equals("connection_degraded")),
                "the end of a connection is told",
                refused);
        for (Line line : lines) {
            int times = said.getOrDefault(line.text, 0);
            broken.holds(
                    times <= 1 || line.isTakenBack, "a line is said once", line.text + " was said " + times + " times");
            ApiUser.Reply reply = line.reply;
            boolean isSent = reply != null && Boolean.TRUE.equals(reply.at("sent", "beta"));
            broken.holds(!isSent || times == 1, "a line that was sent was said", line.text);
            broken.holds(
                    isSent || isEnded || !line.text.equals("line-last"),
                    "a connection works, or has ended",
                    line.text + " was answered " + (reply == null ? "never" : reply.text()));
        }
    }
}
