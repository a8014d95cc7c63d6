package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowkeeper.node.security.AdminToken;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminGuardTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final ScheduledExecutorService LOOP = Executors.newSingleThreadScheduledExecutor();
    private static final SocketAddress HERE = new InetSocketAddress("127.0.0.1", 40_000);
    private static final SocketAddress ELSEWHERE = new InetSocketAddress("192.0.2.1", 40_000);

    @TempDir
    private Path folder;

    @AfterAll
    static void stopLoop() {
        LOOP.shutdownNow();
    }

    private static Call call(SocketAddress peer, String... headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            byName.put(headers[i], headers[i + 1]);
        }
        return new Call(
                Map.of(), new QueryParameters(Map.of()), byName, new byte[0], peer, new CompletableFuture<>(), LOOP);
    }

    private static int status(AdminGuard guard, Call call) {
        Route route = Route.now("POST", "/x", asked -> HttpAnswer.noContent()).forAdmins();
        try {
            return guard.around(List.of(route))
                    .get(0)
                    .action()
                    .answer(call)
                    .toCompletableFuture()
                    .join()
                    .status();
        } catch (ProblemException e) {
            return e.problem().code().status();
        }
    }

    private static Problem problem(AdminGuard guard, Call call) {
        Route route = Route.now("POST", "/x", asked -> HttpAnswer.noContent()).forAdmins();
        return catchThrowableOfType(
                        ProblemException.class,
                        () -> guard.around(List.of(route)).get(0).action().answer(call))
                .problem();
    }

    private static AdminGuard withoutToken() {
        return new AdminGuard(Optional.empty());
    }

    private AdminGuard withToken() throws IOException {
        return new AdminGuard(Optional.of(AdminToken.read(Files.writeString(folder.resolve("token"), TOKEN))));
    }

    @Test
    void aRouteThatIsNotRestrictedIsLeftAsItIs() {
        Route open = Route.now("GET", "/x", asked -> HttpAnswer.noContent());

        assertThat(withoutToken().around(List.of(open))).containsExactly(open);
    }

    @Test
    void whoKnowsTheTokenMayCallFromAnywhere() throws IOException {
        assertThat(status(withToken(), call(ELSEWHERE, "authorization", "Bearer " + TOKEN)))
                .isEqualTo(204);
        assertThat(status(withToken(), call(ELSEWHERE, "authorization", "bearer " + TOKEN)))
                .isEqualTo(204);
    }

    @Test
    void withoutTheTokenTheClientIsChallenged() throws IOException {
        assertThat(problem(withToken(), call(HERE)))
                .isEqualTo(new Problem(
                        ProblemCode.UNAUTHORIZED,
                        "this call needs the node's token: Authorization: Bearer TOKEN",
                        Map.of("www-authenticate", "Bearer realm=\"snowkeeper\"")));
    }

    @Test
    void anotherSchemeIsNoToken() throws IOException {
        assertThat(problem(withToken(), call(HERE, "authorization", "Basic " + TOKEN))
                        .detail())
                .isEqualTo("this call needs the node's token: Authorization: Bearer TOKEN");
    }

    @Test
    void aWrongTokenIsRefusedAndNotQuoted() throws IOException {
        assertThat(problem(withToken(), call(HERE, "authorization", "Bearer 0123456789abcdeF")))
                .isEqualTo(new Problem(
                        ProblemCode.UNAUTHORIZED,
                        "the token is not the node's",
                        Map.of("www-authenticate", "Bearer realm=\"snowkeeper\", error=\"invalid_token\"")));
    }

    @Test
    void withoutATokenOfTheNodeProgramsOfThisMachineMayCall() {
        assertThat(status(withoutToken(), call(HERE, "host", "127.0.0.1:7071"))).isEqualTo(204);
        assertThat(status(withoutToken(), call(new InetSocketAddress("::1", 1), "host", "[::1]:7071")))
                .isEqualTo(204);
    }

    @Test
    void withoutATokenOfTheNodeOtherMachinesMayNotCall() {
        assertThat(problem(withoutToken(), call(ELSEWHERE, "host", "127.0.0.1:7071")))
                .isEqualTo(Problem.of(
                        ProblemCode.FORBIDDEN,
                        "without --admin-token-file, this call is for clients on the node's own machine"));
    }

    @Test
    void withoutATokenOfTheNodeItsOwnPageMayCall() {
        assertThat(status(
                        withoutToken(),
                        call(
                                HERE,
                                "host",
                                "localhost:7071",
                                "origin",
                                "http://localhost:7071",
                                "sec-fetch-site",
                                "same-origin")))
                .isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "?"})
    void aBrowserThatSaysThatAnotherSiteAsksIsRefused(String site) {
        assertThat(problem(withoutToken(), call(HERE, "host", "localhost:7071", "sec-fetch-site", site))
                        .detail())
                .isEqualTo("without --admin-token-file, this call is not for pages of other sites: sec-fetch-site="
                        + site);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "http://localhost:8080", "http://example.org", "http://localhost:7071.example.org"})
    void aPageOfAnotherOriginIsRefused(String origin) {
        assertThat(problem(withoutToken(), call(HERE, "host", "localhost:7071", "origin", origin))
                        .detail())
                .isEqualTo("without --admin-token-file, this call is not for pages of other sites: origin=" + origin);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,204",
        "127.1.2.3:1,204",
        "example.org:7071,403",
        "localhost.example.org,403",
        "127.0.0.1.nip.io,403"
    })
    void aNameThatAPageHasPointedHereIsRefused(String host, int status) {
        assertThat(status(withoutToken(), call(HERE, "host", host, "sec-fetch-site", "same-origin")))
                .isEqualTo(status);
    }
}
