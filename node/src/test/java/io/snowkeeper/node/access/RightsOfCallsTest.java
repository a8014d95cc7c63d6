package io.snowkeeper.node.access;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.http.HttpCalls;
import io.snowkeeper.node.line.LineCalls;
import io.snowkeeper.node.redis.RedisCalls;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of every port with every right. The results are the table in docs/run/security.md, which is written anew
 * with {@code -Dsnowkeeper.rights.write=true}.
 */
class RightsOfCallsTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "run", "security.md");
    private static final String START = "<!-- rights -->\n";
    private static final String END = "<!-- end of rights -->\n";

    @TempDir
    private static Path folder;

    private static final List<PortCalls> PORTS = List.of(new LineCalls(), new HttpCalls(), new RedisCalls());

    /** Caches policies, each of which is used for every call. */
    private static final Map<List<String>, SecuritySettings> BY_RIGHTS = new HashMap<>();

    private static final Map<PortCall, Set<Right>> RIGHTS = new HashMap<>();

    /** A call of a port. */
    private record PortCall(PortCalls port, String call) {

        boolean isAllowed(SecuritySettings security, Peer peer) {
            return isAllowed(TestAccess.of(security, peer));
        }

        boolean isAllowed(ClientAccess access) {
            return port.isAllowed(call, access);
        }

        /** Returns whether it is allowed to billing, if that has those rights. */
        boolean isAllowedWith(String... rights) {
            SecuritySettings security =
                    BY_RIGHTS.computeIfAbsent(List.of(rights), given -> TestPolicy.ofBilling(folder, rights));
            ClientAccess access = TestAccess.of(security, Peer.THIS_MACHINE);
            assertThat(access.login(TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.DONE);
            return isAllowed(access);
        }

        @Override
        public String toString() {
            return port.port() + ": " + call;
        }
    }

    static Stream<PortCall> calls() {
        return PORTS.stream().flatMap(port -> port.calls().stream().map(call -> new PortCall(port, call)));
    }

    /** Returns the rights by each of which alone the call is allowed, for its sequence. */
    private static Set<Right> rightsFor(PortCall call) {
        return RIGHTS.computeIfAbsent(call, RightsOfCallsTest::rightsFound);
    }

    private static Set<Right> rightsFound(PortCall call) {
        Set<Right> rights = EnumSet.noneOf(Right.class);
        for (Right right : Right.values()) {
            // For all names, since there are calls about all sequences.
            if (right != Right.NONE && call.isAllowedWith(right.text("*"))) {
                rights.add(right);
            }
        }
        return rights;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallNeedsOneRightOrNone(PortCall call) {
        if (call.isAllowedWith()) {
            assertThat(rightsFor(call)).hasSize(Right.values().length - 1);
            return;
        }
        Set<Right> rights = rightsFor(call);

        // The right to settle any reservation includes confirming one's own.
        assertThat(rights)
                .isIn(Stream.concat(
                                Stream.of(EnumSet.of(Right.CONFIRM, Right.SETTLE)),
                                EnumSet.allOf(Right.class).stream().map(EnumSet::of))
                        .toArray());
        assertThat(call.isAllowedWith("*")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aRightIsForTheSequencesThatItNames(PortCall call) {
        if (call.isAllowedWith()) {
            return;
        }
        Right right = rightsFor(call).iterator().next();
        boolean ofAll = call.call().equals("sequence_list")
                || call.call().equals("SEQ.LIST")
                || call.call().equals("GET /v1/sequences");

        assertThat(call.isAllowedWith(right.text("policies.*"))).isEqualTo(!ofAll);
        assertThat(call.isAllowedWith(right.text(PortCalls.SEQUENCE))).isEqualTo(!ofAll);
        assertThat(call.isAllowedWith(right.text("invoices"))).isEqualTo(!right.isOfSequences());
    }

    @ParameterizedTest
    @MethodSource("calls")
    void withoutATokenAndAPolicyWhatIsOpenIsForAllAndTheRestForTheNodesMachine(PortCall call) {
        boolean open = call.isAllowedWith() || rightsFor(call).stream().anyMatch(Right::isOpen);

        assertThat(call.isAllowed(SecuritySettings.NONE, Peer.THIS_MACHINE)).isTrue();
        assertThat(call.isAllowed(SecuritySettings.NONE, Peer.ELSEWHERE)).isEqualTo(open);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void withATokenAndNoPolicyWhatIsOpenIsForAllAndTheRestForTheToken(PortCall call) throws IOException {
        boolean open = call.isAllowedWith() || rightsFor(call).stream().anyMatch(Right::isOpen);
        String token = "admin-0123456789abcdef";
        SecuritySettings security =
                new SecuritySettings(Optional.of(AdminToken.watch(Files.writeString(folder.resolve("token"), token))));
        ClientAccess admin = TestAccess.of(security, Peer.ELSEWHERE);
        assertThat(admin.login(token)).isEqualTo(ClientAccess.Login.DONE);

        if (!call.call().equals("auth")) {
            assertThat(call.isAllowed(security, Peer.THIS_MACHINE)).isEqualTo(open);
        }
        if (!(call.port() instanceof LineCalls)) {
            // Requests of the line protocol show a token of their own here, which is not the node's.
            assertThat(call.isAllowed(admin)).isTrue();
        }
    }

    @Test
    void theDocumentHasTheTable() throws IOException {
        String document = Files.readString(DOCUMENT);
        int start = document.indexOf(START) + START.length();
        int end = document.indexOf(END);
        assertThat(start).isGreaterThan(START.length());
        assertThat(end).isGreaterThanOrEqualTo(start);
        if (Boolean.getBoolean("snowkeeper.rights.write")) {
            document = document.substring(0, start) + table() + document.substring(end);
            Files.writeString(DOCUMENT, document);
            end = document.indexOf(END);
        }

        assertThat(document.substring(start, end)).isEqualTo(table());
    }

    private static String table() {
        StringBuilder table = new StringBuilder(
                        "| right | " + PORTS.stream().map(PortCalls::port).collect(joining(" | ")))
                .append(" |\n|---|---|---|---|\n");
        List<PortCall> calls = calls().toList();
        for (Right right : Right.values()) {
            if (right != Right.NONE) {
                row(table, "`" + right.text("NAMES") + "`", calls, call -> firstRightFor(call) == right);
            }
        }
        row(table, "none", calls, call -> firstRightFor(call) == Right.NONE);
        return table.toString();
    }

    private static void row(StringBuilder table, String name, List<PortCall> calls, Predicate<PortCall> ofRow) {
        List<String> cells = new ArrayList<>();
        for (PortCalls port : PORTS) {
            cells.add(calls.stream()
                    .filter(call -> call.port().port().equals(port.port()) && ofRow.test(call))
                    .map(call -> call.call().endsWith(" by number")
                            ? "`" + call.call().replace(" by number", "") + "` by number"
                            : "`" + call.call() + "`")
                    .collect(joining(", ")));
        }
        table.append("| ")
                .append(name)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }

    private static Right firstRightFor(PortCall call) {
        return call.isAllowedWith() ? Right.NONE : rightsFor(call).iterator().next();
    }
}
