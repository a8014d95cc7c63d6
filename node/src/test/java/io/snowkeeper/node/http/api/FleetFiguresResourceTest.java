package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.sequences.SequenceUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers about a fleet of one node that hands out ten numbers of the sequence invoices a second. */
class FleetFiguresResourceTest {

    private static final String START = "2026-11-21T19:31:17Z";
    private static final String BILLING = "billing-0123456789abcdef";
    private static final String AUDIT = "auditing-0123456789abcdef";

    private static final MembershipStatus HOLDING = new MembershipStatus(
            MembershipStatus.Phase.HOLDING,
            Optional.of("fleet"),
            OptionalLong.of(1),
            OptionalLong.empty(),
            OptionalLong.empty(),
            true,
            OptionalLong.of(0),
            Optional.empty());

    @TempDir
    private Path folder;

    private final AtomicLong seconds = new AtomicLong();

    @Test
    void whoMayReadAllSequencesIsToldWhichGiveHowMany() {
        assertThat(nodesToldTo(AUDIT)).contains("\"invoices\"");
    }

    @Test
    void whoMayNotIsToldTheFiguresOfNodesWithoutTheNamesOfSequences() {
        assertThat(nodesToldTo(BILLING)).contains("\"answered_by\":\"n1\"").doesNotContain("invoices");
    }

    private String nodesToldTo(String token) {
        ClientAccess access = TestAccess.of(
                TestPolicy.of(
                        folder,
                        TestPolicy.subject("billing", BILLING, "ids", "read:orders"),
                        TestPolicy.subject("audit", AUDIT, "read:*")),
                Peer.ELSEWHERE);
        access.show(token);
        return ResourceCalls.get(
                        new FleetFiguresResource(
                                        reports(),
                                        new FakeParts(this::millis, () -> 0)
                                                .sources()
                                                .configuration())
                                .routes(),
                        "/v1/fleet/nodes",
                        access)
                .body()
                .toString(UTF_8);
    }

    private FleetReports reports() {
        FakeParts node = new FakeParts(
                this::millis, () -> Duration.ofSeconds(seconds.get()).toNanos());
        node.setMembership(HOLDING);
        node.setUsage(invoices(0));
        NodeReporter own = new NodeReporter(node.sources());
        own.look();
        seconds.addAndGet(2);
        node.setUsage(invoices(20));
        FleetView view = new FleetView(Instant.parse(START), Optional.of("fleet"), 1024, List.of(), List.of());
        return new FleetReports(
                () -> CompletableFuture.completedFuture(view), own, node.sources(), peer -> new CompletableFuture<>());
    }

    private long millis() {
        return Instant.parse(START).plusSeconds(seconds.get()).toEpochMilli();
    }

    private static SequenceUsage invoices(long given) {
        return new SequenceUsage("invoices", SequenceMode.BLOCK, given, 0, 0, 0, 0, 0, 100, 0, 0, 0, Optional.empty());
    }
}
