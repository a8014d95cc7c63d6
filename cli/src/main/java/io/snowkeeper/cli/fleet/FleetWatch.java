package io.snowkeeper.cli.fleet;

import io.snowkeeper.node.NodeFailedException;
import java.time.Duration;
import java.time.InstantSource;

/** A watch on the fleet, which looks at it again and again until its thread is interrupted, or nobody sees it any more. */
final class FleetWatch {

    private final FleetSource source;
    private final InstantSource clock;
    private final Pause pause;

    /** A wait between two looks. */
    @FunctionalInterface
    interface Pause {
        void pause(Duration time) throws InterruptedException;
    }

    /** @param pause how it waits between two looks */
    FleetWatch(FleetSource source, InstantSource clock, Pause pause) {
        this.source = source;
        this.clock = clock;
        this.pause = pause;
    }

    /** @param interval the time from the end of a look to the begin of the next one */
    void run(Duration interval, WatchView view) {
        WatchedFleet known = WatchedFleet.unseen(clock.instant());
        try {
            known = look(known);
            while (view.show(known)) {
                pause.pause(interval);
                known = look(known);
            }
        } catch (InterruptedException e) {
            // That is how it ends.
            Thread.currentThread().interrupt();
        }
    }

    private WatchedFleet look(WatchedFleet known) throws InterruptedException {
        try {
            Sighting seen = source.look();
            return known.seen(seen, clock.instant());
        } catch (NodeFailedException e) {
            return known.unanswered(String.valueOf(e.getMessage()), clock.instant());
        }
    }
}
