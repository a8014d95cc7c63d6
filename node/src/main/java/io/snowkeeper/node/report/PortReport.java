package io.snowkeeper.node.report;

import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.RequestCounters;
import java.util.List;

/** A port's report on itself, all of it since its start. None of it takes time; thread-safe. */
public interface PortReport {

    /** Returns its protocol's name in labels. */
    String protocol();

    /** Returns the counts of each of its threads; empty before the start. */
    List<RequestCounters> tallies();

    /** Returns how many clients are connected. */
    int connections();

    /** Returns how many clients may be connected. */
    int maxConnections();

    /** Returns the counts of refusals beyond limits. */
    Refusals refusals();

    /** Returns how many connections have reached the greatest age. */
    long aged();
}
