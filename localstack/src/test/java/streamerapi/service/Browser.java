package streamerapi.service;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// A streamer before the consent screen: opens an app's link, signs in, and decides, with the page's own form.
public final class Browser {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final WebClient web;

    public Browser(Service service) {
        this.web = new WebClient(service.stack().authUrl());
    }

    public WebClient web() {
        return web;
    }

    /// Opens the authorization endpoint with these parameters.
    public Answer open(Map<String, String> parameters) {
        return web.get("/oauth/authorize?" + WebClient.encode(parameters));
    }

    /// Signs in with the form of the page, and follows it to the next page.
    public Answer signIn(Answer page, String email, String password) {
        Answer answer = submit(page, "email", email, "password", password);
        return answer.status() == 303 ? web.get(Objects.requireNonNull(answer.header("Location"))) : answer;
    }

    /// Sends the page's form with more fields.
    public Answer submit(Answer page, String... more) {
        return web.postForm("/oauth/authorize", TestApp.with(hidden(page), more));
    }

    /// Opens, signs in and approves; answers what the app is sent.
    public Map<String, String> approve(Map<String, String> parameters, Account streamer) {
        Answer consent = signIn(open(parameters).expect(200), streamer.email(), streamer.password());
        return sentBack(submit(consent.expect(200), "decision", "approve"));
    }

    /// The hidden fields of a page's form.
    static Map<String, String> hidden(Answer page) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = HIDDEN.matcher(page.text());
        while (field.find()) {
            fields.put(field.group(1), unescape(field.group(2)));
        }
        assertThat(fields).as(page.text()).containsKey("csrf_token");
        return fields;
    }

    /// The parameters that a redirect carries.
    static Map<String, String> sentBack(Answer answer) {
        answer.expect(303);
        return query(answer.header("Location"));
    }

    static Map<String, String> query(@Nullable String location) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair :
                URI.create(Objects.requireNonNull(location)).getRawQuery().split("&", -1)) {
            String[] halves = pair.split("=", 2);
            String before = values.put(
                    URLDecoder.decode(halves[0], StandardCharsets.UTF_8),
                    URLDecoder.decode(halves[1], StandardCharsets.UTF_8));
            assertThat(before).as("%s twice in %s", halves[0], location).isNull();
        }
        return values;
    }

    private static String unescape(String text) {
        return text.replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }
}
