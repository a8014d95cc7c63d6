package io.snowkeeper.cli.doctor;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The programs that listen on a machine, as a test wants them. */
final class FakeNeighbours implements Neighbours {

    static final String REFUSAL = "Address already in use";

    private final Map<Integer, Optional<String>> listening = new HashMap<>();

    /** Has a node listen. */
    FakeNeighbours node(int port, String name) {
        listening.put(port, Optional.of(name));
        return this;
    }

    /** Has something else listen. */
    FakeNeighbours other(int port) {
        listening.put(port, Optional.empty());
        return this;
    }

    @Override
    public Optional<String> refusal(Port port) {
        return listening.containsKey(port.number()) ? Optional.of(REFUSAL) : Optional.empty();
    }

    @Override
    public Optional<String> nodeAt(Port port) {
        return listening.get(port.number());
    }
}
