package io.snowkeeper.loadtest.drill;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The situation by which each alert is fired with processes. */
final class DrilledAlerts {

    /** A test that makes a situation, and the alerts that it waits for. */
    record Situation(Class<?> drill, String test, Set<String> alerts) {
        private static Situation of(Class<?> drill, String test, String... alerts) {
            return new Situation(drill, test, Set.of(alerts));
        }
    }

    private static final List<Situation> ALL = List.of(
            Situation.of(DrillIT.class, "aNodeIsKilled", "SnowkeeperDown"),
            Situation.of(DrillIT.class, "aClockIsSetBack", "SnowkeeperClockMovedBack"),
            Situation.of(DrillIT.class, "aDiskIsFull", "SnowkeeperReservationShort"),
            Situation.of(DrillIT.class, "zooKeeperIsAway", "SnowkeeperZooKeeperUnreachable"),
            Situation.of(DrillIT.class, "workerIdsAreUsedUp", "SnowkeeperNoWorkerId"),
            Situation.of(DrillIT.class, "zooKeeperIsRestored", "SnowkeeperSequencesClosed"),
            Situation.of(
                    AlertSituationsIT.class,
                    "aNodeIsAtItsLimits",
                    "SnowkeeperConnectionsNearLimit",
                    "SnowkeeperFilesNearLimit",
                    "SnowkeeperAuditUnwritten",
                    "SnowkeeperRequestsRefused"),
            Situation.of(
                    AlertSituationsIT.class,
                    "aFleetComesToItsEnd",
                    "SnowkeeperEpochEnds",
                    "SnowkeeperSlotsNearlyUsedUp",
                    "SnowkeeperCertificateExpires"),
            Situation.of(
                    AlertSituationsIT.class,
                    "nodesDisagree",
                    "SnowkeeperVersionsDiffer",
                    "SnowkeeperClockSkewed",
                    "SnowkeeperSequenceContended"),
            Situation.of(
                    AlertSituationsIT.class,
                    "sequencesEndOrAreLeft",
                    "SnowkeeperSequenceNearlyUsedUp",
                    "SnowkeeperSequenceEndsSoon",
                    "SnowkeeperReservationUnsettled"),
            Situation.of(AlertSituationsIT.class, "aRecordIsSpoilt", "SnowkeeperSequencesUnreadable"),
            Situation.of(
                    AlertSituationsIT.class, "aDiskStaysFull", "SnowkeeperRenewalsFail", "SnowkeeperFewNodesReady"),
            Situation.of(AlertSituationsIT.class, "aNodeStartsAgainAndAgain", "SnowkeeperRestarts"),
            Situation.of(AlertSituationsIT.class, "aFleetIsGone", "SnowkeeperNodesGone"),
            Situation.of(
                    AlertSituationsIT.class, "zooKeeperIsSlow", "SnowkeeperRenewalsSlow", "SnowkeeperZooKeeperSlow"),
            Situation.of(AlertSituationsIT.class, "aDrainDoesNotEnd", "SnowkeeperNotReady"));

    private DrilledAlerts() {}

    /** Returns the situations, by alerts. */
    static Map<String, Situation> situations() {
        return ALL.stream()
                .flatMap(situation -> situation.alerts().stream().map(alert -> Map.entry(alert, situation)))
                .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
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
