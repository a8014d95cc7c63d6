package io.snowkeeper.cli.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The fleet as it is known after a look at it.
 *
 * @param at when it was looked at, by our clock
 * @param last what was seen last, now or before; empty if nothing was yet
 * @param firstSeen when what is known was seen first, by our clock: a node may tell the same thing again and again
 * @param staleSince since when it is not of now; empty if it is
 * @param problem why it is not of now; empty if it is
 */
record WatchedFleet(
        Instant at,
        Optional<Sighting> last,
        Instant firstSeen,
        Optional<Instant> staleSince,
        Optional<String> problem) {

    WatchedFleet {
        requireNonNull(at);
        requireNonNull(last);
        requireNonNull(firstSeen);
        if (staleSince.isPresent() != problem.isPresent()) {
            throw new IllegalArgumentException("what is stale is so for a reason");
        }
    }

    /** Returns what is known before the first look. */
    static WatchedFleet unseen(Instant now) {
        return new WatchedFleet(now, Optional.empty(), now, Optional.empty(), Optional.empty());
    }

    /** Returns what is known after a look at which a node has told the fleet. */
    WatchedFleet seen(Sighting sighting, Instant now) {
        boolean news = last.isEmpty() || !last.get().asOf().equals(sighting.asOf());
        Instant first = news ? now : firstSeen;
        return sighting.isOfNow()
                ? new WatchedFleet(now, Optional.of(sighting), first, Optional.empty(), Optional.empty())
                : new WatchedFleet(
                        now,
                        Optional.of(sighting),
                        first,
                        Optional.of(FleetTables.time(sighting.asOf()).orElse(first)),
                        Optional.of("the node cannot reach ZooKeeper"));
    }

    /** Returns what is known after a look at which nobody has told the fleet: what was known before. */
    WatchedFleet unanswered(String reason, Instant now) {
        return new WatchedFleet(now, last, firstSeen, Optional.of(staleSince.orElse(at)), Optional.of(reason));
    }

    /** Returns for how long what is known has been known. */
    Duration age() {
        Duration age = Duration.between(firstSeen, at);
        return age.isNegative() ? Duration.ZERO : age;
    }
}
