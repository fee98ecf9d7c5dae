package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A kind of browser. Each test starts one of its own, which remembers nothing: one that served several tests was at
/// times disconnected at its next use.
final class BrowserKind {
    static final BrowserKind DESKTOP = new BrowserKind(1280, 800);
    static final BrowserKind STREAMING =
            new BrowserKind(1920, 1080, "--autoplay-policy=no-user-gesture-required", "--hide-scrollbars");
    static final BrowserKind PICTURES = new BrowserKind(1280, 1040, "--hide-scrollbars");
    static final BrowserKind WITHOUT_SCRIPTS = new BrowserKind(1280, 800);

    /// With windows and menus: it alone keeps a page that is left, and shows it again as it was.
    static final BrowserKind WITH_WINDOWS = new BrowserKind(1280, 800);

    /// The longest that a script may take. One of axe's takes seconds of the processor.
    private static final Duration SCRIPT_TIMEOUT = Duration.ofMinutes(3);

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    /// The program of the same browser without windows and menus, which starts in a third of the time. Debian's command
    /// for it on the path is not used: it leaves the browser behind when it is ended itself.
    private static final Path SHELL = Path.of("/usr/lib/chromium/chromium-headless-shell");

    private static final Map<Path, String> VERSIONS = new ConcurrentHashMap<>();
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+){3}");

    private final Dimension window;
    private final List<String> arguments;

    private BrowserKind(int width, int height, String... arguments) {
        this.window = new Dimension(width, height);
        this.arguments = List.of(arguments);
    }

    /// Starts a browser of this kind; skips the test if the machine has none.
    ChromeDriver start() {
        Path browser = onPath(BROWSERS);
        Path driver = onPath(List.of("chromedriver"));
        if (browser == null || driver == null) {
            System.err.println("SKIPPED: no test of the pages runs here, because chromium and chromedriver are not both"
                    + " on the path (Debian: apt-get install chromium chromium-driver)");
        }
        Assumptions.assumeTrue(browser != null && driver != null, "chromium and chromedriver are on the path");
        ChromeOptions options = new ChromeOptions();
        boolean isShell = this != WITH_WINDOWS && version(SHELL).equals(version(Objects.requireNonNull(driver)));
        options.setBinary((isShell ? SHELL : Objects.requireNonNull(browser)).toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en");
        options.addArguments("--window-size=" + window.getWidth() + "," + window.getHeight());
        options.addArguments(arguments);
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, console);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Objects.requireNonNull(driver).toFile())
                .build();
        ChromeDriver started = new ChromeDriver(service, options);
        started.manage().timeouts().scriptTimeout(SCRIPT_TIMEOUT);
        if (this == WITHOUT_SCRIPTS) {
            started.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        }
        return started;
    }

    /// The version of a program; empty if it is not there.
    private static String version(Path program) {
        return VERSIONS.computeIfAbsent(program, path -> {
            if (!Files.isExecutable(path)) {
                return "";
            }
            try {
                Process asked = new ProcessBuilder(path.toString(), "--version").start();
                String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                Matcher version = VERSION.matcher(answer);
                return version.find() ? version.group() : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static @Nullable Path onPath(List<String> names) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
