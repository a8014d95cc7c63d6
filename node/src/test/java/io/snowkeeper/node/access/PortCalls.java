package io.snowkeeper.node.access;

import java.util.List;

/** All calls of a port. */
public interface PortCalls {

    /** What a service that is asked refuses with: then the call was let pass. */
    String PASSED = "the service was asked";

    /** The name of the sequence that they are about, if they are about one. */
    String SEQUENCE = "policies.a";

    /** Returns what the port is called in the documents. */
    String port();

    /** Returns the calls as people write them. */
    List<String> calls();

    /**
     * Makes a call that has all it needs, so that nothing keeps it from being made but rights.
     *
     * @return whether it was let pass
     */
    boolean isAllowed(String call, ClientAccess access);
}
