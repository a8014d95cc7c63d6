package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network of this machine's own, with a host for each ZooKeeper server, in which any host can be cut off from any other.
 * Hosts are Linux network namespaces on one bridge, their addresses those that are set aside for tests (RFC 2544). Making it
 * needs root and {@code ip}.
 */
public final class Network implements AutoCloseable {

    private static final int SUBNETS = 256;

    private final int subnet;
    private final int hosts;

    /** The commands that undo the setup, the last first. */
    private final Deque<List<String>> undoing = new ArrayDeque<>();

    private Network(int subnet, int hosts) {
        this.subnet = subnet;
        this.hosts = hosts;
    }

    /** @throws IOException if the system does not allow it; carries the output of {@code ip} */
    static Network create(int hosts) throws IOException {
        Network network = new Network(freeSubnet(hosts), hosts);
        try {
            network.build();
            return network;
        } catch (IOException e) {
            network.close();
            throw new IOException("a network for ZooKeeper's servers cannot be made: " + e.getMessage(), e);
        }
    }

    private static int freeSubnet(int hosts) throws IOException {
        int start = (int) (ProcessHandle.current().pid() % SUBNETS);
        for (int i = 0; i < SUBNETS; i++) {
            int subnet = (start + i) % SUBNETS;
            if (isFree(subnet, hosts)) {
                return subnet;
            }
        }
        throw new IOException("all networks from 198.18.0.0/24 to 198.18.255.0/24 are in use");
    }

    /** A process that was killed while it made a network, or took it down, has left a part of it. */
    private static boolean isFree(int subnet, int hosts) throws IOException {
        // Java does not list an interface that has no address yet.
        return isNoInterface(bridge(subnet))
                && NetworkInterface.getByInetAddress(InetAddress.getByName(gateway(subnet))) == null
                && IntStream.range(0, hosts)
                        .mapToObj(host -> name(subnet, host))
                        .allMatch(name -> isNoInterface(name) && Files.notExists(Path.of("/run/netns", name)));
    }

    private static boolean isNoInterface(String name) {
        return Files.notExists(Path.of("/sys/class/net", name));
    }

    private static String gateway(int subnet) {
        return "198.18.%s.254".formatted(subnet);
    }

    private void build() throws IOException {
        Shell.run("ip", "link", "add", bridge(), "type", "bridge");
        undoing.push(List.of("ip", "link", "delete", bridge()));
        Shell.run("ip", "address", "add", gateway(subnet) + "/24", "dev", bridge());
        Shell.run("ip", "link", "set", bridge(), "up");
        for (int host = 0; host < hosts; host++) {
            String name = name(host);
            Shell.run("ip", "netns", "add", name);
            undoing.push(List.of("ip", "netns", "delete", name));
            Shell.run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
            // The system takes it down with the namespace, but some time after that.
            undoing.push(List.of("ip", "link", "delete", name));
            Shell.run("ip", "link", "set", name, "master", bridge(), "up");
            inside(host, "ip", "address", "add", address(host) + "/24", "dev", "eth0");
            inside(host, "ip", "link", "set", "eth0", "up");
            inside(host, "ip", "link", "set", "lo", "up");
        }
    }

    /** Returns the address of a host; hosts count from 0. */
    String address(int host) {
        return "198.18.%s.%s".formatted(subnet, host + 1);
    }

    /** Returns the prefix of a command that runs it on that host. */
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /**
     * Cuts a host off from the others, until {@link #mend}. The hosts are not informed; clients outside still reach it.
     */
    public void isolate(int host) throws IOException {
        for (int other = 0; other < hosts; other++) {
            if (other != host) {
                cut(host, other);
            }
        }
    }

    /** Cuts all hosts off from each other. */
    public void split() throws IOException {
        for (int host = 0; host < hosts; host++) {
            isolate(host);
        }
    }

    private void cut(int one, int other) throws IOException {
        inside(one, "ip", "route", "replace", "blackhole", address(other));
        inside(other, "ip", "route", "replace", "blackhole", address(one));
    }

    /** Lets everything through again between all hosts. */
    public void mend() throws IOException {
        for (int host = 0; host < hosts; host++) {
            inside(host, "ip", "route", "flush", "type", "blackhole");
        }
    }

    private void inside(int host, String... command) throws IOException {
        List<String> whole = new ArrayList<>(on(host));
        whole.addAll(List.of(command));
        Shell.run(whole.toArray(String[]::new));
    }

    private String bridge() {
        return bridge(subnet);
    }

    private static String bridge(int subnet) {
        return "snowkeeper" + subnet;
    }

    private String name(int host) {
        return name(subnet, host);
    }

    private static String name(int subnet, int host) {
        return "zk%s-%s".formatted(subnet, host + 1);
    }

    /** Takes it down, as far as it was made. Processes on its hosts must have ended. */
    @Override
    public void close() {
        while (!undoing.isEmpty()) {
            try {
                Shell.run(undoing.pop().toArray(String[]::new));
            } catch (IOException e) {
                // It is gone already.
            }
        }
    }
}
