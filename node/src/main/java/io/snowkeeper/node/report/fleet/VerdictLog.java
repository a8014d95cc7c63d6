package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Verdict;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of how the verdict on the fleet changes, from when ids are given first: a line for each change, and {@value #LINES} a minute at
 * the most. For one thread.
 */
public final class VerdictLog {

    static final int LINES = 10;

    private static final Logger log = LoggerFactory.getLogger(VerdictLog.class);
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * A verdict without the parts that change while it is the same to people: the time that moves, and how many nodes
     * are at risk.
     */
    private record Kind(List<Object> ids, List<Object> sequences) {

        static Kind of(Verdict verdict) {
            return new Kind(of(verdict.ids()), of(verdict.sequences()));
        }

        private static List<Object> of(Standing standing) {
            boolean given = standing instanceof Standing.Given;
            return List.of(standing.word(), standing.cause(), given ? standing.by() : 0, given ? standing.of() : 0);
        }
    }

    private final FleetReports reports;
    private final String fleet;
    private final LongSupplier nanoTime;
    private final ArrayDeque<Long> said = new ArrayDeque<>();
    private @Nullable Kind own;
    private @Nullable Kind last;
    private boolean looksAtFleet;
    private long lookedAt;
    private boolean kept;

    /** @param fleetName the fleet's name for people */
    public VerdictLog(FleetReports reports, Optional<String> fleetName, LongSupplier nanoTime) {
        this.reports = reports;
        this.fleet = fleetName.map(name -> "fleet " + name).orElse("fleet");
        this.nanoTime = nanoTime;
        this.lookedAt = nanoTime.getAsLong() - LOOK_NANOS;
    }

    /**
     * Looks once a second, and logs changes. Asks no other node, and ZooKeeper only where it has changed for this one.
     */
    public void look() {
        long now = nanoTime.getAsLong();
        if (now - lookedAt < LOOK_NANOS) {
            return;
        }
        lookedAt = now;
        NodeReport self = reports.own();
        if (seesFleetFirst(self.verdict())) {
            return;
        }
        Verdict verdict = reports.known(self);
        Kind kind = Kind.of(verdict);
        boolean begins = last == null && verdict.ids().by() == 0;
        if (begins || kind.equals(last)) {
            return;
        }
        while (!said.isEmpty() && now - said.getFirst() >= MINUTE_NANOS) {
            said.remove();
        }
        if (said.size() >= LINES) {
            // Said when there is room again, unless it is as before by then.
            kept = true;
            return;
        }
        said.add(now);
        last = kind;
        tell(verdict);
    }

    /** The change here may be about to happen everywhere, or the others were never looked at. */
    private boolean seesFleetFirst(Verdict self) {
        Kind before = own;
        own = Kind.of(self);
        // At most every other time: one that flaps is to be logged as well.
        looksAtFleet = !looksAtFleet && !own.equals(before);
        if (looksAtFleet) {
            var unused = reports.view();
        }
        return looksAtFleet;
    }

    private void tell(Verdict verdict) {
        String more = kept ? " (it changed in between, too often to log each time)" : "";
        kept = false;
        if (verdict.isGiven()) {
            log.info("{}: {}{}", fleet, verdict.text(), more);
        } else {
            log.warn("{}: {}{}", fleet, verdict.text(), more);
        }
    }
}
