package io.snowkeeper.loadtest.drill;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The situation by which each alert is fired with processes. */
final class DrilledAlerts {

    /** A test that makes a situation, and the alerts that it waits for: each its name and, if it is of one node, that. */
    record Situation(Class<?> drill, String test, Set<String> alerts) {
        private static Situation of(Class<?> drill, String test, String... alerts) {
            return new Situation(drill, test, Set.of(alerts));
        }
    }

    private static final List<Situation> ALL = List.of(
            Situation.of(DrillIT.class, "aNodeIsKilled", "SnowkeeperDown n3"),
            Situation.of(DrillIT.class, "aClockIsSetBack", "SnowkeeperClockMovedBack n3"),
            Situation.of(DrillIT.class, "aDiskIsFull", "SnowkeeperReservationShort n3"),
            Situation.of(
                    DrillIT.class,
                    "zooKeeperIsAway",
                    "SnowkeeperZooKeeperUnreachable n1",
                    "SnowkeeperZooKeeperUnreachable n2",
                    "SnowkeeperZooKeeperUnreachable n3"),
            Situation.of(DrillIT.class, "workerIdsAreUsedUp", "SnowkeeperNoWorkerId n4"),
            Situation.of(
                    DrillIT.class,
                    "zooKeeperIsRestored",
                    "SnowkeeperSequencesClosed n1",
                    "SnowkeeperSequencesClosed n2",
                    "SnowkeeperSequencesClosed n3"),
            Situation.of(
                    AlertSituationsIT.class,
                    "aNodeIsAtItsLimits",
                    "SnowkeeperConnectionsNearLimit n1",
                    "SnowkeeperFilesNearLimit n1",
                    "SnowkeeperAuditUnwritten n1",
                    "SnowkeeperRequestsRefused n1"),
            Situation.of(
                    AlertSituationsIT.class,
                    "aFleetComesToItsEnd",
                    "SnowkeeperEpochEnds n1",
                    "SnowkeeperEpochEnds n2",
                    "SnowkeeperSlotsNearlyUsedUp",
                    "SnowkeeperCertificateExpires n4"),
            Situation.of(
                    AlertSituationsIT.class,
                    "nodesDisagree",
                    "SnowkeeperVersionsDiffer",
                    "SnowkeeperClockSkewed n2",
                    "SnowkeeperSequenceContended"),
            Situation.of(
                    AlertSituationsIT.class,
                    "sequencesEndAreLeftOrSpoilt",
                    "SnowkeeperSequenceNearlyUsedUp",
                    "SnowkeeperSequenceEndsSoon",
                    "SnowkeeperReservationUnsettled",
                    "SnowkeeperSequencesUnreadable"),
            Situation.of(
                    AlertSituationsIT.class, "aDiskStaysFull", "SnowkeeperRenewalsFail n3", "SnowkeeperFewNodesReady"),
            Situation.of(AlertSituationsIT.class, "aNodeStartsAgainAndAgain", "SnowkeeperRestarts n3"),
            Situation.of(AlertSituationsIT.class, "aFleetIsGone", "SnowkeeperNodesGone"),
            Situation.of(
                    AlertSituationsIT.class,
                    "zooKeeperIsSlow",
                    "SnowkeeperRenewalsSlow n4",
                    "SnowkeeperZooKeeperSlow n4"),
            Situation.of(AlertSituationsIT.class, "aDrainDoesNotEnd", "SnowkeeperNotReady n2"),
            Situation.of(AlertSituationsIT.class, "theActiveNodeIsNotKnown", "SnowkeeperAllStandBy"));

    private DrilledAlerts() {}

    /** Returns all situations. */
    static List<Situation> situations() {
        return ALL;
    }

    /** Returns the alerts that a drill's test waits for. */
    static Set<String> of(Class<?> drill, String test) {
        return ALL.stream()
                .filter(situation ->
                        situation.drill() == drill && situation.test().equals(test))
                .flatMap(situation -> situation.alerts().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
