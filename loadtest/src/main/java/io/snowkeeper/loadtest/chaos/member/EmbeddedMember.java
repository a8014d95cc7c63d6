package io.snowkeeper.loadtest.chaos.member;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Layout;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A program that is an embedded member of a fleet, and serves its ids by a node's line protocol to the clients of
 * chaos. It takes the options of {@code serve}, as far as a member has them; at SIGTERM it hands its worker id back.
 */
public final class EmbeddedMember {

    private static final int BACKLOG = 50;

    private EmbeddedMember() {}

    /** Takes pairs of an option and its value. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        int port = Integer.parseInt(option(options, "--port"));
        LeasedIds ids = LeasedIds.join(
                option(options, "--zookeeper"),
                LeasedIdsOptions.builder(option(options, "--name"))
                        .layout(Layout.parse(option(options, "--layout"), Layout.DEFAULT_EPOCH))
                        .window(millis(options, "--window"))
                        .maxSkew(millis(options, "--max-skew"))
                        .sessionTimeout(millis(options, "--session-timeout"))
                        .stateDirectory(Path.of(option(options, "--state-dir")))
                        .joinWait(Duration.ZERO)
                        .build());
        Runtime.getRuntime().addShutdownHook(new Thread(ids::close));
        try (ServerSocket server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> AskedMember.answer(client, ids));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static String option(Map<String, String> options, String name) {
        return requireNonNull(options.get(name), name);
    }

    /** Such as {@code 4000ms}. */
    private static Duration millis(Map<String, String> options, String name) {
        return Duration.ofMillis(Long.parseLong(option(options, name).replace("ms", "")));
    }
}
