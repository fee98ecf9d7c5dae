package streamerapi.browser;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import streamerapi.service.Account;
import streamerapi.shared.auth.SessionCookie;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.logging.Level;

import javax.imageio.ImageIO;

/// A browser that remembers no user.
///
/// A complaint of its console fails the test as it is closed, for example that a script or style was refused.
final class Chromium implements AutoCloseable {

    private static final Dimension PHONE = new Dimension(375, 740);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String AXE = axe();

    private final ChromeDriver driver;
    private final List<String> expected = new ArrayList<>();

    private Chromium(BrowserKind kind) {
        this.driver = kind.start();
    }

    /// A browser; skips the test if the machine has none.
    static Chromium open() {
        return new Chromium(BrowserKind.DESKTOP);
    }

    /// A browser of a streaming program: it plays sound without a click, and is as large as the stream.
    static Chromium ofObs() {
        return new Chromium(BrowserKind.STREAMING).sized(1920, 1080);
    }

    /// A browser for pictures that people look at.
    static Chromium forPictures() {
        return new Chromium(BrowserKind.PICTURES);
    }

    /// A browser that keeps the pages that are left, for the way back.
    static Chromium thatKeepsPages() {
        return new Chromium(BrowserKind.WITH_WINDOWS);
    }

    /// A browser that runs no scripts.
    static Chromium withoutScripts() {
        return new Chromium(BrowserKind.WITHOUT_SCRIPTS);
    }

    /// Makes this browser as narrow as a phone.
    Chromium onAPhone() {
        driver.manage().window().setSize(PHONE);
        return this;
    }

    /// Makes the page of this browser so large.
    Chromium sized(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    /// Moves this browser's reader into a time zone: `Asia/Kolkata`.
    Chromium in(String zone) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
        return this;
    }

    /// Has this browser run a script before the scripts of each page.
    Chromium before(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
        return this;
    }

    /// Has this browser refuse its pages to keep anything.
    Chromium forgetful() {
        return before("""
                for (const store of ['localStorage', 'sessionStorage']) {
                  Object.defineProperty(window, store, { get() { throw new DOMException('denied', 'SecurityError'); } });
                }
                """);
    }

    /// Opens one more page beside those of this browser, and turns to it.
    Chromium another() {
        driver.switchTo().newWindow(WindowType.WINDOW);
        return this;
    }

    /// Turns to a page of this browser: 0 is the first.
    Chromium page(int number) {
        driver.switchTo().window(List.copyOf(driver.getWindowHandles()).get(number));
        return this;
    }

    /// Opens the overlay's page without a key: its modules can be imported, and nothing plays.
    void goToKeylessOverlay(String authUrl) {
        go(authUrl + "/overlay");
        until(page -> page.contains("has no overlay key"));
    }

    /// Goes to an address.
    void go(String address) {
        driver.get(address);
    }

    /// The address of the page.
    String address() {
        return Objects.requireNonNull(driver.getCurrentUrl());
    }

    /// The page's words.
    String text() {
        return the("body").getText();
    }

    /// The page as it is now, in HTML.
    String source() {
        return Objects.requireNonNull(driver.getPageSource());
    }

    /// The element that a selector finds, as soon as it is there.
    WebElement the(String selector) {
        return until(() -> driver.findElements(By.cssSelector(selector)), elements -> !elements.isEmpty())
                .getFirst();
    }

    /// All elements that a selector finds now.
    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /// Has this browser hold a new session of the account's owner. To sign in by the form would take two pages and
    /// their fields, which is more work than most tests do then.
    Chromium as(Account account) {
        String cookie = account.signIn().cookie();
        driver.executeCdpCommand(
                "Network.setCookie",
                Map.of(
                        "url",
                        account.service().stack().authUrl(),
                        "name",
                        SessionCookie.NAME,
                        "value",
                        cookie.substring(SessionCookie.NAME.length() + 1),
                        "httpOnly",
                        true));
        return this;
    }

    /// Signs in as the account's owner, on a page that asks for it.
    void signIn(Account account) {
        type("Email", account.email());
        type("Password", account.password());
        press("Sign in");
    }

    /// Types into a field that is labelled so, in the place of what it holds.
    void type(String label, String text) {
        WebElement field = labelled(label);
        field.clear();
        field.sendKeys(text);
    }

    /// Ticks the box, or chooses the option, that is labelled so.
    void tick(String label) {
        labelled(label).click();
    }

    /// Presses the button with this name.
    void press(String name) {
        click(".//button[normalize-space()='" + name + "']");
    }

    /// Opens what is folded away under this name.
    void unfold(String name) {
        click(".//summary[normalize-space()='" + name + "']");
    }

    /// Follows the link with this name, in a part of the navigation that is folded, too.
    void follow(String name) {
        for (WebElement fold : driver.findElements(By.xpath("//details[contains(@class, 'nav-fold')][not(@open)]"
                + "[.//a[normalize-space()='" + name + "']]/summary"))) {
            if (fold.isDisplayed()) {
                driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", fold);
                fold.click();
            }
        }
        click(".//a[normalize-space()='" + name + "']");
    }

    /// Clicks once, as soon as there is something to click on: a part of the page may be exchanged between its being
    /// found and its being clicked on. What a bar at the window's edge covers is scrolled away from there.
    private void click(String path) {
        until(
                () -> {
                    WebElement element = seen(path);
                    try {
                        element.click();
                        return true;
                    } catch (ElementClickInterceptedException covered) {
                        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
                        return false;
                    }
                },
                clicked -> clicked);
    }

    /// Presses keys, one after the other.
    void keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /// Moves on with the tabulator key until something with this name has the focus.
    void tabTo(String name) {
        for (int i = 0; i < 100; i++) {
            keys(Keys.TAB);
            if (mayBeFocused(name) && focused().equals(name)) {
                return;
            }
        }
        throw new AssertionError("The tabulator key never comes to " + name + " of\n" + text());
    }

    /// Whether the words of what has the focus hold a name. To ask for its name takes far longer: the browser makes a
    /// tree of the whole page for that.
    private boolean mayBeFocused(String name) {
        return Boolean.TRUE.equals(driver.executeScript("""
                const focused = document.activeElement;
                const words = [focused, ...(focused.labels ?? [])].map((each) => each.textContent).join();
                const letters = (text) => text.replace(/\\s/g, '');
                return letters(words + focused.ariaLabel).includes(letters(arguments[0]));
                """, name));
    }

    /// The name of what has the focus.
    String focused() {
        return named(driver.switchTo().activeElement());
    }

    private static String named(WebElement element) {
        String name = element.getAccessibleName();
        return name == null || name.isBlank() ? element.getText() : name;
    }

    /// Waits until the page's words are as they should be.
    void until(Predicate<String> words) {
        until(this::text, words);
    }

    /// How much wider than the window the page is, in pixels.
    long excess() {
        return (long) Objects.requireNonNull(driver.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }

    /// Has this browser's user want dark or light pages.
    Chromium dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return this;
    }

    /// Has this browser's user want less motion.
    Chromium calm() {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        return this;
    }

    /// The barriers that axe-core finds in the page (WCAG 2.0 to 2.2, A and AA, and its best practices). Transitions
    /// end first: while another scheme's background fades in, a text is that scheme's already.
    @SuppressWarnings("unchecked")
    List<String> barriers() {
        driver.executeScript(AXE);
        return (List<String>) Objects.requireNonNull(driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
                const options = {runOnly: rules, resultTypes: ['violations'], preload: {assets: ['cssom']}};
                document.getAnimations()
                    .filter((animation) => animation instanceof CSSTransition)
                    .forEach((transition) => transition.finish());
                const named = (violation) =>
                    violation.id + ': ' + violation.nodes.map((node) => node.target.join(' ')).join(', ');
                axe.run(document, options).then(
                    (found) => done(found.violations.map(named)),
                    (fault) => done([String(fault)]));
                """));
    }

    /// The words that the page breaks inside. None of more than 24 letters is asked to stay whole, nor one of an
    /// address: an address has no better place for a break.
    @SuppressWarnings("unchecked")
    List<String> brokenWords() {
        return (List<String>) Objects.requireNonNull(driver.executeScript("""
                const broken = [];
                const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (texts.nextNode()) {
                  const text = texts.currentNode;
                  if (!text.parentElement.checkVisibility() || text.parentElement.closest('.hidden-text')) continue;
                  const prose = text.data.replace(/\\S+:\\/\\/\\S+/g, (address) => ' '.repeat(address.length));
                  for (const word of prose.matchAll(/[\\p{L}\\p{N}]+/gu)) {
                    if (word[0].length > 24) continue;
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
                    if (tops.size > 1) broken.push(word[0] + ' in ' + text.data.trim().slice(0, 60));
                  }
                }
                return broken;
                """));
    }

    /// The page's title, as the tab shows it.
    String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /// The rows of a list of tips whose amount is not first, or stands within what a viewer wrote.
    @SuppressWarnings("unchecked")
    List<String> misplacedAmounts() {
        return (List<String>) Objects.requireNonNull(driver.executeScript("""
                return [...document.querySelectorAll('#rows > li')].filter((row) => {
                  const money = row.querySelector('.money').getBoundingClientRect();
                  const line = row.querySelector('.line').getBoundingClientRect();
                  const who = row.querySelector('.who').getBoundingClientRect();
                  const apart = who.left >= money.right - 1 || who.top >= money.bottom - 1;
                  return Math.abs(money.left - line.left) > 1 || !apart;
                }).map((row) => row.textContent);
                """));
    }

    /// How many windows high the page is.
    double screens() {
        Number screens = (Number) Objects.requireNonNull(
                driver.executeScript("return document.documentElement.scrollHeight / innerHeight"));
        return screens.doubleValue();
    }

    /// The result of a script in the page.
    @Nullable
    Object evaluate(String script) {
        return driver.executeScript(script);
    }

    /// Waits until a script finds the page as it should be.
    void untilTrue(String script) {
        until(() -> driver.executeScript(script), Boolean.TRUE::equals);
    }

    /// Moves the pointer over an element.
    void over(WebElement element) {
        new Actions(driver).moveToElement(element).perform();
    }

    /// How far below the window's upper edge an element is, in pixels.
    int inTheWindow(WebElement element) {
        Number top = (Number) Objects.requireNonNull(
                driver.executeScript("return Math.round(arguments[0].getBoundingClientRect().top)", element));
        return top.intValue();
    }

    /// Drags an element by its middle, or from pixels beside it.
    void drag(WebElement element, int besideX, int besideY, int byX, int byY) {
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        new Actions(driver)
                .moveToElement(element, besideX, besideY)
                .clickAndHold()
                .moveByOffset(byX, byY)
                .release()
                .perform();
    }

    /// Has this browser draw nothing where the page has no background, as OBS's does.
    Chromium transparent() {
        driver.executeCdpCommand(
                "Emulation.setDefaultBackgroundColorOverride", Map.of("color", Map.of("r", 0, "g", 0, "b", 0, "a", 0)));
        return this;
    }

    /// The page as a picture.
    BufferedImage image() {
        Object data = driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        try {
            return ImageIO.read(
                    new ByteArrayInputStream(Base64.getDecoder().decode((String) Objects.requireNonNull(data))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Keeps a picture of the page, for people, if they want pictures (`-Dpictures=true`).
    void picture(Path file) {
        if (Boolean.getBoolean("pictures")) {
            keep(file);
        }
    }

    /// Keeps a picture of the page.
    void keep(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Cuts the browser off from every network for a while.
    void offlineFor(Duration time) {
        network(true);
        Awaitility.await().pollDelay(time).until(() -> true);
        network(false);
    }

    /// Freezes the page for a while, as a browser does that saves power: its scripts and timers stand still.
    void frozenFor(Duration time) {
        driver.executeCdpCommand("Page.setWebLifecycleState", Map.of("state", "frozen"));
        Awaitility.await().atMost(time.plus(PATIENCE)).pollDelay(time).until(() -> true);
        driver.executeCdpCommand("Page.setWebLifecycleState", Map.of("state", "active"));
    }

    /// Has this browser get no answer from addresses of this form: `*/name.js`; from all if there is none.
    Chromium without(String... forms) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(forms)));
        return this;
    }

    /// Cuts the browser off from every network, or connects it again.
    void offline(boolean offline) {
        network(offline);
    }

    private void network(boolean offline) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /// Takes a complaint of the console for what should be.
    void expect(String complaint) {
        expected.add(complaint);
    }

    /// Ends the browser, whatever its console says.
    void kill() {
        driver.quit();
    }

    @Override
    public void close() {
        List<String> complaints = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .filter(complaint -> expected.stream().noneMatch(complaint::contains))
                .toList();
        driver.quit();
        if (!complaints.isEmpty()) {
            throw new AssertionError("The browser complained: " + complaints);
        }
    }

    private WebElement labelled(String label) {
        WebElement found = seen(".//label[starts-with(normalize-space(), '" + label + "')]");
        String of = found.getDomAttribute("for");
        return of == null ? found.findElement(By.cssSelector("input")) : the("#" + of);
    }

    /// The first element that a path finds and that can be seen.
    private WebElement seen(String path) {
        return until(
                        () -> driver.findElements(By.xpath(path)).stream()
                                .filter(WebElement::isDisplayed)
                                .toList(),
                        elements -> !elements.isEmpty())
                .getFirst();
    }

    private static <T> T until(Callable<T> seen, Predicate<T> wanted) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval((polls, previous) -> Duration.ofMillis(Math.min(250, 40 + 10L * polls)))
                .pollInSameThread()
                .ignoreExceptions()
                .until(seen, wanted);
    }

    private static String axe() {
        try (InputStream in = Objects.requireNonNull(Chromium.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
