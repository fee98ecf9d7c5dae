import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The commands. {@link Streamer} starts them. */
public final class CommandLine {
    private static final String HELP = """
            usage: streamer <command> [options]        (streamer: docs/cli/streamer)

              listen --forward-to <url>     forward each event to a webhook handler of yours, signed
              tail                          print each event as it comes: who, how much, what they say
              trigger <event type>          send a test event; --set name=value changes a field of its data
              trigger --list                print the event types
              tips send                     send a tip: --name, --amount, --message; --test for one that counts nowhere
              queue                         print the tips that wait
              login                         sign in with the browser: --client-id <public app>, --scopes "<scopes>"
              logout                        end that sign-in, here and at the service

            options
              --url <address>     where the service is; default $STREAMER_URL, else the last login's, else the local stack
              --key <key>         an API key or access token; default $STREAMER_KEY, else the login, else the local stack's
              --events <types>    of listen and tail: event types, separated by commas
              --count <number>    of listen and tail: end after so many events
              --secret <secret>   of listen: sign with this secret; default $STREAMER_WEBHOOK_SECRET, else a new one
              --print-secret      of listen: print the secret that events are signed with, and end
              --no-browser        of login: print the address alone
              --json              print JSON, one object a line; errors too, on stderr

            exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 not reachable, 4 not signed in
            """;

    private static final List<String> COMMANDS =
            List.of("listen", "tail", "trigger", "tips send", "queue", "login", "logout", "help");

    private final Options options;
    private final Api api;

    private CommandLine(Options options) {
        this.options = options;
        this.api = new Api(options);
    }

    public static void main(String[] arguments) throws Exception {
        int code = run(arguments, System.getenv(), System.out, System.err);
        System.out.flush();
        System.exit(code);
    }

    /**
     * Runs a command.
     *
     * @return its exit code
     */
    static int run(String[] arguments, Map<String, String> variables, PrintStream out, PrintStream err)
            throws Exception {
        try {
            new CommandLine(new Options(arguments, new Terminal(variables, out, err))).run();
            return 0;
        } catch (Failure failure) {
            err.println(List.of(arguments).contains("--json") ? failure.json() : failure.getMessage());
            return failure.exitCode();
        }
    }

    private void run() throws Exception {
        String command = options.has("--help") ? "help" : options.command();
        if (command.startsWith("trigger ")) {
            trigger(command.substring("trigger ".length()));
            return;
        }
        if (options.has("--list") && !command.equals("trigger")) {
            throw Failure.usage("--list is an option of trigger");
        }
        switch (command) {
            case "", "help" -> options.terminal().out().print(HELP);
            case "listen" -> listen();
            case "tail" -> new EventStream(options, api).follow((text, event) -> options.print(text, Text.shown(EventLine.of(event))));
            case "trigger" -> eventTypes();
            case "tips send" -> tip();
            case "queue" -> queue();
            case "login" -> new Login(options, api.url()).signIn();
            case "logout" -> new Login(options, api.url()).signOut();
            default -> throw Failure.usage(
                    "There is no command " + command + Similar.to(command, COMMANDS) + "\n\n" + HELP);
        }
    }

    private void listen() throws Exception {
        if (options.has("--print-secret")) {
            String secret = Forwarder.secret(options);
            options.print(Json.write(Map.of("secret", secret)), secret);
            return;
        }
        Forwarder forwarder = new Forwarder(options);
        forwarder.introduce();
        new EventStream(options, api).follow(forwarder::forward);
    }

    private void trigger(String type) throws Exception {
        Map<String, Object> body = Json.object("type", type);
        if (!options.fields().isEmpty()) {
            body.put("data", options.fields());
        }
        String text;
        try {
            text = api.text("POST", "/v1/events/trigger", body);
        } catch (Failure refused) {
            throw refused.isOf("type") ? refused.adding(Similar.to(type, new EventTypes(api).all())) : refused;
        }
        options.print(text, Text.shown(Json.readObject(text).get("event_id")));
    }

    private void eventTypes() throws Exception {
        if (!options.has("--list")) {
            throw Failure.usage("trigger needs an event type. See: trigger --list");
        }
        List<String> types = new EventTypes(api).all();
        options.print(Json.write(Json.object("types", types)), String.join("\n", types));
    }

    private void tip() throws Exception {
        Map<String, Object> body = Json.object("name", options.get("--name", "Test"));
        if (options.has("--amount")) {
            body.put("amount", options.number("--amount"));
        }
        if (options.has("--message")) {
            body.put("message", options.get("--message"));
        }
        String text = api.text("POST", options.has("--test") ? "/v1/tips/test" : "/v1/tips", body);
        Map<String, Object> answer = Json.readObject(text);
        boolean held = answer.containsKey("held");
        Object id = answer.get("tip") instanceof Map<?, ?> tip ? tip.get("order_id") : answer.get("order_id");
        options.print(text, (held ? "held for review: " : "") + Text.shown(id));
    }

    private void queue() throws Exception {
        String text = api.text("GET", "/v1/tts/queue", null);
        StringBuilder list = new StringBuilder();
        Map<String, Object> queue = Json.readObject(text);
        List<?> tips = (List<?>) queue.get("items");
        for (Object item : tips) {
            Map<?, ?> tip = (Map<?, ?>) item;
            String amount = tip.get("amount") == null ? "" : tip.get("amount") + " " + tip.get("currency") + "  ";
            list.append(Text.shown(tip.get("order_id") + "  " + tip.get("name") + "  " + amount
                            + Objects.toString(tip.get("message"), "")))
                    .append('\n');
        }
        if (String.valueOf(queue.get("has_more")).equals("true")) {
            list.append("These are the first ").append(tips.size()).append(" tips. More wait behind them.");
        }
        options.print(text, list.isEmpty() ? "No tips wait." : list.toString().stripTrailing());
    }
}
