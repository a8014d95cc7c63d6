package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a node that has an IPv6 address alone. */
@OnlyInFull
class PageAddressIT {

    @Test
    void anIpv6AddressIsWrittenOnceAndInBrackets(@TempDir Path folder) throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        try (ProcessFleet fleet = ProcessFleet.onSharedZooKeeper(folder);
                Chromium chromium = new Chromium()) {
            NodeProcess node = fleet.serve("n1", "--bind", "::1");
            node.awaitWorkerId();
            String url = node.httpUrl();
            assertThat(url).startsWith("http://[::1]:");

            try (Chromium.Opened opened = chromium.open(url + "/", 1200, 900, ColorScheme.LIGHT)) {
                Page page = opened.page();
                assertThat(page.locator("#health-text")).hasText("The node is ready");
                assertThat(page.locator("#nodes tbody .address"))
                        .hasText("[::1]:%s, http :%s"
                                .formatted(
                                        node.address().getPort(),
                                        URI.create(url).getPort()));
                assertThat(opened.complaints()).isEmpty();
            }
        }
    }
}
