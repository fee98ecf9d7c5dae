package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A call of a tool: its endpoint decides, for the sender of the message.
///
/// @param confirmations of changes that were previewed
/// @param tools what previews read with
/// @param request the message's
record ToolCall(
        Confirmations confirmations,
        Toolbox tools,
        Request request,
        Tool tool,
        Map<String, @Nullable Object> arguments) {

    private static final String LIMIT = "limit";

    /// How many characters a tool reads at most: a result has them twice, and a function answers with 6 MB at most.
    private static final int MAX_READ = 1_000_000;

    /// Decides the call; a preview changes nothing.
    ///
    /// @throws Problem as the endpoint does, and `bad_request` for an argument that the tool does not have, or a
    /// confirmation that is not good for the call
    Outcome<ToolResult> decide() {
        arguments.keySet().stream()
                .filter(name -> !tool.arguments().containsKey(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Problem.badField(name, tool.name() + " has no argument of this name");
                });
        Outcome<Response> decided = decided(tool, arguments);
        Preview preview = tool.preview();
        if (preview == null || isRefusal(decided.value())) {
            return decided.map(this::result);
        }
        Preview.Decided seen = new Preview.Decided(decided, json(decided.value()), this::read);
        Confirmations.Previewed call =
                new Confirmations.Previewed(request, tool.name(), sent(arguments), seen.subject());
        Object confirm = arguments.get(Tool.CONFIRM);
        return confirm == null
                ? Outcome.of(ToolResult.previewed(preview.of(seen), confirmations.of(call)))
                : decided.writing(confirmations.use(confirm, call)).map(this::result);
    }

    /// The arguments without the confirmation.
    private static Map<String, @Nullable Object> sent(Map<String, @Nullable Object> arguments) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(arguments);
        sent.remove(Tool.CONFIRM);
        return sent;
    }

    private Outcome<Response> decided(Tool called, Map<String, @Nullable Object> with) {
        Map<String, @Nullable Object> sent = sent(with);
        boolean reads = called.preview() == null;
        byte[] body = reads || sent.isEmpty() ? new byte[0] : Json.write(sent);
        return called.route().decide(request, Map.of(), reads ? query(called, sent) : "", body);
    }

    /// The arguments as a query has them, and the tool's own defaults.
    private static String query(Tool called, Map<String, @Nullable Object> sent) {
        Map<String, String> query = new LinkedHashMap<>();
        called.arguments().forEach((name, schema) -> {
            Object fallback = Json.asObject(schema).get("default");
            Object value = sent.get(name) == null ? fallback : sent.get(name);
            if (value != null) {
                query.put(name, text(name, value));
            }
        });
        return query.entrySet().stream()
                .map(parameter ->
                        parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String text(String name, Object value) {
        return switch (value) {
            case String text -> text;
            case Integer number -> number.toString();
            case BigDecimal number -> number.stripTrailingZeros().toPlainString();
            default -> throw Problem.badField(name, name + " must be a string or a number");
        };
    }

    private ToolResult result(Response response) {
        Map<String, @Nullable Object> answer = json(response);
        if (isRefusal(response)) {
            return ToolResult.refused(answer, response.code());
        }
        if (response.body().length() > MAX_READ && tool.arguments().containsKey(LIMIT)) {
            throw Problem.badField(LIMIT, "limit must be less: the answer would be too long for an assistant");
        }
        return tool.preview() == null
                ? ToolResult.read(answer, tool.showsViewers())
                : ToolResult.done(tool.endpoint().summary(), answer);
    }

    /// The answer of a tool that reads; null if the caller's scopes do not open it.
    private @Nullable Map<String, @Nullable Object> read(String name) {
        Tool reader = tools.named(name);
        Caller caller = request.caller();
        return reader.isOpenTo(caller) ? json(decided(reader, Map.of()).value()) : null;
    }

    private static boolean isRefusal(Response response) {
        return response.status() >= 400;
    }

    private static Map<String, @Nullable Object> json(Response response) {
        return Json.readObject(response.body().getBytes(StandardCharsets.UTF_8));
    }
}
