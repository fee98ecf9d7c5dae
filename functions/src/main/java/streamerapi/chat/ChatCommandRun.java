package streamerapi.chat;

import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.util.List;

/// A viewer ran a custom command (`chat.command`).
///
/// @param command the command's name
/// @param typed how the line called it
public record ChatCommandRun(ChatLine line, ChatLine.Typed typed, String command) {

    public static final EventSchema<ChatCommandRun> EVENT = EventSchema.of(EventType.CHAT_COMMAND, s -> {
        s.choice("platform", run -> run.line.platform(), Platform.ALL)
                .doc("One of the two streaming platforms.")
                .sample(Platform.ALPHA);
        s.anyText("command", ChatCommandRun::command)
                .doc("The command's name, without `!`.")
                .sample("hug");
        s.anyText("invoked_as", run -> run.typed.trigger())
                .doc("The name or alias that was typed.")
                .sample("hugs");
        s.anyTexts("args", run -> run.typed.arguments())
                .doc("The words after it.")
                .sample(List.of("QuietMaple"));
        s.anyText("user_id", run -> run.line.userId()).doc("On that platform.").sample("48213377");
        s.anyText("user_login", run -> run.line.login()).sample("novafox");
        s.anyText("user_name", run -> run.line.name()).sample("NovaFox");
        s.flag("is_mod", run -> run.line.isModerator()).sample(false);
        s.anyText("message_id", run -> run.line.messageId()).sample("e2c70b5d-41f8-4d36-9a1e-6b83d0f7c259");
    });
}
