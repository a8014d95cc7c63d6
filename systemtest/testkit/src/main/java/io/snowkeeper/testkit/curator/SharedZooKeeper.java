package io.snowkeeper.testkit.curator;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One ZooKeeper server for all tests of a JVM, started when the first one asks for it and left to the end of the JVM.
 * Each test has a chroot of its own there, and so a tree and fleets of its own; tests that stop a server or break its
 * sessions use {@link TemporaryZooKeeper}.
 */
public final class SharedZooKeeper {

    private static final AtomicLong CHROOTS = new AtomicLong();

    private SharedZooKeeper() {}

    private static final class Shared {
        static final TemporaryZooKeeper SERVER = start();

        private static TemporaryZooKeeper start() {
            try {
                TemporaryZooKeeper server = TemporaryZooKeeper.forManyTests();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server), "shared-zookeeper"));
                return server;
            } catch (Exception e) {
                throw new IllegalStateException("the shared ZooKeeper does not start", e);
            }
        }

        private static void close(TemporaryZooKeeper server) {
            try {
                server.close();
            } catch (Exception e) {
                throw new IllegalStateException("the shared ZooKeeper does not stop", e);
            }
        }
    }

    /** Returns a connect string with a chroot, such as {@code 127.0.0.1:33123/test-17}, that no one had before. */
    public static String newConnectString() {
        return servers() + "/test-" + CHROOTS.incrementAndGet();
    }

    /** Returns the server's address without a chroot. */
    public static String servers() {
        return Shared.SERVER.getConnectString();
    }

    /** Sessions may be as short as a second and as long as a minute. Texts: Curator writes them into a file of properties. */
    static Map<String, Object> settings() {
        return Map.of("minSessionTimeout", "1000", "maxSessionTimeout", "60000");
    }
}
