package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.core.text.DurationFormat;
import io.snowkeeper.core.text.PrintableText;
import java.time.Duration;
import java.util.Comparator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The comparison of our window and allowed skew with those of the member that has been in the fleet longest. All have to have the
 * same: that no id comes twice after a restore or a deleted slot rests on it.
 */
final class MemberTimes {

    private static final Logger log = LoggerFactory.getLogger(MemberTimes.class);

    private final FleetTree tree;
    private final MemberSettings settings;
    private boolean compared;

    MemberTimes(FleetTree tree, MemberSettings settings) {
        this.tree = tree;
        this.settings = settings;
    }

    /** Logs a difference, once for each process. */
    void compare(Claim ours) {
        if (compared) {
            return;
        }
        tree.peekClaims().stream()
                .filter(FleetPaths::isClaim)
                .min(Comparator.comparing(FleetPaths::ticketOf))
                .filter(oldest -> !oldest.equals(ours.name()))
                .flatMap(tree::peekClaim)
                // A former claim of ours may outlive its process for a while.
                .filter(oldest -> !oldest.node().equals(settings.node()))
                .ifPresent(oldest -> {
                    warnOf("window", settings.window(), oldest.node(), oldest.windowMillis());
                    warnOf("max-skew", settings.maxSkew(), oldest.node(), oldest.maxSkewMillis());
                });
        compared = true;
    }

    private static void warnOf(String option, Duration ours, String oldest, long theirsMillis) {
        if (theirsMillis != ours.toMillis()) {
            log.warn(
                    "this member has {} {}, member {} has {}: give all members of the fleet the same, since ids may come twice after a restore of ZooKeeper otherwise",
                    option,
                    DurationFormat.format(ours),
                    PrintableText.of(oldest),
                    DurationFormat.format(Duration.ofMillis(theirsMillis)));
        }
    }
}
