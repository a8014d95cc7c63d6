package io.snowkeeper.node.net;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;

/** The number of files that the process may have open at once. Each connection is one. */
public final class OpenFiles {

    /** The program's own files: its jar and the JVM's, logs, state, sockets to ZooKeeper, and some to spare. */
    private static final int OWN = 200;

    private OpenFiles() {}

    /** Returns the limit of this process, empty where the operating system has none. */
    public static OptionalLong limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? OptionalLong.of(system.getMaxFileDescriptorCount())
                : OptionalLong.empty();
    }

    /**
     * Returns how many are left for the clients of the ports: at least a quarter, and at least 1.
     *
     * @param zooKeeper how many the ZooKeeper in this process takes, 0 if there is none; it gets no more than a quarter
     */
    public static int left(long limit, int zooKeeper) {
        long quarter = limit / 4;
        long left = Math.max(limit - OWN - Math.min(zooKeeper, quarter), Math.max(1, quarter));
        return (int) Math.min(Integer.MAX_VALUE, left);
    }

    /**
     * Returns the warning for the operator if the limit is too low.
     *
     * @param ports how many ports accept {@code maxConnections} each
     * @param maxConnections how many connections each of them accepts
     * @param zooKeeper how many the ZooKeeper in this process accepts, 0 if there is none
     */
    public static Optional<String> warning(long limit, int ports, int maxConnections, int zooKeeper) {
        long needed = (long) ports * maxConnections + zooKeeper + OWN;
        return limit >= needed
                ? Optional.empty()
                : Optional.of(
                        ("the process may open %s files, and its configuration needs %s: %s connections on each of"
                                        + " %s ports, %s of an embedded ZooKeeper, %s of its own; raise the limit (ulimit -n,"
                                        + " LimitNOFILE= of systemd) or lower --max-connections")
                                .formatted(limit, needed, maxConnections, ports, zooKeeper, OWN));
    }
}
