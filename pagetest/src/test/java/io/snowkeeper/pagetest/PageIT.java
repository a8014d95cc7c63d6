package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a fleet of three that is well, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WIDE = 1200;
    private static final int HIGH = 1500;
    private static final int PHONE = 360;

    private ProcessFleet fleet;
    private Chromium chromium;
    private NodeProcess first;
    private String url;
    private List<Long> workerIds;
    private Chromium.Opened opened;

    @BeforeAll
    void startFleet(@TempDir Path folder) throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        fleet = new ProcessFleet(folder);
        first = fleet.serve("n1");
        NodeProcess second = fleet.serve("n2");
        NodeProcess third = fleet.serve("n3");
        workerIds = List.of(first.awaitWorkerId(), second.awaitWorkerId(), third.awaitWorkerId());
        url = first.httpUrl();
        post("/v1/sequences", sequence("invoices", "ordered", 10));
        post("/v1/sequences/invoices/next?count=9", "");
        post("/v1/sequences", sequence("policies", "gapless", 10_000_000));
        post("/v1/sequences/policies/next?count=3", "");
        chromium = new Chromium();
    }

    @AfterAll
    void stopFleet() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
        fleet.close();
    }

    @AfterEach
    void closePage() {
        opened.close();
    }

    private static String sequence(String name, String mode, long to) {
        return "{\"sequence\": \"%s\", \"mode\": \"%s\", \"ranges\": [{\"from\": \"1\", \"to\": \"%d\"}], \"allow_overlap\": true}"
                .formatted(name, mode, to);
    }

    private JsonNode post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private JsonNode get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path)).build());
    }

    private static JsonNode send(HttpRequest request) throws Exception {
        HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return JSON.readTree(response.body());
    }

    private Page open(int width, ColorScheme scheme) {
        opened = chromium.open(url + "/", width, HIGH, scheme);
        assertThat(opened.page().locator("#health-text")).hasText("Serving ids");
        return opened.page();
    }

    private Page open() {
        return open(WIDE, ColorScheme.LIGHT);
    }

    private static Locator cell(Page page, long workerId) {
        return page.locator("[role=gridcell][data-worker='%d']".formatted(workerId));
    }

    private static String textOf(Page page, String selector) {
        return page.locator(selector).textContent();
    }

    @Test
    void theGridShowsWhoHasWhichWorkerId() {
        Page page = open();
        assertThat(page.locator("#grid [role=row]")).hasCount(32);
        assertThat(page.locator("#grid [role=gridcell]")).hasCount(1024);
        assertThat(cell(page, workerIds.get(0)))
                .hasAttribute("aria-label", "Worker id %d: this node’s, n1".formatted(workerIds.get(0)));
        assertThat(cell(page, workerIds.get(1)))
                .hasAttribute("aria-label", "Worker id %d: live, n2".formatted(workerIds.get(1)));
        assertThat(cell(page, workerIds.get(2)))
                .hasAttribute("aria-label", "Worker id %d: live, n3".formatted(workerIds.get(2)));
        assertThat(page.locator("#grid [data-state=free]")).hasCount(1021);
        assertThat(page.locator("#legend li"))
                .hasText(new String[] {"1 this node’s", "2 live", "0 resting", "1,021 free"});
    }

    @Test
    void theNodesAreListedWithAddressRateAndSkew() throws Exception {
        Page page = open();
        Locator rows = page.locator("#nodes tbody tr");
        assertThat(rows).hasCount(3);
        assertThat(rows.nth(0).locator("th")).hasText("n1 this node");
        assertThat(rows.nth(1).locator("th")).hasText("n2");
        for (int node = 0; node < 3; node++) {
            Locator cells = rows.nth(node).locator("td");
            assertThat(cells.nth(0)).hasText(Long.toString(workerIds.get(node)));
            JsonNode endpoints = get("/v1/fleet").path("nodes").path(node).path("endpoints");
            assertThat(cells.nth(1))
                    .hasText(endpoints.path(0).asText() + "\n"
                            + endpoints.path(1).asText());
            assertThat(cells.nth(2)).hasText(Pattern.compile("[\\d.,]+"));
            assertThat(cells.nth(3)).hasText(Pattern.compile("[+−]?\\d+ ms"));
        }
    }

    @Test
    void theSequencesAreListedWithHowFullTheyAre() {
        Page page = open();
        Locator rows = page.locator("#sequences tbody tr");
        assertThat(rows).hasCount(2);
        assertThat(rows.nth(0).locator("th")).hasText("invoices");
        assertThat(rows.nth(0).locator(".share")).hasText("90 %, nearly used up");
        assertThat(rows.nth(0).locator("td").nth(2)).hasText("10");
        assertThat(rows.nth(0).locator("td").nth(3)).hasText("1");
        assertThat(rows.nth(1).locator(".share")).hasText("under 0.1 %");
        assertThat(rows.nth(1).locator("td").nth(3)).hasText("9,999,997");
        assertThat(rows.nth(1).locator("td").nth(4)).hasText("1");
        assertThat(rows.nth(0).locator("td").nth(5)).hasText("–");
        assertThat(rows.nth(1).locator("td").nth(5)).hasText(Pattern.compile("\\d+ (s|min).*"));
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
        assertThat(page.locator("#sequences tbody tr")).hasCount(2);
        assertThat(page.locator("#sequences-form")).isHidden();
    }

    @Test
    void theLineMovesWithTheIdsThatAreIssued() throws Exception {
        Page page = open();
        assertThat(page.locator("#chart path.line")).hasAttribute("d", Pattern.compile("M.*L.*"));
        long before = Long.parseLong(textOf(page, "#issued").replace(",", ""));
        post("/v1/ids?count=5000", "");
        await().until(() -> Long.parseLong(textOf(page, "#issued").replace(",", "")) >= before + 5000);
        assertThat(Double.parseDouble(textOf(page, "#rate-top").replace(",", "")))
                .isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource
    void anIdIsTakenApartAsTheNodeTakesItApart(SomeId some) throws Exception {
        Page page = open();
        page.locator("#id-input").fill(some.id);
        JsonNode parts = get("/v1/ids/" + some.id);
        assertThat(page.locator(".time .value"))
                .hasAttribute(
                        "data-value",
                        java.time.Instant.ofEpochMilli(
                                        parts.path("timestamp_ms").asLong())
                                .atOffset(java.time.ZoneOffset.UTC)
                                .format(java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")));
        assertThat(page.locator(".worker .link"))
                .hasAttribute("data-value", parts.path("worker_id").asText());
        assertThat(page.locator(".sequence .value"))
                .hasAttribute("data-value", parts.path("sequence").asText());
        String bits =
                "%64s".formatted(Long.toBinaryString(Long.parseLong(some.id))).replace(' ', '0');
        assertThat(page.locator("#bits i").allTextContents()).isEqualTo(List.of(bits.split("")));
        assertThat(page.locator("#bits .field").all().stream()
                        .map(field -> field.getAttribute("data-bits").length()))
                .containsExactly(1, 41, 10, 12);
    }

    /** Ids at the ends of what 64 bits hold, and above what a number of JavaScript does. */
    enum SomeId {
        LOWEST("0"),
        OF_TODAY("382567274176839684"),
        ABOVE_2_TO_53("9007199254740993"),
        HIGHEST("9223372036854775807");

        private final String id;

        SomeId(String id) {
            this.id = id;
        }
    }

    @Test
    void whatIsNoIdIsRefusedInWords() {
        Page page = open();
        page.locator("#id-input").fill("9223372036854775808");
        assertThat(page.locator("#id-error")).hasText("An id is a whole number from 0 to 9223372036854775807.");
        assertThat(page.locator("#id-input")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#id-parts")).isHidden();
    }

    @Test
    void anIdThatIsTakenFromTheNodeShowsItsWorkerInTheGrid() {
        Page page = open();
        page.locator("#id-take").click();
        assertThat(page.locator(".worker .link")).hasAttribute("data-value", Long.toString(workerIds.get(0)));
        page.locator(".worker .link").click();
        assertThat(cell(page, workerIds.get(0))).isFocused();
    }

    @Test
    void everythingIsReachedByKeyboard() {
        Page page = open();
        page.keyboard().press("Tab");
        assertThat(page.locator(".skip")).isFocused();
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
        page.keyboard().press("Tab");
        assertThat(page.locator("#id-input")).isFocused();
        page.keyboard().type("1023");
        page.keyboard().press("Tab");
        assertThat(page.locator("#id-take")).isFocused();
        page.keyboard().press("Shift+Tab");
        page.keyboard().press("Shift+Tab");
        assertThat(cell(page, 1023)).isFocused();
    }

    @Test
    void whatHasTheFocusIsSeen() {
        Page page = open();
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        assertThat(page.evaluate("getComputedStyle(document.activeElement, '::after').borderTopWidth"))
                .isEqualTo("2px");
        page.keyboard().press("Tab");
        assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void theColoursAreThoseThatThePersonLikes(ColorScheme scheme) {
        Page page = open(WIDE, scheme);
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(scheme == ColorScheme.LIGHT ? "rgb(244, 246, 248)" : "rgb(13, 18, 24)");
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void nothingStandsInAnybodysWay(ColorScheme scheme) {
        Page page = open(WIDE, scheme);
        page.locator("#id-take").click();
        assertThat(page.locator("#id-parts")).isVisible();
        assertThat(page.locator("#sequences tbody tr")).hasCount(2);
        List<Rule> violations =
                new AxeBuilder(page).setLegacyMode(true).analyze().getViolations();
        assertThat(violations)
                .extracting(Rule::getId, rule -> rule.getNodes().toString())
                .isEmpty();
    }

    @Test
    void aPhoneNeedsNoScrollingSideways() {
        Page page = open(PHONE, ColorScheme.LIGHT);
        page.locator("#id-take").click();
        assertThat(page.locator("#id-parts")).isVisible();
        assertThat(page.locator("#sequences tbody tr")).hasCount(2);
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(PHONE);
        assertThat((List<?>) page.evaluate("[...document.querySelectorAll('main *')]"
                        + ".filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest('.hidden'))"
                        + ".map(e => e.outerHTML.slice(0, 80))"))
                .isEmpty();
    }

    @Test
    void nothingIsAskedOfAnybodyElseAndNothingIsComplainedOf() {
        Page page = open();
        page.locator("#id-take").click();
        assertThat(page.locator("#id-parts")).isVisible();
        assertThat(opened.requests()).isNotEmpty().allMatch(request -> request.startsWith(url + "/"));
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
}
