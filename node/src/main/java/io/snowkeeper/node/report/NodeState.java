package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.util.Optional;
import java.util.Set;

/**
 * A node's state in one word, and why it is in it.
 *
 * @param word one of the constants here, or one that a newer node knows
 * @param reason why, for programs: a text of {@link UnavailableReason}; empty if there is none
 * @param detail why, for people; empty if there is nothing to say
 */
public record NodeState(String word, Optional<String> reason, Optional<String> detail) {

    /** It gives ids and should get work. */
    public static final String READY = "ready";

    /** It gives ids still, and should get no work. */
    public static final String NOT_READY = "not-ready";

    /** It refuses ids. */
    public static final String REFUSING = "refusing";

    /** It refuses ids since another node gives them, and takes over when that ends. */
    public static final String STANDBY = "standby";

    /** A drain was requested. */
    public static final String DRAINING = "draining";

    /** It has a session with ZooKeeper, and nothing else is known: it has no port to ask. */
    public static final String LIVE = "live";

    /** It has a session with ZooKeeper, and does not answer. */
    public static final String UNREACHABLE = "unreachable";

    /** Its session has ended and it has handed nothing back; its worker ids rest. */
    public static final String GONE = "gone";

    private static final Set<String> ID_CHECKS = Set.of("worker-id", "ids", "sortable-ids");

    public NodeState {
        requireNonNull(word);
        requireNonNull(reason);
        requireNonNull(detail);
    }

    /** Returns whether ids are refused where a check fails. */
    static boolean isOfIds(ReadinessCheck check) {
        return ID_CHECKS.contains(check.name());
    }

    private static String wordOf(Readiness.Report report) {
        if (report.failed().stream().noneMatch(NodeState::isOfIds)) {
            return NOT_READY;
        }
        return report.isStandby() ? STANDBY : REFUSING;
    }

    static NodeState of(Readiness.Report report, boolean draining) {
        Optional<ReadinessCheck> problem = report.problem();
        if (problem.isEmpty()) {
            return new NodeState(READY, Optional.empty(), Optional.empty());
        }
        return new NodeState(
                draining ? DRAINING : wordOf(report),
                problem.flatMap(ReadinessCheck::reason).map(UnavailableReason::text),
                problem.map(ReadinessCheck::detail));
    }
}
