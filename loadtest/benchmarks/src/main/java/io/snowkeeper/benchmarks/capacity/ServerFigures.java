package io.snowkeeper.benchmarks.capacity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A ZooKeeper server's own figures. */
final class ServerFigures {

    private static final Pattern ZXID = Pattern.compile("(?m)^Zxid: 0x([0-9a-f]+)$");

    /** The upper half of a transaction's id counts leaders. */
    private static final long TRANSACTIONS = 0xffff_ffffL;

    private ServerFigures() {}

    /** Returns how many transactions a server has logged under its present leader: writes, sessions that began or ended, writes that were refused. */
    static long transactions(InetSocketAddress server) throws IOException {
        Matcher zxid = ZXID.matcher(ask(server, "srvr"));
        if (!zxid.find()) {
            throw new IOException("no Zxid in what the server tells");
        }
        return Long.parseLong(zxid.group(1), 16) & TRANSACTIONS;
    }

    /** Returns a figure of {@code mntr}, such as {@code zk_znode_count}. */
    static long figure(InetSocketAddress server, String name) throws IOException {
        return ask(server, "mntr")
                .lines()
                .filter(line -> line.startsWith(name + "\t"))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("no " + name + " in what the server tells"));
    }

    private static String ask(InetSocketAddress server, String command) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.getOutputStream().write(command.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
