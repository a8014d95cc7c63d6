package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page during outages. */
@OnlyInFull
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageOutageIT {

    private static final int WIDTH = 1200;
    private static final int HEIGHT = 900;

    private Chromium chromium;
    private ProcessFleet fleet;
    private Chromium.Opened opened;

    @BeforeAll
    void startBrowser() {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        chromium = new Chromium();
    }

    @AfterAll
    void stopBrowser() {
        chromium.close();
    }

    @BeforeEach
    void startZooKeeper(@TempDir Path folder) throws Exception {
        fleet = new ProcessFleet(folder);
    }

    @AfterEach
    void stopFleet() throws Exception {
        if (opened != null) {
            opened.close();
        }
        fleet.close();
    }

    private Page open(NodeProcess node) {
        opened = chromium.open(node.httpUrl() + "/", WIDTH, HEIGHT, ColorScheme.LIGHT);
        assertThat(opened.page().locator("#health-text"))
                .hasText(Pattern.compile("The node is ready|All \\d+ nodes are ready"));
        return opened.page();
    }

    @Test
    void aKilledNodeTurnsFromLiveToRestingToFree() throws Exception {
        NodeProcess first = fleet.serve("n1");
        // Long enough to see a worker id rest, short enough to see it free again.
        NodeProcess second = fleet.serve("n2", "--session-timeout", "2s", "--window", "20s");
        first.awaitWorkerId();
        long workerId = second.awaitWorkerId();
        Page page = open(first);
        page.locator("#grid-fold summary").click();
        Locator cell = page.locator("[role=gridcell][data-worker='%d']".formatted(workerId));
        assertThat(cell).hasAttribute("data-state", "live");
        assertThat(page.locator("#nodes tbody tr")).hasCount(2);
        second.kill();
        assertThat(cell).hasAttribute("data-state", "resting");
        assertThat(page.locator("#nodes tbody tr").filter(new Locator.FilterOptions().setHasText("gone")))
                .containsText("127.0.0.1:" + second.address().getPort());
        assertThat(cell)
                .hasAttribute(
                        "aria-label",
                        Pattern.compile(
                                "Worker id %d: resting until [^,]*\\d\\d:\\d\\d:\\d\\d, last n2".formatted(workerId)));
        cell.click();
        assertThat(page.locator("#cell")).hasText(Pattern.compile(".*, \\d+ s from now|.*free, last n2"));
        assertThat(cell).hasAttribute("data-state", "free");
        assertThat(cell).hasAttribute("aria-label", "Worker id %d: free, last n2".formatted(workerId));
    }

    @Test
    void whileZooKeeperIsAwayThePageSaysSinceWhenAndComesBackByItself() throws Exception {
        NodeProcess node = fleet.serve("n1", "--window", "60s");
        node.awaitWorkerId();
        Page page = open(node);
        fleet.stopZooKeeper();
        assertThat(page.locator("#notice"))
                .hasText(Pattern.compile("ZooKeeper cannot be reached since \\d\\d:\\d\\d:\\d\\d\\."
                        + " The page shows the fleet as last seen\\. Trying again every few seconds\\."));
        assertThat(page.locator("#health-text"))
                .hasText(Pattern.compile("The node is ready, ZooKeeper away for \\d+ s"));
        assertThat(page.locator("#verdict"))
                .hasText(Pattern.compile("Ids are at risk until \\d\\d:\\d\\d:\\d\\d: zookeeper-away;"
                        + " sequences are refused: zookeeper-away\\."));
        assertThat(page).hasTitle("ids at risk · Snowkeeper");
        assertThat(page.locator("#icon")).hasAttribute("href", "page/alarm.svg");
        assertThat(page.locator("#grid [data-state=live]")).hasCount(1);
        fleet.restartZooKeeper();
        assertThat(page.locator("#notice")).hasText("");
        assertThat(page.locator("#health-text")).hasText(Pattern.compile("The node is ready|All \\d+ nodes are ready"));
        assertThat(page.locator("#verdict")).hasText("Ids and sequences are given by the node.");
        assertThat(page).hasTitle("Snowkeeper");
        assertThat(page.locator("#icon")).hasAttribute("href", "page/snowkeeper.svg");
    }

    @Test
    void aFleetThatRefusesIdsSaysSoWithItsNameWhereverAPersonLooks() throws Exception {
        NodeProcess node = fleet.serve("n1", "--window", "10s", "--fleet-name", "orders-prod");
        node.awaitWorkerId();
        Page page = open(node);
        assertThat(page).hasTitle("orders-prod · Snowkeeper");
        assertThat(page.locator("h1")).hasText("Snowkeeper orders-prod");
        fleet.stopZooKeeper();
        assertThat(page.locator("#verdict")).hasText(Pattern.compile("Ids are refused: reservation-used-up; .*"));
        assertThat(page).hasTitle("ids refused · orders-prod · Snowkeeper");
        assertThat(page.locator("#health-text"))
                .hasText(Pattern.compile("No node is ready: reservation-used-up, ZooKeeper away for .*"));
        assertThat(page.locator("#ready")).hasText("0 of 1");
        assertThat(page.locator("#ready")).hasAttribute("data-state", "away");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target/pictures/refusing.png")));
        opened.close();
        opened = chromium.open(node.httpUrl() + "/", WIDTH, HEIGHT, ColorScheme.LIGHT);
        assertThat(opened.page().locator("#notice"))
                .hasText(Pattern.compile("ZooKeeper cannot be reached since \\d\\d:.*"));
        assertThat(opened.page()).hasTitle("ids refused · orders-prod · Snowkeeper");
    }

    @Test
    void aRestoreIsSaidToCloseTheSequencesAlone() throws Exception {
        NodeProcess node = fleet.serve("n1");
        node.awaitWorkerId();
        Page page = open(node);
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(fleet.connectString(), new RetryOneTime(100))) {
            client.start();
            client.create()
                    .forPath(
                            "/snowkeeper/restores",
                            "{\"restores\":[{\"found\":\"2026-11-26T10:00:00Z\",\"by\":\"n2\",\"evidence\":\"version 3, was 5\"}]}"
                                    .getBytes(UTF_8));
        }
        assertThat(page.locator("#verdict"))
                .hasText("Ids are given by the node; sequences are refused: ensemble-restored.");
        assertThat(page).hasTitle("sequences refused · Snowkeeper");
        assertThat(page.locator("#icon")).hasAttribute("href", "page/alarm.svg");
    }

    @Test
    void aFleetThatNobodyHasSeenYetIsNotSaidToBeWell() throws Exception {
        NodeProcess node = fleet.serve("n1");
        node.awaitWorkerId();
        Page page = open(node);
        page.route(
                "**/v1/fleet",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(503)
                        .setContentType("application/problem+json")
                        .setBody("{\"detail\":\"the fleet cannot be read\"}")));
        assertThat(page.locator("#verdict"))
                .hasText("The fleet cannot be read: it is not known whether ids are given.");
        assertThat(page).hasTitle("the fleet cannot be read · Snowkeeper");
    }

    @Test
    void aLayoutWhoseWorkerIdsAreAllTakenSaysThatNobodyElseCanJoin() throws Exception {
        NodeProcess node = fleet.serve("n1", "--layout", "41/2/20", "--worker-ids", "4");
        node.awaitWorkerId();
        Page page = open(node);
        assertThat(page.locator("#free")).hasText("0");
        assertThat(page.locator("#free-note")).hasText("of 4: no other node can join");
        assertThat(page.locator("#free")).hasAttribute("data-state", "away");
        assertThat(page.locator("#as-of")).containsText(fleet.connectString());
        assertThat(page.locator("#nodes .uptime")).hasText(Pattern.compile("up \\d+ .*"));
    }

    @Test
    void whenTheNodeIsAwayThePageSaysSinceWhenAndKeepsWhatItShows() throws Exception {
        NodeProcess node = fleet.serve("n1");
        node.awaitWorkerId();
        Page page = open(node);
        node.kill();
        assertThat(page.locator("#notice"))
                .hasText(Pattern.compile("No node answers since \\d\\d:\\d\\d:\\d\\d\\."
                        + " The page shows the last answers\\. Trying again every few seconds\\."));
        assertThat(page.locator("#rate-now")).hasText("–");
        assertThat(page.locator("#verdict")).hasText("No node answers: it is not known whether ids are given.");
        assertThat(page).hasTitle("no node answers · Snowkeeper");
        assertThat(page.locator("#grid [data-state=live]")).hasCount(1);
        page.locator("#id-take").click();
        assertThat(page.locator("#id-error")).hasText("No node answers.");
    }

    @Test
    void aLayoutWithFewerWorkerBitsIsDrawnAsItIs() throws Exception {
        NodeProcess node = fleet.serve("n1", "--layout", "42/5/16");
        long workerId = node.awaitWorkerId();
        Page page = open(node);
        assertThat(page.locator("#grid [role=row]")).hasCount(4);
        assertThat(page.locator("#grid [role=gridcell]")).hasCount(32);
        assertThat(page.locator("#layout")).hasText("42 / 5 / 16");
        page.locator("#id-input").fill(Long.toString((workerId << 16) + 65_535));
        assertThat(page.locator(".time .value")).hasAttribute("data-value", "2024-01-01T00:00:00.000Z");
        assertThat(page.locator(".worker .link")).hasAttribute("data-value", Long.toString(workerId));
        assertThat(page.locator(".sequence .value")).hasAttribute("data-value", "65535");
        assertThat(page.locator("#bits .field").all().stream()
                        .map(field -> field.getAttribute("data-bits").length()))
                .containsExactly(1, 42, 5, 16);
    }
}
