package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.timers.ChatTimer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/// One evening of a streamer: four hours of chat of 2,000 viewers on both platforms, 50 commands, 10 timers, counters,
/// and lines that are delivered twice. Each answer, cooldown, counter and post is the models'. Times are whole seconds,
/// as the delays of queues are.
///
/// `-Dchat.lines=20000` is a busy evening, `-Dchat.seed=7` another one.
@NullMarked
class EveningTest {

    private static final int LINES = Integer.getInteger("chat.lines", 1_000);
    private static final long SEED = Long.getLong("chat.seed", 1);
    private static final int VIEWERS = 2_000;
    private static final int COMMANDS = 50;
    private static final Duration EVENING = Duration.ofHours(4);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Instant START = TimerStage.DAY.plus(Duration.ofHours(18));

    /// A stack whose own schedule and queues post nothing.
    @AutoClose
    private static Service service;

    private final Random random = new Random(SEED);
    private final TimersModel timers = new TimersModel(Set.of("alpha", "beta"));
    private final EveningModel chat = new EveningModel();

    @BeforeAll
    static void standStill() throws InterruptedException {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
        service.stack().queueTriggers().pause();
    }

    @Test
    void anEveningOfChatIsTheModels() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.connect("beta");
        counters(stage);
        commands(stage);
        timers(stage);
        stage.live("alpha", true);
        stage.live("beta", true);
        timers.live(true, stage.now());

        evening(stage);

        List<TimerStage.Post> expected = new ArrayList<>(chat.answers());
        expected.addAll(timers.posts());
        assertThat(differences(expected, stage.posts())).isEmpty();
        assertThat(timers.posts()).as("posts of timers").hasSizeGreaterThan(100);
        assertThat(stage.account().eventTypes().stream().filter("chat.command"::equals))
                .as("runs of custom commands")
                .hasSize(chat.runs());
        Map<String, Long> values = new HashMap<>();
        stage.account()
                .rows("COUNTER#")
                .forEach(row ->
                        values.put(row.key().sort().substring("COUNTER#".length()), row.get(Attribute.whole("value"))));
        assertThat(values).isEqualTo(chat.counters());
    }

    /// Lines, each at its time, and the schedule's tick once a minute.
    private void evening(TimerStage stage) {
        Instant end = START.plus(EVENING);
        Instant tick = START.plusSeconds(random.nextInt(60));
        Instant line = START.plusSeconds(1);
        double pace = 1;
        for (int lines = 0; line.isBefore(end); ) {
            Instant second = line.truncatedTo(ChronoUnit.SECONDS);
            Instant next = tick.isBefore(second) ? tick : second;
            stage.runTo(next);
            timers.runTo(next);
            if (next.equals(tick)) {
                stage.tick();
                tick = tick.plus(MINUTE);
                pace = List.of(0.3, 0.3, 1.0, 2.4).get(random.nextInt(4));
            } else {
                lines++;
                comes(stage, line(next), "m" + lines, random.nextInt(50) == 0);
                line = line.plusMillis(1 + random.nextLong((long) (2.0 * EVENING.toMillis() / LINES / pace)));
            }
            stage.runTo(next);
        }
    }

    private void comes(TimerStage stage, EveningModel.Line line, String id, boolean twice) {
        boolean countsAgain = chat.comes(line);
        comes(stage, line, id);
        if (twice) {
            stage.runTo(line.at());
            if (countsAgain) {
                comes(stage, line, id);
            } else {
                stage.line(id, line);
            }
        }
    }

    private void comes(TimerStage stage, EveningModel.Line line, String id) {
        if (line.platform().equals("alpha")) {
            timers.chat(line.at());
        }
        stage.line(id, line);
    }

    private EveningModel.Line line(Instant at) {
        int viewer = random.nextInt(VIEWERS);
        return new EveningModel.Line(
                at,
                random.nextInt(5) == 0 ? "beta" : "alpha",
                "viewer" + viewer,
                viewer % 40 == 0,
                viewer % 6 == 0,
                text());
    }

    private String text() {
        int kind = random.nextInt(100);
        if (kind < 50) {
            return List.of("hello", "GG", "! what", "!", "so close /me thinks").get(random.nextInt(5));
        }
        if (kind < 80) {
            String trigger = (random.nextInt(3) == 0 ? "a" : "cmd") + random.nextInt(COMMANDS);
            return "!" + (random.nextBoolean() ? trigger : trigger.toUpperCase(Locale.ROOT)) + arguments();
        }
        return switch (random.nextInt(10)) {
            case 0 -> "!deaths+";
            case 1 -> "!deaths- 2";
            case 2 -> "!DEATHS 7";
            case 3 -> "!hugs";
            case 4 -> "!commands";
            case 5 -> "!skip";
            case 6 -> "!pause";
            case 7 -> "!resume";
            case 8 -> "!nothing";
            default -> "!deaths";
        };
    }

    private String arguments() {
        StringBuilder arguments = new StringBuilder();
        List<String> words = List.of("@bob", "ada", "/ban", "!x", "{user}", "{counter:deaths+}", ".", "ünï", "3");
        for (int i = random.nextInt(4); i > 0; i--) {
            arguments.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return arguments.toString();
    }

    private void counters(TimerStage stage) {
        for (String name : List.of("deaths", "hugs")) {
            stage.account()
                    .api()
                    .send("PUT", "/counters/" + name, Json.write(Map.of("value", 0)))
                    .expect(201);
            chat.count(name, 0);
        }
    }

    private void commands(TimerStage stage) {
        List<String> responses = List.of(
                "{user} hugs {target}",
                "{args}",
                "{counter:hugs+} hugs by now",
                "Live for {uptime} in {channel}, with {counter:deaths} deaths",
                "{1} before {2}");
        List<Function<EveningModel.Line, String>> answers = List.of(
                line -> line.viewer() + " hugs " + line.target(),
                line -> opening(line.arguments()),
                line -> chat.count("hugs", 1) + " hugs by now",
                line -> "Live for " + uptime(line.at()) + " in novaplays, with " + chat.count("deaths", 0) + " deaths",
                line -> (opening(argument(line, 1)) + " before " + argument(line, 2)).strip());
        for (int i = 0; i < COMMANDS; i++) {
            EveningModel.Command command = new EveningModel.Command(
                    "cmd" + i,
                    i % 3 == 0 ? List.of("a" + i) : List.of(),
                    i % 7 == 0 ? List.of("beta") : i % 11 == 0 ? List.of("alpha") : List.of("alpha", "beta"),
                    i % 10 == 0 ? "moderator" : i % 4 == 0 ? "subscriber" : "everyone",
                    List.of(0, 5, 60, 600).get(i % 4),
                    i % 2 == 0,
                    i % 5 != 0,
                    i % 13 != 0,
                    answers.get(i % answers.size()));
            chat.add(command);
            stage.account()
                    .api()
                    .post("/commands", body(command, responses.get(i % responses.size())))
                    .expect(201);
        }
    }

    private static Map<String, Object> body(EveningModel.Command command, String response) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", command.name());
        body.put("response", response);
        body.put("aliases", command.aliases());
        body.put("platforms", command.platforms());
        body.put("permission", command.permission());
        body.put("cooldown_seconds", command.cooldown());
        body.put("cooldown_type", command.perUser() ? "per_user" : "global");
        body.put("listed", command.listed());
        body.put("enabled", command.enabled());
        return body;
    }

    private void timers(TimerStage stage) {
        for (ChatTimer timer : List.of(
                timer("ten", 10, null, 0),
                timer("fifteen", 15, null, 0),
                timer("thirty", 30, null, 0),
                timer("sixty", 60, null, 0),
                timer("five to twenty-five", 5, 25, 0),
                timer("seven to thirteen", 7, 13, 0),
                timer("chatty", 5, null, 20),
                timer("chattier", 5, null, 150),
                timer("patient", 6, 9, 60),
                timer("busy", 3, null, 200))) {
            timers.add(stage.create(timer), stage.now());
        }
    }

    private static ChatTimer timer(String name, int minutes, @Nullable Integer max, int lines) {
        String id = "tmr_" + name.replace(' ', '_');
        return new ChatTimer(id, name, name, minutes, max, lines, true, Platform.ALL, true, START, START, null);
    }

    private static String uptime(Instant at) {
        Duration up = Duration.between(START, at);
        return up.toHours() == 0 ? up.toMinutes() + " min" : up.toHours() + " h " + up.toMinutesPart() + " min";
    }

    private static String argument(EveningModel.Line line, int place) {
        String[] words = line.text().split(" ");
        return place < words.length ? words[place] : "";
    }

    /// A viewer's text at the beginning of an answer, where it could be a command of the platform.
    private static String opening(String text) {
        return text.replaceFirst("^[/.!\\\\ ]+", "");
    }

    /// The posts that are missing (below 0) and those that are too many (above 0).
    private static Map<TimerStage.Post, Integer> differences(
            List<TimerStage.Post> expected, List<TimerStage.Post> said) {
        Map<TimerStage.Post, Integer> differences = new LinkedHashMap<>();
        said.forEach(post -> differences.merge(post, 1, Integer::sum));
        expected.forEach(post -> differences.merge(post, -1, Integer::sum));
        differences.values().removeIf(count -> count == 0);
        return differences;
    }
}
