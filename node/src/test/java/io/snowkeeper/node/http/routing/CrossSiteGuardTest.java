package io.snowkeeper.node.http.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AllowedHosts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrossSiteGuardTest {

    private static final ScheduledExecutorService LOOP = Executors.newSingleThreadScheduledExecutor();
    private static final CrossSiteGuard PLAIN = new CrossSiteGuard(false, AllowedHosts.ANY);
    private static final CrossSiteGuard OVER_TLS = new CrossSiteGuard(true, AllowedHosts.ANY);
    private static final CrossSiteGuard BEHIND_PROXY = new CrossSiteGuard(false, AllowedHosts.parse("ids.example.com"));

    @AfterAll
    static void stopLoop() {
        LOOP.shutdownNow();
    }

    private static int ask(CrossSiteGuard guard, String... headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            byName.put(headers[i], headers[i + 1]);
        }
        Route route = Route.now("POST", "/x", Right.NONE, asked -> HttpAnswer.noContent());
        Call call = new Call(
                new Router.Match(route, Map.of()),
                new QueryParameters(Map.of()),
                byName,
                new byte[0],
                Optional::empty,
                TestAccess.open(),
                new CompletableFuture<>(),
                LOOP);
        return guard.around(List.of(route))
                .get(0)
                .action()
                .answer(call)
                .toCompletableFuture()
                .join()
                .status();
    }

    private static void assertRefused(String detail, CrossSiteGuard guard, String... headers) {
        assertThatThrownBy(() -> ask(guard, headers))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem())
                                .isEqualTo(Problem.of(
                                        ProblemCode.FORBIDDEN,
                                        "this call is not for pages of other sites: " + detail)));
    }

    private static void assertForeign(String origin, String host, CrossSiteGuard guard) {
        assertRefused(
                "origin=%s, host=%s; a proxy that speaks TLS for the node needs --allowed-hosts"
                        .formatted(origin, host),
                guard,
                "host",
                host,
                "origin",
                origin);
    }

    @Test
    void whatOnlyReadsIsLeftAsItIs() {
        Route reading = Route.now("GET", "/x", Right.NONE, asked -> HttpAnswer.noContent());

        assertThat(PLAIN.around(List.of(reading))).containsExactly(reading);
    }

    @Test
    void aRouteNeedsTheRightThatItNeeded() {
        Route restricted = Route.now("DELETE", "/x", Right.DEFINE, asked -> HttpAnswer.noContent());

        assertThat(PLAIN.around(List.of(restricted)))
                .singleElement()
                .extracting(Route::right)
                .isEqualTo(Right.DEFINE);
    }

    @Test
    void aProgramMayCall() {
        assertThat(ask(PLAIN, "host", "n1:7071")).isEqualTo(204);
        assertThat(ask(PLAIN)).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "?", "same-origin, cross-site", ""})
    void aBrowserThatSaysThatAnotherSiteAsksIsRefused(String site) {
        assertRefused("sec-fetch-site=" + site, PLAIN, "host", "n1:7071", "sec-fetch-site", site);
    }

    @ParameterizedTest
    @CsvSource({
        "null, localhost:7071",
        "http://localhost:8080, localhost:7071",
        "http://localhost, localhost:7071",
        "https://localhost:7071, localhost:7071",
        "https://localhost, localhost",
        "http://example.org, localhost:7071",
        "http://localhost:7071.example.org, localhost:7071",
        "http://n1:7071, http://n1:7071"
    })
    void aPageOfAnotherOriginIsRefused(String origin, String host) {
        assertForeign(origin, host, PLAIN);
        assertRefused(
                "origin=%s, host=%s; a proxy that speaks TLS for the node needs --allowed-hosts"
                        .formatted(origin, host),
                PLAIN,
                "host",
                host,
                "origin",
                origin,
                "sec-fetch-site",
                "none");
    }

    @Test
    void withoutAHostNoOriginIsOurs() {
        assertRefused(
                "origin=http://, host=; a proxy that speaks TLS for the node needs --allowed-hosts",
                PLAIN,
                "origin",
                "http://");
    }

    @Test
    void thePageOfTheNodeMayCall() {
        assertThat(ask(PLAIN, "host", "N1:7071", "origin", "http://n1:7071")).isEqualTo(204);
        assertThat(ask(OVER_TLS, "host", "n1:7071", "origin", "https://n1:7071"))
                .isEqualTo(204);
        assertThat(ask(PLAIN, "host", "n1", "origin", "http://n1", "sec-fetch-site", "same-origin"))
                .isEqualTo(204);
    }

    @Test
    void aPlainPageIsNotThatOfANodeThatSpeaksTls() {
        assertForeign("http://n1:7071", "n1:7071", OVER_TLS);
    }

    /** As the browser says itself that it is the same origin. */
    @Test
    void thePageBehindAProxyThatSpeaksTlsMayCall() {
        assertThat(ask(
                        PLAIN,
                        "host",
                        "ids.example.com",
                        "origin",
                        "https://ids.example.com",
                        "sec-fetch-site",
                        "same-origin"))
                .isEqualTo(204);
    }

    @Test
    void forAnOldBrowserTheProxysNameHasToBeTold() {
        assertForeign("https://ids.example.com", "ids.example.com", PLAIN);
        assertThatCode(() -> ask(BEHIND_PROXY, "host", "ids.example.com", "origin", "https://ids.example.com"))
                .doesNotThrowAnyException();
        assertForeign("https://ids.example.com:8443", "ids.example.com", BEHIND_PROXY);
        assertForeign("https://localhost", "localhost", BEHIND_PROXY);
    }
}
