package io.snowkeeper.cli.doctor;

import java.util.Optional;

/** The node itself, which may run already while its needs are checked. For one thread. */
final class RunningNode {

    /** The known state of the node. */
    enum State {
        RUNS,
        DOES_NOT_RUN,
        /** Something listens on its port that is not asked, since that would be over TLS. */
        NOT_KNOWN
    }

    private final String name;
    private final boolean overTls;
    private final State state;

    /** @param overTls whether the node's ports speak TLS */
    RunningNode(String name, Port line, boolean overTls, Neighbours neighbours) {
        this.name = name;
        this.overTls = overTls;
        if (line.number() == 0 || neighbours.refusal(line).isEmpty()) {
            state = State.DOES_NOT_RUN;
        } else if (overTls) {
            state = State.NOT_KNOWN;
        } else {
            Optional<String> found = neighbours.nodeAt(line);
            state = found.equals(Optional.of(name)) ? State.RUNS : State.DOES_NOT_RUN;
        }
    }

    String name() {
        return name;
    }

    boolean speaksTls() {
        return overTls;
    }

    State state() {
        return state;
    }
}
