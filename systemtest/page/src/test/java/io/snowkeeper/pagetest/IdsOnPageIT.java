package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.IdFormat;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the page that takes ids apart, in a real browser. One page for all, as a person has it open. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdsOnPageIT {

    private BalancedFleet fleet;
    private Chromium chromium;
    private Chromium.Opened opened;
    private Page page;

    @BeforeAll
    void openPage(@TempDir Path folder) throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        fleet = new BalancedFleet(folder);
        chromium = new Chromium();
        opened = chromium.open(fleet.url() + "/", 1200, 1500, ColorScheme.LIGHT);
        page = opened.page();
        assertThat(page.locator("#health-text")).hasText("All 3 nodes are ready");
    }

    @AfterAll
    void stopFleet() throws Exception {
        if (opened != null) {
            opened.close();
        }
        if (chromium != null) {
            chromium.close();
        }
        fleet.close();
    }

    @BeforeEach
    void clearInput() {
        page.locator("#id-input").fill("");
        assertThat(page.locator("#id-parts")).isHidden();
    }

    @ParameterizedTest
    @EnumSource
    void anIdIsTakenApartAsTheNodeTakesItApart(SomeId some) {
        page.locator("#id-input").fill(Long.toString(some.id));
        JsonNode parts = fleet.get("/v1/ids/" + some.id);
        assertThat(page.locator(".time .value"))
                .hasAttribute(
                        "data-value",
                        Instant.ofEpochMilli(parts.path("timestamp_ms").asLong())
                                .atOffset(ZoneOffset.UTC)
                                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")));
        assertThat(page.locator(".worker .link"))
                .hasAttribute("data-value", parts.path("worker_id").asText());
        assertThat(page.locator(".sequence .value"))
                .hasAttribute("data-value", parts.path("sequence").asText());
        String bits = "%64s".formatted(Long.toBinaryString(some.id)).replace(' ', '0');
        assertThat(page.locator("#bits i").allTextContents()).isEqualTo(List.of(bits.split("")));
        assertThat(page.locator("#bits .field").all().stream()
                        .map(field -> field.getAttribute("data-bits").length()))
                .containsExactly(1, 41, 10, 12);
        for (IdFormat format : IdFormat.values()) {
            assertThat(page.locator("#id-forms dd").all().stream().map(Locator::textContent))
                    .contains(format.format(some.id));
        }
    }

    /** Ids at the ends of what 64 bits hold, and above what a number of JavaScript does. */
    enum SomeId {
        LOWEST(0),
        OF_TODAY(382567274176839684L),
        ABOVE_2_TO_53(9007199254740993L),
        HIGHEST(Long.MAX_VALUE);

        private final long id;

        SomeId(long id) {
            this.id = id;
        }
    }

    @Test
    void everyTextFormOfAnIdIsRead() {
        for (IdFormat format : IdFormat.values()) {
            page.locator("#id-input").fill("");
            page.locator("#id-input").fill("\"" + format.format(SomeId.OF_TODAY.id) + "\",");
            assertThat(page.locator("#id-parts")).isVisible();
            assertThat(page.locator("#id-forms dd").first()).hasText(Long.toString(SomeId.OF_TODAY.id));
        }
        page.locator("#id-input")
                .fill("0x" + IdFormat.HEX.format(SomeId.OF_TODAY.id).toUpperCase());
        assertThat(page.locator("#id-form-name")).hasText("Read as hex.");
        page.locator("#id-input")
                .fill(IdFormat.CROCKFORD32.format(SomeId.OF_TODAY.id).toLowerCase());
        assertThat(page.locator("#id-form-name")).hasText("Read as Crockford base 32.");
    }

    @Test
    void anIdThatLooksRoundedIsDoubted() {
        page.locator("#id-input").fill("384313635486302200");
        assertThat(page.locator("#id-form-name"))
                .hasText("Read as decimal. JavaScript may have rounded it. Read as reversed bits instead");
        page.locator("#id-input").fill("384313635486302208");
        assertThat(page.locator("#id-form-name")).hasText("Read as decimal. Read as reversed bits instead");
    }

    @Test
    void aUuidIsTakenApart() {
        page.locator("#id-input").fill("(018CC251-F7E8-7000-8004-00004489ABCD)");
        assertThat(page.locator(".time .value")).hasAttribute("data-value", "2024-01-01T00:00:01.000Z");
        assertThat(page.locator(".worker .link")).hasAttribute("data-value", "17");
        assertThat(page.locator(".sequence .value")).hasAttribute("data-value", "1");
        assertThat(page.locator("#bits .field").all().stream()
                        .map(field -> field.getAttribute("data-bits").length()))
                .containsExactly(48, 4, 12, 2, 12, 24, 26);
        assertThat(page.locator("#id-forms dd")).hasText("018cc251-f7e8-7000-8004-00004489abcd");
    }

    @Test
    void aTypeIdIsItsUuid() {
        page.locator("#id-input").fill("\"user_01h455vb4pex5vsknk084sn02q\"");
        assertThat(page.locator("#id-form-name")).hasText("Read as TypeID.");
        assertThat(page.locator("#id-forms dd")).hasText("01890a5d-ac96-774b-bcce-b302099a8057");
    }

    @Test
    void aPublicIdIsReadByTheNode() {
        page.locator("#id-input").fill(BalancedFleet.KEYS.withPrefix("ord").format(SomeId.OF_TODAY.id));
        assertThat(page.locator("#id-form-name")).hasText("Read as public id.");
        assertThat(page.locator("#id-forms dd").first()).hasText(Long.toString(SomeId.OF_TODAY.id));
    }

    @Test
    void aNumberMayHaveItsBitsReversed() {
        page.locator("#id-input").fill(Long.toString(BitReversal.of(SomeId.OF_TODAY.id)));
        page.locator("#id-form-name button").click();
        assertThat(page.locator("#id-forms dd").first()).hasText(Long.toString(SomeId.OF_TODAY.id));
    }

    @Test
    void digitsThatMayBeTwoThingsAreReadAsEither() {
        page.locator("#id-input").fill("0000000000000016");
        assertThat(page.locator("#id-forms dd").first()).hasText("16");
        page.locator("#id-form-name button").last().click();
        assertThat(page.locator("#id-forms dd").first()).hasText("22");
        assertThat(page.locator("#id-form-name"))
                .hasText("Read as hex. Read as decimal instead Read as reversed bits instead");
    }

    @Test
    void manyIdsAreTakenApartAtOnceWithTheNodesThatHeldTheirWorkerIds() {
        String answer = fleet.post("/v1/ids?count=2", "").toString();
        page.locator("#id-input").fill(answer + " " + IdFormat.BASE62.format(1L << 40));
        assertThat(page.locator("#id-table tbody tr")).hasCount(4);
        assertThat(page.locator("#id-count")).hasText("4 ids; 3 other words are no id.");
        assertThat(page.locator("#id-table tbody tr").first().locator("td").nth(3))
                .hasText(Pattern.compile("n[123]"));
        assertThat(page.locator("#id-table tbody tr").last().locator("td").nth(3))
                .hasText("not known");
        page.locator("#id-table tbody tr th button").first().click();
        assertThat(page.locator("#id-parts")).isVisible();
    }

    @Test
    void whatIsNoIdIsRefusedInWords() {
        page.locator("#id-input").fill("9223372036854775808");
        assertThat(page.locator("#id-error"))
                .hasText(
                        "An id is a whole number from 0 to 9223372036854775807, its text in hex (16 characters),"
                                + " Crockford base 32 (13) or base 62 (11), a UUID of version 7, a TypeID, or a public id whose key the node has.");
        assertThat(page.locator("#id-input")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#id-parts")).isHidden();
    }

    @Test
    void anIdSaysWhichNodeHeldItsWorkerIdThenAndShowsHowThatStands() {
        page.locator("#id-take").click();
        assertThat(page.locator("#id-parts")).isVisible();
        long workerId = Long.parseLong(page.locator(".worker .link").getAttribute("data-value"));
        String node = List.of("n1", "n2", "n3").stream()
                .filter(name -> fleet.workerId(name) == workerId)
                .findFirst()
                .orElseThrow();
        assertThat(page.locator("#id-holder"))
                .hasText(Pattern.compile(node + " holds it, and has been there since [\\d:]+"));
        page.locator(".worker .link").click();
        assertThat(page.locator("#worker-title")).hasText("Worker id %d: live, %s".formatted(workerId, node));
    }

    @Test
    void anIdOfATimeBeforeItsHolderCameIsLookedUpInTheLogs() {
        page.locator("#id-input").fill(Long.toString(fleet.workerId("n2") << 12));
        assertThat(page.locator("#id-holder")).hasText("the nodes' logs have its holder at that time; n2 had it last");
    }
}
