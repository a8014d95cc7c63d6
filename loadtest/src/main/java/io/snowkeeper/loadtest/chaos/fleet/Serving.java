package io.snowkeeper.loadtest.chaos.fleet;

import java.util.List;

/** The serving nodes of a fleet, and the checks after each fault. */
public interface Serving {

    /** Returns the node that a fault with that number strikes. */
    FleetNode node(int number);

    /** Returns whether none gives ids while that node does not. */
    boolean isNeeded(FleetNode node);

    /** Returns the services that have to go on when nothing hinders those nodes. */
    List<Service> services(List<FleetNode> of);

    /** Returns when each of those got ids that ask whichever node gives them; there are none where all do. */
    List<ServiceTimes> callers();
}
