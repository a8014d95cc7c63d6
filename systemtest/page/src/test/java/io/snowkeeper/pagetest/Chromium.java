package io.snowkeeper.pagetest;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A real browser: the one that the system has. For one thread. */
final class Chromium implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final double PATIENCE_MILLIS = Patience.LIMIT_MILLIS;

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        assertThat(PROGRAM)
                .as("the browser to test with; Debian: apt-get install chromium")
                .isExecutable();
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(List.of("--disable-gpu", "--disable-dev-shm-usage"))
                        .setTimeout(3 * PATIENCE_MILLIS));
    }

    /** A page that is open, and what went wrong in it. */
    record Opened(Page page, List<String> requests, List<String> complaints) implements AutoCloseable {
        /** A failed test is explained by what its page complained of. */
        @Override
        public void close() {
            complaints.forEach(System.err::println);
            page.context().close();
        }
    }

    /** Opens an address in a window of its own. */
    Opened open(String url, int width, int height, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setTimezoneId("UTC"));
        Page page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        Opened opened = new Opened(page, new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        page.onRequest(request -> opened.requests().add(request.url()));
        page.onPageError(opened.complaints()::add);
        page.onConsoleMessage(message -> {
            // That a node could not ask ZooKeeper in time is no fault of the page.
            if (message.type().equals("error") && !message.text().contains("status of 503 ")) {
                opened.complaints().add(message.text());
            }
        });
        page.navigate(url);
        return opened;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
