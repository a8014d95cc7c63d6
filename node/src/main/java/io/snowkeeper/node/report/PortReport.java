package io.snowkeeper.node.report;

import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.RequestCounters;
import java.util.List;

/** A port's report on itself, all of it since its start. None of it takes time; thread-safe. */
public interface PortReport {

    /** Returns what its protocol is called in labels. */
    String protocol();

    /** Returns what each of its threads has answered; empty before the start. */
    List<RequestCounters> tallies();

    /** Returns how many clients are connected. */
    int connections();

    /** Returns how many clients may be connected. */
    int maxConnections();

    /** Returns what was refused, since there was too much of it. */
    Refusals refusals();

    /** Returns how many connections have reached the greatest age. */
    long aged();
}
