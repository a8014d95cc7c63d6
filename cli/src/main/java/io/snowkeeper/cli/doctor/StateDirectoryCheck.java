package io.snowkeeper.cli.doctor;

import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.StateDirectoryInUseException;
import io.snowkeeper.coordinator.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A check of the directory in which a node keeps its state over a restart. */
final class StateDirectoryCheck implements Check {

    private static final String CHECK = "state directory";

    /** File systems in memory. */
    private static final Set<String> LOST_AT_A_RESTART = Set.of("tmpfs", "ramfs");

    private final Optional<Path> directory;
    private final RunningNode node;
    private final Function<Path, Optional<String>> fileSystems;

    StateDirectoryCheck(Optional<Path> directory, RunningNode node) {
        this(directory, node, StateDirectoryCheck::fileSystem);
    }

    /** @param fileSystems returns the type of the file system of a directory, which need not exist yet */
    StateDirectoryCheck(Optional<Path> directory, RunningNode node, Function<Path, Optional<String>> fileSystems) {
        this.directory = directory;
        this.node = node;
        this.fileSystems = fileSystems;
    }

    @Override
    public List<Finding> look() {
        if (directory.isEmpty()) {
            return List.of(Finding.ok(
                    CHECK, "none: after a restart, the worker id from before rests until its reservation has passed"));
        }
        Path path = directory.get().toAbsolutePath().normalize();
        List<Finding> findings = new ArrayList<>();
        findings.add(use(path));
        fileSystems
                .apply(path)
                .filter(LOST_AT_A_RESTART::contains)
                .ifPresent(type -> findings.add(Finding.warning(
                        CHECK,
                        "%s is on %s, and gone after a restart of the machine; choose a directory on a disk with --state-dir"
                                .formatted(path, type))));
        return findings;
    }

    private Finding use(Path path) {
        try {
            return Finding.ok(
                    CHECK,
                    StateDirectory.check(path)
                            ? path + " exists, and only this user can write to it"
                            : path + " does not exist, and the node can create it");
        } catch (StateDirectoryInUseException e) {
            return switch (node.state()) {
                case RUNS -> Finding.ok(CHECK, "%s is in use by node %s, which runs".formatted(path, node.name()));
                case NOT_KNOWN -> Finding.warning(CHECK, e.getMessage() + ", unless it is this one that runs");
                case DOES_NOT_RUN -> Finding.failed(CHECK, String.valueOf(e.getMessage()));
            };
        } catch (StateDirectoryException e) {
            return Finding.failed(
                    CHECK, e.getMessage() + "; if the node runs as another user, run doctor as that user");
        }
    }

    private static Optional<String> fileSystem(Path path) {
        Path there = path;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        try {
            return there == null
                    ? Optional.empty()
                    : Optional.of(Files.getFileStore(there).type());
        } catch (IOException e) {
            // Below a root that is not mounted, the type is unknown.
            return Optional.empty();
        }
    }
}
