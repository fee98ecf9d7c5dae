package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.logging.Level;
import java.util.stream.Stream;

/// The running browsers of one kind that no test uses. A browser takes two seconds of a processor to start, so one
/// that a test gives back serves the next test, in a new tab and without anything that the last one stored.
final class BrowserPool {
    static final BrowserPool DESKTOP = new BrowserPool(1280, 800);
    static final BrowserPool STREAMING =
            new BrowserPool(1920, 1080, "--autoplay-policy=no-user-gesture-required", "--hide-scrollbars");
    static final BrowserPool PICTURES = new BrowserPool(1280, 1040, "--hide-scrollbars");
    static final BrowserPool WITHOUT_SCRIPTS = new BrowserPool(1280, 800);

    /// The longest that a script may take. One of axe's takes seconds of the processor.
    private static final Duration SCRIPT_TIMEOUT = Duration.ofMinutes(3);

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    private static final Set<ChromeDriver> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(BrowserPool::end));
    }

    private final Dimension window;
    private final List<String> arguments;
    private final ConcurrentLinkedDeque<ChromeDriver> idle = new ConcurrentLinkedDeque<>();

    private BrowserPool(int width, int height, String... arguments) {
        this.window = new Dimension(width, height);
        this.arguments = List.of(arguments);
    }

    /// A browser for the caller alone; skips the test if the machine has none.
    ChromeDriver take() {
        ChromeDriver driver = idle.poll();
        return driver == null ? start() : driver;
    }

    /// Ends the pages of a browser, makes it forget them, and keeps it for the next test. One that cannot do that is
    /// ended.
    void giveBack(ChromeDriver driver) {
        try {
            forget(driver);
            idle.push(driver);
        } catch (WebDriverException e) {
            driver.quit();
        }
    }

    private void forget(ChromeDriver driver) {
        Set<String> old = driver.getWindowHandles();
        driver.switchTo().newWindow(WindowType.TAB);
        for (String handle : old) {
            driver.executeCdpCommand("Target.closeTarget", Map.of("targetId", handle));
        }
        driver.executeCdpCommand("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        if (!driver.manage().window().getSize().equals(window)) {
            driver.manage().window().setSize(window);
        }
        driver.manage().logs().get(LogType.BROWSER);
    }

    private ChromeDriver start() {
        Path browser = onPath(BROWSERS);
        Path driver = onPath(List.of("chromedriver"));
        if (browser == null || driver == null) {
            System.err.println("SKIPPED: no test of the pages runs here, because chromium and chromedriver are not both"
                    + " on the path (Debian: apt-get install chromium chromium-driver)");
        }
        Assumptions.assumeTrue(browser != null && driver != null, "chromium and chromedriver are on the path");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Objects.requireNonNull(browser).toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en");
        options.addArguments("--window-size=" + window.getWidth() + "," + window.getHeight());
        options.addArguments(arguments);
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, console);
        if (this == WITHOUT_SCRIPTS) {
            options.setExperimentalOption("prefs", Map.of("profile.managed_default_content_settings.javascript", 2));
        }
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Objects.requireNonNull(driver).toFile())
                .build();
        ChromeDriver started = new ChromeDriver(service, options);
        started.manage().timeouts().scriptTimeout(SCRIPT_TIMEOUT);
        STARTED.add(started);
        return started;
    }

    private static void end() {
        STARTED.forEach(ChromeDriver::quit);
    }

    private static @Nullable Path onPath(List<String> names) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
