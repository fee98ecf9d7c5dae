package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.http.Api;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The tools, in the order in which they are listed.
final class Toolbox {

    private static final String NOW = "get_tts_now";

    private final Map<String, Tool> tools = new LinkedHashMap<>();

    /// @param api the REST endpoints that the tools are
    Toolbox(Api api) {
        add(Tool.reading(api.route("GET", "/tts/queue")));
        add(Tool.reading(api.route("GET", "/tts/now")));
        add(Tool.reading(api.route("GET", "/tts/history")));
        add(Tool.changing(api.route("POST", "/tts/skip"), Toolbox::skip));
        add(Tool.changing(api.route("POST", "/tts/pause"), Toolbox::pause));
        add(Tool.changing(api.route("POST", "/tts/resume"), Toolbox::resume));
        add(Tool.changing(api.route("POST", "/tips/test"), Toolbox::testTip, "name", "amount", "currency", "message"));
        add(Tool.reading(api.route("GET", "/leaderboard")));
        add(Tool.reading(api.route("GET", "/events/log")));
    }

    private void add(Tool tool) {
        tools.put(tool.name(), tool);
    }

    /// The tools that a credential's scopes open.
    List<Map<String, Object>> openTo(Caller caller) {
        return tools.values().stream()
                .filter(tool -> tool.isOpenTo(caller))
                .map(Tool::json)
                .toList();
    }

    /// A tool.
    ///
    /// @throws RpcError `INVALID_PARAMS` if there is none of the name
    Tool named(String name) {
        Tool tool = tools.get(name);
        if (tool == null) {
            throw RpcError.of(RpcCode.INVALID_PARAMS, "Unknown tool; tools/list names them");
        }
        return tool;
    }

    private static Preview.Said skip(Preview.Decided decided) {
        if (decided.answer().get("skipped_order_id") == null) {
            return Preview.Said.of("Nothing plays, so nothing would be skipped.");
        }
        Map<String, @Nullable Object> now = decided.reader().apply(NOW);
        return now != null && now.get("tip") instanceof Map<?, ?> playing
                ? about("This would skip the tip that plays now, ", Json.asObject(playing))
                : Preview.Said.of("This would skip the tip that plays now.");
    }

    private static Preview.Said pause(Preview.Decided decided) {
        return Preview.Said.of(
                decided.changesSomething()
                        ? "This would pause the TTS queue: a tip that plays would play on, and no other would start."
                        : "The TTS queue is paused already, so nothing would change.");
    }

    private static Preview.Said resume(Preview.Decided decided) {
        return Preview.Said.of(
                decided.changesSomething()
                        ? "This would resume the TTS queue: waiting tips could start."
                        : "The TTS queue is not paused, so nothing would change.");
    }

    /// The tip as the account's filter leaves it; as it was sent if it would wait for a decision.
    private static Preview.Said testTip(Preview.Decided decided) {
        return decided.answer().get("tip") instanceof Map<?, ?> tip
                ? about("This would put a test tip into the TTS queue, ", Json.asObject(tip))
                : Preview.Said.of("This would hold a test tip for the streamer's review.");
    }

    private static Preview.Said about(String words, Map<String, @Nullable Object> tip) {
        String message = tip.get("message") == null ? "no message" : "the message " + quoted(tip.get("message"));
        String amount = tip.get("amount") == null ? "no amount" : tip.get("amount") + " " + tip.get("currency");
        return new Preview.Said(
                words + "from " + quoted(tip.get("name")) + " with " + amount + " and " + message + ".", tip);
    }

    /// A text of a viewer as a JSON string, so that it ends where its quotation mark does.
    private static String quoted(@Nullable Object text) {
        return Json.writeText(text);
    }
}
