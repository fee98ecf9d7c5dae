package streamerapi.oauth;

import gg.jte.TemplateOutput;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import org.jspecify.annotations.Nullable;
import streamerapi.oauth.pages.JteconsentGenerated;
import streamerapi.oauth.pages.JtemoderatorGenerated;
import streamerapi.oauth.pages.JtesigninGenerated;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The pages that people see, made from the templates in `src/main/jte`, which the build turns into Java. What is
/// filled in is escaped for where it stands. They need no script.
public final class Pages {

    /// Where the stylesheet is. A new version of it has a new address.
    static final String STYLESHEET = "/oauth/pico-2.1.1.css";

    private static final String FILE = "/META-INF/resources/webjars/picocss__pico/2.1.1/css/pico.classless.min.css";

    private Pages() {}

    /// What the sign-in form shows.
    ///
    /// @param message what went wrong before, or null
    /// @param email what was typed before
    /// @param fields hidden ones
    public record SignInForm(String appName, @Nullable String message, String email, Map<String, String> fields) {

        public String stylesheet() {
            return STYLESHEET;
        }
    }

    /// What the consent screen shows.
    ///
    /// @param madeBy the account that registered the app
    /// @param email of whoever is signed in
    /// @param grants what the app will be able to do, in plain words
    /// @param destination where the browser goes after it
    /// @param message what went wrong before, or null
    /// @param fields hidden ones
    public record ConsentForm(
            String appName,
            @Nullable String description,
            String madeBy,
            String email,
            List<String> grants,
            String destination,
            @Nullable String message,
            Map<String, String> fields) {

        public String stylesheet() {
            return STYLESHEET;
        }
    }

    static String signIn(SignInForm form) {
        return html(output -> JtesigninGenerated.render(output, null, form));
    }

    static String consent(ConsentForm form) {
        return html(output -> JteconsentGenerated.render(output, null, form));
    }

    /// What somebody sees who may not connect apps.
    static String moderator(ConsentForm form) {
        return html(output -> JtemoderatorGenerated.render(output, null, form));
    }

    /// The stylesheet's text.
    static String stylesheet() {
        try (InputStream in = Objects.requireNonNull(Pages.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String html(Consumer<HtmlTemplateOutput> template) {
        TemplateOutput text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }
}
