package io.snowkeeper.cli.fleet;

/** A way to show a fleet that is watched. */
@FunctionalInterface
interface WatchView {

    /**
     * Shows what is known after a look.
     *
     * @return whether anybody sees it; if not, there is no need to look again
     */
    boolean show(WatchedFleet fleet);
}
