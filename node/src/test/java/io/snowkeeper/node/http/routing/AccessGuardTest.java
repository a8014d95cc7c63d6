package io.snowkeeper.node.http.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

class AccessGuardTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final Route ROUTE = Route.now("POST", "/x", Right.OPERATE, asked -> HttpAnswer.noContent());
    private static final ScheduledExecutorService LOOP = Executors.newSingleThreadScheduledExecutor();
    private static final SocketAddress HERE = new InetSocketAddress("127.0.0.1", 40_000);
    private static final SocketAddress ELSEWHERE = new InetSocketAddress("192.0.2.1", 40_000);

    @TempDir
    private Path folder;

    @AfterAll
    static void stopLoop() {
        LOOP.shutdownNow();
    }

    private static Call call(SecuritySettings security, Route route, SocketAddress peer, String... headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            byName.put(headers[i], headers[i + 1]);
        }
        return new Call(
                new Router.Match(route, Map.of()),
                new QueryParameters(Map.of()),
                byName,
                new byte[0],
                Optional::empty,
                TestAccess.of(security, Peer.at(peer)),
                new CompletableFuture<>(),
                LOOP);
    }

    private static int status(SecuritySettings security, SocketAddress peer, String... headers) {
        return status(call(security, ROUTE, peer, headers));
    }

    private static int status(Call call) {
        try {
            return new AccessGuard()
                    .around(List.of(call.match().route()))
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

    private static Problem problem(SecuritySettings security, SocketAddress peer, String... headers) {
        return catchThrowableOfType(
                        ProblemException.class,
                        () -> new AccessGuard()
                                .around(List.of(ROUTE))
                                .get(0)
                                .action()
                                .answer(call(security, ROUTE, peer, headers)))
                .problem();
    }

    private static SecuritySettings withoutToken() {
        return SecuritySettings.NONE;
    }

    private SecuritySettings withToken() throws IOException {
        return new SecuritySettings(Optional.of(AdminToken.watch(Files.writeString(folder.resolve("token"), TOKEN))));
    }

    @Test
    void aRouteThatNeedsNoRightIsForAll() throws IOException {
        Route open = Route.now("GET", "/x", Right.NONE, asked -> HttpAnswer.noContent());

        assertThat(status(call(withToken(), open, ELSEWHERE))).isEqualTo(204);
    }

    @Test
    void whoKnowsTheTokenMayCallFromAnywhere() throws IOException {
        assertThat(status(withToken(), ELSEWHERE, "authorization", "Bearer " + TOKEN))
                .isEqualTo(204);
        assertThat(status(withToken(), ELSEWHERE, "authorization", "bearer " + TOKEN))
                .isEqualTo(204);
    }

    @Test
    void withoutTheTokenTheClientIsChallenged() throws IOException {
        assertThat(problem(withToken(), HERE))
                .isEqualTo(Problem.of(
                        ProblemCode.UNAUTHORIZED,
                        "this call needs the node's token: Authorization: Bearer TOKEN",
                        Map.of("www-authenticate", "Bearer realm=\"snowkeeper\"")));
    }

    @Test
    void anotherSchemeIsNoToken() throws IOException {
        assertThat(problem(withToken(), HERE, "authorization", "Basic " + TOKEN).detail())
                .isEqualTo("this call needs the node's token: Authorization: Bearer TOKEN");
    }

    @Test
    void aWrongTokenIsRefusedAndNotQuoted() throws IOException {
        assertThat(problem(withToken(), HERE, "authorization", "Bearer 0123456789abcdeF"))
                .isEqualTo(Problem.of(
                        ProblemCode.UNAUTHORIZED,
                        "the token is not the node's",
                        Map.of("www-authenticate", "Bearer realm=\"snowkeeper\", error=\"invalid_token\"")));
    }

    @Test
    void withoutATokenOfTheNodeProgramsOfThisMachineMayCall() {
        assertThat(status(withoutToken(), HERE, "host", "127.0.0.1:7071")).isEqualTo(204);
        assertThat(status(withoutToken(), new InetSocketAddress("::1", 1), "host", "[::1]:7071"))
                .isEqualTo(204);
    }

    @Test
    void withoutATokenOfTheNodeOtherMachinesMayNotCall() {
        assertThat(problem(withoutToken(), ELSEWHERE, "host", "127.0.0.1:7071"))
                .isEqualTo(Problem.of(
                        ProblemCode.FORBIDDEN,
                        "without --admin-token-file, this call is for clients on the node's own machine"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forwarded",
                "via",
                "x-forwarded-for",
                "x-forwarded-host",
                "x-forwarded-proto",
                "x-real-ip",
                "x-client-ip",
                "x-cluster-client-ip",
                "true-client-ip",
                "cf-connecting-ip"
            })
    void withoutATokenOfTheNodeAProxyOfThisMachineMayNotCallForSomebodyElse(String header) {
        assertThat(problem(withoutToken(), HERE, "host", "localhost:7071", header, "192.0.2.7"))
                .isEqualTo(Problem.of(
                        ProblemCode.FORBIDDEN,
                        "without --admin-token-file, this call is for clients on the node's own machine, and it came"
                                + " through a proxy: " + header + "=192.0.2.7"));
    }

    @ParameterizedTest
    @CsvSource({"x-forwarded-for,192.0.2.7", "host,example.org:7071"})
    void aCallThatIsDeniedForItsWayIsTakenDown(String header, String value) {
        List<AuditEvent> events = new ArrayList<>();

        Problem problem = problem(withoutToken().with(events::add), HERE, header, value);

        assertThat(events)
                .containsExactly(new AuditEvent(
                        new AuditEvent.Who("anonymous", AuditEvent.Shown.NOTHING, Optional.of("192.0.2.7")),
                        "http",
                        "POST /x",
                        Optional.empty(),
                        Map.of(),
                        AuditEvent.Outcome.DENIED,
                        Optional.of(problem.detail())));
    }

    @Test
    void whoKnowsTheTokenMayCallThroughAProxy() throws IOException {
        assertThat(status(withToken(), HERE, "authorization", "Bearer " + TOKEN, "x-forwarded-for", "192.0.2.7"))
                .isEqualTo(204);
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
        assertThat(status(withoutToken(), HERE, "host", host, "sec-fetch-site", "same-origin"))
                .isEqualTo(status);
    }
}
