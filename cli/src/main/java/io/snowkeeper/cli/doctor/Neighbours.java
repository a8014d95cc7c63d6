package io.snowkeeper.cli.doctor;

import java.util.Optional;

/** The programs that listen on this machine already. */
interface Neighbours {

    /** Returns why a port cannot be listened on now, empty if it can. Nothing listens there afterwards. */
    Optional<String> refusal(Port port);

    /** Returns the name of the node that listens on a port of this kind, empty if none does, or it does not say. */
    Optional<String> nodeAt(Port port);
}
