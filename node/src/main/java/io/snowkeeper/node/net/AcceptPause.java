package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import java.util.EnumSet;
import java.util.Set;

/**
 * The pause of a port that does not accept as long as there is a reason not to. Used by the loop that accepts alone.
 */
final class AcceptPause {

    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);

    /** A reason why a port does not accept. */
    enum Reason {
        /** Too many accepted connections were not looked at yet. */
        PACE,
        /** There are as many connections as there are files for. */
        FILES,
        /** The last try has failed. */
        FAILURE
    }

    void begin(Channel listener, Reason reason) {
        reasons.add(reason);
        listener.config().setAutoRead(false);
    }

    void end(Channel listener, Reason reason) {
        reasons.remove(reason);
        if (reasons.isEmpty()) {
            listener.config().setAutoRead(true);
        }
    }
}
