package io.snowkeeper.coordinator.zookeeper;

/** The node can have no part in this fleet until somebody has acted and it was started again. */
final class FleetFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FleetFailedException(String message) {
        super(message);
    }
}
