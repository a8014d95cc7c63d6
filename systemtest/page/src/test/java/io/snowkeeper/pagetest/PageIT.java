package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a fleet of three behind a balancer that gives each request to the next node, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageIT {

    private static final int WIDE = 1200;
    private static final int HIGH = 1500;
    private static final int PHONE = 390;
    private static final int NARROW = 360;

    /** The pictures of the documents are made at the end of all tests that need the whole fleet. */
    private static final int PICTURE = Order.DEFAULT + 1;

    private static final int KILL = Order.DEFAULT + 2;

    private BalancedFleet fleet;
    private SteadyLoad load;
    private Chromium chromium;
    private Chromium.Opened opened;

    @BeforeAll
    void startFleet(@TempDir Path folder) throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        fleet = new BalancedFleet(folder);
        load = new SteadyLoad(400, fleet.node("n1"), fleet.node("n2"), fleet.node("n3"));
        fleet.create("n1", "invoices", "ordered", 10, 9);
        fleet.create("n2", "policies", "gapless", 10_000_000, 3);
        fleet.create("n3", "claims", "block", 100_000_000, 0);
        chromium = new Chromium();
    }

    @AfterAll
    void stopFleet() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
        load.close();
        fleet.close();
    }

    @AfterEach
    void closePage() {
        opened.close();
    }

    private Page open(int width, ColorScheme scheme) {
        opened = chromium.open(fleet.url() + "/", width, HIGH, scheme);
        assertThat(opened.page().locator("#health-text")).hasText("All 3 nodes are ready");
        return opened.page();
    }

    private Page open() {
        return open(WIDE, ColorScheme.LIGHT);
    }

    private static Locator cell(Page page, long workerId) {
        return page.locator("[role=gridcell][data-worker='%d']".formatted(workerId));
    }

    private static Locator row(Page page, String node) {
        return page.locator("#nodes tbody tr").filter(new Locator.FilterOptions().setHasText(node + "127.0.0.1"));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    @Test
    void theSummaryIsOfTheFleet() {
        Page page = open();
        assertThat(page.locator("#ready")).hasText("3 of 3");
        assertThat(page.locator("#free")).hasText("1,021");
        assertThat(page.locator("#free-note")).hasText("of 1,024");
        assertThat(page.locator("#least")).hasText(Pattern.compile("\\d+ s"));
        assertThat(page.locator("#least-note")).hasText(Pattern.compile("n[123], worker id \\d+"));
        assertThat(page.locator("#rate-note")).hasText("all nodes together, mean of 10 s");
    }

    @Test
    void whoeverAnswersTheHeadSaysTheSame() {
        Page page = open();
        Set<String> answerers = new HashSet<>();
        AtomicReference<String> last = new AtomicReference<>();
        page.waitForCondition(
                () -> {
                    String head = page.locator(".top").textContent();
                    if (!head.equals(last.getAndSet(head))) {
                        // It may change for all of them: a node that did not answer in time is not counted for a
                        // moment.
                        answerers.clear();
                    }
                    answerers.add(page.locator("#as-of").textContent().replaceAll(".*Answered by (\\w+)\\..*", "$1"));
                    return answerers.containsAll(List.of("n1", "n2", "n3"));
                },
                new Page.WaitForConditionOptions().setTimeout(Patience.LIMIT_MILLIS));
    }

    @Test
    @OnlyInFull
    void theRateIsThatOfTheLoadWhoeverAnswers() {
        Page page = open();
        List<Sample> samples = new ArrayList<>();
        while (samples.size() < 68) {
            page.waitForTimeout(Sample.PERIOD_MILLIS);
            samples.add(new Sample(System.nanoTime(), load.ids()));
            if (samples.size() > Sample.WINDOW + Sample.AGE) {
                assertIsRateOf(samples, number(page.locator("#rate-now").textContent()));
            }
        }
    }

    /** How many ids there were at a time. */
    private record Sample(long nanos, long ids) {
        static final int PERIOD_MILLIS = 250;

        /** The page shows a mean of ten seconds, which have ended a poll and an answer of the other nodes ago. */
        static final int WINDOW = 10_000 / PERIOD_MILLIS;

        static final int AGE = 5_000 / PERIOD_MILLIS;

        double perSecondUntil(Sample later) {
            return (later.ids - ids) * 1e9 / (later.nanos - nanos);
        }
    }

    /**
     * Requires that the shown rate is within 5 % of the load in ten seconds that have ended lately: a busy machine
     * keeps no pace.
     */
    private static void assertIsRateOf(List<Sample> samples, double shown) {
        DoubleSummaryStatistics load = IntStream.range(samples.size() - Sample.AGE, samples.size())
                .mapToDouble(end -> samples.get(end - Sample.WINDOW).perSecondUntil(samples.get(end)))
                .summaryStatistics();
        assertThat(load.getMin()).as("the load").isGreaterThan(1_000);
        assertThat(shown).isBetween(load.getMin() * 0.95, load.getMax() * 1.05);
    }

    @Test
    void theNodesAreListedWithWhatTheyTellOfThemselves() {
        Page page = open();
        assertThat(page.locator("#nodes tbody tr")).hasCount(3);
        for (String node : List.of("n1", "n2", "n3")) {
            Locator cells = row(page, node).locator("td");
            assertThat(cells.nth(0)).hasText("ready");
            assertThat(cells.nth(1)).hasText(Pattern.compile("[\\d.,]+"));
            assertThat(cells.nth(2)).hasText(Pattern.compile("[\\d.]+ ms / [\\d.]+ ms|–"));
            assertThat(cells.nth(3)).hasText(Pattern.compile("[\\d.]+|under 0.1"));
            assertThat(cells.nth(4)).hasText(Pattern.compile("\\d+"));
            assertThat(cells.nth(5)).hasText(Pattern.compile("\\d+ s"));
            assertThat(cells.nth(6)).hasText(Pattern.compile("[+−]?\\d+ ms"));
            assertThat(cells.nth(7)).hasText(Long.toString(fleet.workerId(node)));
            assertThat(cells.nth(8)).not().hasText("–");
        }
    }

    @Test
    void theSequencesAreListedWithHowFullTheyAre() {
        Page page = open();
        Locator rows = page.locator("#sequences tbody tr");
        assertThat(rows).hasCount(3);
        assertThat(rows.nth(1).locator("th")).hasText("invoices");
        assertThat(rows.nth(1).locator(".share")).hasText("90 %, nearly used up");
        assertThat(rows.nth(1).locator("td").nth(2)).hasText("1");
        assertThat(rows.nth(2).locator(".share")).hasText("under 0.1 %");
        assertThat(rows.nth(2).locator("td").nth(2)).hasText("9,999,997");
        assertThat(rows.nth(2).locator("td").nth(5)).hasText("1");
        assertThat(rows.nth(1).locator("td").nth(6)).hasText("–");
        assertThat(rows.nth(2).locator("td").nth(6)).hasText(Pattern.compile("\\d+ (s|min).*"));
    }

    @Test
    void aSequenceThatIsUsedSaysHowLongItLasts() {
        Page page = open();
        fleet.post("/v1/sequences/claims/next?count=50", "");
        Locator cells = page.locator("#sequences tbody tr")
                .filter(new Locator.FilterOptions().setHasText("claims"))
                .locator("td");
        page.waitForCondition(
                () -> {
                    fleet.post("/v1/sequences/claims/next?count=50", "");
                    return cells.count() > 0 && !cells.nth(4).textContent().equals("–");
                },
                new Page.WaitForConditionOptions().setTimeout(Patience.LIMIT_MILLIS));
        assertThat(cells.nth(3)).hasText(Pattern.compile("[\\d.,]+"));
        assertThat(cells.nth(4)).hasText(Pattern.compile("\\w+ \\d+, \\d{4}.*|over 100 years|\\d\\d:\\d\\d:\\d\\d"));
    }

    @Test
    void ofVeryManySequencesAHundredAreAskedForAtATime() {
        Page page = open();
        List<String> asked = new CopyOnWriteArrayList<>();
        page.route("**/v1/sequences?*", route -> {
            String query = URI.create(route.request().url()).getQuery();
            asked.add(query);
            boolean first = query.equals("limit=100");
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody("{\"sequences\":[%s],\"next\":%s}"
                            .formatted(listed(first ? "A" : "B"), first ? "\"A\"" : "null")));
        });
        page.reload();
        Locator name = page.locator("#sequences tbody th");
        assertThat(name).hasText("A");
        assertThat(page.locator("#sequences-first")).isDisabled();
        page.locator("#sequences-next").click();
        assertThat(name).hasText("B");
        assertThat(page.locator("#sequences-next")).isDisabled();
        assertThat(page.locator("#sequences-note")).hasText("1 shown, there are more");
        page.locator("#sequences-after").fill("AB");
        page.locator("#sequences-after").press("Enter");
        // Not by Awaitility: a browser's requests are routed only while one of the page's own calls waits.
        page.waitForCondition(
                () -> asked.contains("limit=100&after=AB"),
                new Page.WaitForConditionOptions().setTimeout(Patience.LIMIT_MILLIS));
        page.locator("#sequences-first").click();
        assertThat(name).hasText("A");
        assertThat(asked).startsWith("limit=100", "limit=100&after=A").allMatch(query -> query.startsWith("limit=100"));
    }

    private static String listed(String name) {
        return "{\"sequence\":\"%s\",\"mode\":\"ordered\",\"ranges\":[],\"next\":\"1\",\"remaining\":\"9\",\"pending\":0,\"used_share\":0.1}"
                .formatted(name);
    }

    @Test
    void aFleetOfFewSequencesShowsThemWithoutPages() {
        Page page = open();
        assertThat(page.locator("#sequences tbody tr")).hasCount(3);
        assertThat(page.locator("#sequences-form")).isHidden();
    }

    @Test
    void beforeTheFirstAnswerNothingIsSaidToBeEmpty() {
        opened = chromium.open("about:blank", WIDE, HIGH, ColorScheme.LIGHT);
        Page page = opened.page();
        page.route("**/v1/**", route -> {});
        page.navigate(fleet.url() + "/");
        assertThat(page.locator("#health-text")).hasText("Connecting…");
        for (String empty : List.of("#nodes-empty", "#sequences-empty")) {
            assertThat(page.locator(empty)).isHidden();
        }
    }

    @Test
    void aTabThatIsOpenedInTheBackgroundAsksOnce() {
        opened = chromium.open("about:blank", WIDE, HIGH, ColorScheme.LIGHT);
        Page page = opened.page();
        page.addInitScript("Object.defineProperty(document, 'hidden', { get: () => !window.looked });");
        // It does not ask again where it got another answer.
        await().pollInSameThread().until(() -> {
            opened.requests().clear();
            page.navigate(fleet.url() + "/");
            assertThat(page.locator("#health-text")).not().hasText("Connecting…");
            return page.locator("#health-text").textContent().equals("All 3 nodes are ready");
        });
        page.waitForTimeout(3_000);
        assertThat(opened.requests())
                .filteredOn(url -> url.endsWith("/v1/fleet"))
                .hasSize(1);
        page.evaluate("window.looked = true; document.dispatchEvent(new Event('visibilitychange'));");
        page.waitForCondition(
                () -> opened.requests().stream()
                                .filter(url -> url.endsWith("/v1/fleet"))
                                .count()
                        > 1,
                new Page.WaitForConditionOptions().setTimeout(Patience.LIMIT_MILLIS));
    }

    @Test
    void whileFewWorkerIdsAreUsedThoseAreShownAndAllOfThemAreFolded() {
        Page page = open();
        assertThat(page.locator("#strip button")).hasCount(3);
        assertThat(page.locator("#workers-note")).hasText("3 of 1,024 used");
        assertThat(page.locator("#grid")).isHidden();
        page.locator("#grid-fold summary").click();
        assertThat(page.locator("#grid [role=row]")).hasCount(32);
        assertThat(page.locator("#grid [role=gridcell]")).hasCount(1024);
        for (String node : List.of("n1", "n2", "n3")) {
            assertThat(cell(page, fleet.workerId(node)))
                    .hasAttribute("aria-label", "Worker id %d: live, %s".formatted(fleet.workerId(node), node));
        }
        assertThat(page.locator("#grid [data-state=free]")).hasCount(1021);
        assertThat(page.locator("#legend li")).hasText(new String[] {"3 live", "0 resting", "1,021 free"});
        cell(page, fleet.workerId("n2")).click();
        assertThat(page.locator("#worker-title")).hasText("Worker id %d: live, n2".formatted(fleet.workerId("n2")));
    }

    @Test
    void everythingIsReachedByKeyboard() {
        Page page = open();
        page.keyboard().press("Tab");
        assertThat(page.locator(".skip")).isFocused();
        page.locator("#id-take").focus();
        for (long ignored : fleet.workerIds()) {
            page.keyboard().press("Tab");
        }
        assertThat(page.locator("#strip button").last()).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        page.keyboard().press("Tab");
        assertThat(cell(page, 0)).isFocused();
        for (String key : List.of("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp")) {
            page.keyboard().press(key);
        }
        assertThat(cell(page, 33)).isFocused();
        page.keyboard().press("End");
        assertThat(cell(page, 63)).isFocused();
        page.keyboard().press("Home");
        assertThat(cell(page, 32)).isFocused();
        page.keyboard().press("ArrowUp");
        page.keyboard().press("ArrowUp");
        page.keyboard().press("ArrowLeft");
        assertThat(cell(page, 0)).isFocused();
        page.keyboard().press("PageDown");
        assertThat(cell(page, 992)).isFocused();
        page.keyboard().press("Control+End");
        assertThat(cell(page, 1023)).isFocused();
        assertThat(page.locator("#cell")).hasText("Worker id 1023: free");
        page.keyboard().press("Enter");
        assertThat(page.locator("#worker-title")).hasText("Worker id 1023: free");
        assertThat(page.evaluate("getComputedStyle(document.activeElement, '::after').borderTopWidth"))
                .isEqualTo("2px");
        page.locator("#id-input").focus();
        assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void theColoursAreThoseThatThePersonLikesAndNothingStandsInAnybodysWay(ColorScheme scheme) {
        Page page = open(WIDE, scheme);
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(scheme == ColorScheme.LIGHT ? "rgb(244, 246, 248)" : "rgb(13, 18, 24)");
        everythingIsShown(page);
        List<Rule> violations =
                new AxeBuilder(page).setLegacyMode(true).analyze().getViolations();
        assertThat(violations)
                .extracting(Rule::getId, rule -> rule.getNodes().toString())
                .isEmpty();
    }

    /** Unfolds all that there is. */
    private static void everythingIsShown(Page page) {
        page.locator("#id-take").click();
        assertThat(page.locator("#id-parts")).isVisible();
        assertThat(page.locator("#sequences tbody tr")).hasCount(3);
        assertThat(page.locator("#nodes tbody tr")).hasCount(3);
        page.locator("#strip button").first().click();
        assertThat(page.locator("#worker-title")).isVisible();
        page.locator("#grid-fold summary").click();
        assertThat(page.locator("#grid")).isVisible();
    }

    @Test
    void aPhoneNeedsNoScrollingSideways() {
        Page page = open(PHONE, ColorScheme.LIGHT);
        everythingIsShown(page);
        page.locator("#id-input").fill(fleet.post("/v1/ids?count=2", "").toString());
        assertThat(page.locator("#id-table tbody tr").first()).isVisible();
        for (int width : List.of(PHONE, NARROW)) {
            page.setViewportSize(width, HIGH);
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
            assertThat((List<?>) page.evaluate("[...document.querySelectorAll('main *')]"
                            + ".filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest('.hidden'))"
                            + ".map(e => e.outerHTML.slice(0, 80))"))
                    .isEmpty();
        }
    }

    @Test
    void nothingIsAskedOfAnybodyElseAndNothingIsComplainedOf() {
        Page page = open();
        everythingIsShown(page);
        assertThat(opened.requests()).isNotEmpty().allMatch(request -> request.startsWith(fleet.url() + "/"));
        assertThat(opened.complaints()).isEmpty();
    }

    @Test
    void scriptsThatAreWrittenIntoThePageDoNotRun() {
        Page page = open();
        page.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.ran = true';"
                + " document.body.append(s); }");
        assertThat(page.evaluate("window.ran")).isNull();
        assertThat(opened.complaints()).anyMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    /** The pictures of the documents: {@code -Dsnowkeeper.pictures=../../docs/run} puts them there. */
    @Test
    @Order(PICTURE)
    void thePageIsDrawn() {
        Page page = open();
        page.locator("#id-take").click();
        assertThat(page.locator("#id-holder")).containsText("holds it");
        page.locator("#id-take").blur();
        draw(page, "page.png");
        page.setViewportSize(PHONE, 844);
        page.evaluate("window.scrollTo(0, 0)");
        draw(page, "page-phone.png");
    }

    private long polls() {
        return opened.requests().stream()
                .filter(url -> url.endsWith("/v1/fleet/nodes"))
                .count();
    }

    private static void draw(Page page, String file) {
        Path picture = Path.of(System.getProperty("snowkeeper.pictures", "target/pictures"), file);
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(picture)
                .setFullPage(!file.contains("phone"))
                .setAnimations(ScreenshotAnimations.DISABLED));
        assertThat(picture).isNotEmptyFile();
    }

    @Test
    @Order(KILL)
    void theRowOfANodeThatIsKilledSaysSoWithinFiveSeconds() throws Exception {
        Page page = open(WIDE, ColorScheme.DARK);
        NodeProcess killed = fleet.node("n3");
        long before = polls();
        killed.kill();
        assertThat(row(page, "n3").locator("td").first()).containsText("does not answer");
        // Five seconds, counted by what the page asks every two: the first may have gone to the killed node.
        assertThat(polls() - before).isLessThanOrEqualTo(3);
        assertThat(row(page, "n3").locator("td").first()).containsText("does not answer");
        assertThat(page.locator("#ready")).hasText("2 of 3");
        assertThat(page.locator("#health-text")).hasText("2 of 3 nodes are ready");
        assertThat(page.locator("#nodes tbody tr").filter(new Locator.FilterOptions().setHasText("gone")))
                .hasCount(1);
        draw(page, "page-dark.png");
    }
}
