package io.snowkeeper.node.report;

import static io.snowkeeper.core.UnavailableReason.DRAINING;
import static io.snowkeeper.core.UnavailableReason.RESERVATION_USED_UP;
import static io.snowkeeper.core.UnavailableReason.ZOOKEEPER_AWAY;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The verdict of a node on itself.
 *
 * @param readiness as in {@code /readyz}
 * @param members its standing in its fleet, one for each worker id
 * @param sequences why all numbers of sequences are refused, empty if they are not
 * @param drained when it stops answering, empty unless it is being drained
 * @param now the time by its clock
 */
record OwnVerdict(
        Readiness.Report readiness,
        List<MembershipStatus> members,
        Optional<Unavailability> sequences,
        Optional<Instant> drained,
        Instant now) {

    Verdict judge() {
        return new Verdict(ids(), sequencesStand());
    }

    private Standing ids() {
        Optional<ReadinessCheck> refusal =
                readiness.failed().stream().filter(NodeState::isOfIds).findFirst();
        if (refusal.isPresent()) {
            return refused(refusal.get().reason().orElse(UnavailableReason.NO_WORKER_ID));
        }
        Optional<Instant> end = NodeReporter.reservedUntil(members);
        Optional<UnavailableReason> trouble = trouble();
        if (trouble.isEmpty() || end.isEmpty()) {
            return drained(Given.BY_ONE);
        }
        return end.get().isAfter(now)
                ? drained(new AtRisk(1, 1, end.get(), trouble.get().text()))
                : refused(RESERVATION_USED_UP);
    }

    private Standing sequencesStand() {
        if (sequences.isPresent()) {
            return refused(sequences.get().reason());
        }
        return members.get(0).connected() ? drained(Given.BY_ONE) : refused(ZOOKEEPER_AWAY);
    }

    /** A node that stops gives nothing after its drain, if nothing ends it earlier. */
    private Standing drained(Standing otherwise) {
        if (drained.isEmpty()) {
            return otherwise;
        }
        Instant stop = drained.get();
        if (!stop.isAfter(now)) {
            return refused(DRAINING);
        }
        return otherwise.end().filter(end -> end.isBefore(stop)).isPresent()
                ? otherwise
                : new AtRisk(1, 1, stop, DRAINING.text());
    }

    /** The obstacle to renewing reservations, empty if none is known. */
    private Optional<UnavailableReason> trouble() {
        return members.stream()
                .flatMap(member -> member.problem().map(OwnVerdict::reasonWhileHeld).stream())
                .findFirst()
                .or(() -> members.stream().allMatch(MembershipStatus::connected)
                        ? Optional.empty()
                        : Optional.of(ZOOKEEPER_AWAY))
                .or(() -> readiness.failed().stream()
                                .anyMatch(check -> check.name().equals("reservation"))
                        ? Optional.of(RESERVATION_USED_UP)
                        : Optional.empty());
    }

    /** For a held worker id, a problem is not that of a missing one: it may be a disk that takes no writes. */
    private static UnavailableReason reasonWhileHeld(MembershipProblem problem) {
        return problem.reason() == UnavailableReason.NO_WORKER_ID ? RESERVATION_USED_UP : problem.reason();
    }

    private static Standing refused(UnavailableReason reason) {
        return new Refused(1, reason.text());
    }
}
