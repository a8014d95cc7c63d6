package io.snowkeeper.cli.doctor;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.lease.FleetDiagnosis;
import io.snowkeeper.coordinator.lease.FleetDiagnosis.ClockComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A check of the fleet that a node is to join, and of the right to do so. */
final class FleetCheck {

    private static final String FLEET = "fleet";
    private static final String RIGHTS = "znode rights";
    private static final String CLOCK = "clock";
    private static final String WORKER_IDS = "worker ids";

    private final MemberSettings settings;
    private final int workerIds;

    /** @param workerIds how many the node takes */
    FleetCheck(MemberSettings settings, int workerIds) {
        this.settings = settings;
        this.workerIds = workerIds;
    }

    /** Looks at the fleet; not any further where it may not be read, or ZooKeeper goes away. */
    List<Finding> look(FleetDiagnosis diagnosis) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try {
            Optional<Finding> fleet = fleet(diagnosis);
            findings.add(fleet.orElseGet(() -> Finding.ok(
                    FLEET, "there is none at %s, and the first node creates it".formatted(diagnosis.describe("")))));
            findings.addAll(rightsAndClock(diagnosis));
            if (fleet.isPresent()) {
                findings.add(workerIds(diagnosis));
            }
        } catch (CoordinatorUnavailableException e) {
            findings.add(Finding.failed(RIGHTS, String.valueOf(e.getMessage())));
        }
        return findings;
    }

    /** Returns empty if there is none. */
    private static Optional<Finding> fleet(FleetDiagnosis diagnosis) {
        try {
            return diagnosis.fleet().map(described -> Finding.ok(FLEET, described));
        } catch (FleetFailedException e) {
            return Optional.of(Finding.failed(FLEET, String.valueOf(e.getMessage())));
        }
    }

    private List<Finding> rightsAndClock(FleetDiagnosis diagnosis) {
        String root = diagnosis.describe("");
        Optional<ClockComparison> compared = diagnosis.compareClocks();
        if (compared.isEmpty()) {
            return List.of(Finding.warning(
                    RIGHTS,
                    "neither %s nor its parent exists, so nothing was written, and the clocks were not compared; the node creates them, if it may"
                            .formatted(root)));
        }
        return List.of(rights(root, diagnosis.openRecords()), clock(compared.get()));
    }

    private Finding rights(String root, List<String> open) {
        if (open.isEmpty()) {
            return Finding.ok(RIGHTS, "%s can be read and written".formatted(root));
        }
        String everyClient =
                "%s can be read and written, by every client of ZooKeeper: %s".formatted(root, String.join(", ", open));
        return Finding.warning(
                RIGHTS,
                settings.security().login().isEmpty()
                        ? everyClient + "; give all nodes a login with --zookeeper-auth-file"
                        : everyClient
                                + "; once all nodes log in, close them with zkCli.sh, addauth digest USER:PASSWORD, then setAcl -R %s auth::cdrwa"
                                        .formatted(root));
    }

    private Finding clock(ClockComparison compared) {
        return compared.problem()
                .map(problem -> Finding.failed(CLOCK, problem))
                .orElseGet(() -> Finding.ok(
                        CLOCK,
                        "%s ms from ZooKeeper's, %s ms are allowed"
                                .formatted(
                                        compared.skewMillis(),
                                        settings.maxSkew().toMillis())));
    }

    private Finding workerIds(FleetDiagnosis diagnosis) throws InterruptedException {
        WorkerIdRange range = settings.workerIds();
        long free = diagnosis.view().free(range);
        boolean isPart = range.size() < settings.layout().workers();
        String text = "%s of %s%s are free, the node takes %s"
                .formatted(free, range.size(), isPart ? " in " + range : "", workerIds);
        if (free == 0 && settings.isTotallyOrdered()) {
            return Finding.ok(
                    WORKER_IDS,
                    "the fleet's only one is held, or rests: this node stands by for it; snowkeeper fleet shows its holder");
        }
        return free >= workerIds
                ? Finding.ok(WORKER_IDS, text)
                : Finding.warning(
                        WORKER_IDS,
                        text
                                + "; it waits until others are handed back, or their reservations have passed, unless it has them already");
    }
}
