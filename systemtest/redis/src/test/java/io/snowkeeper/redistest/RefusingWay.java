package io.snowkeeper.redistest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/** A way to a node on which one {@code INCR} is answered by {@code TRYAGAIN}: the first behind that of an unknown name. */
final class RefusingWay implements AutoCloseable {

    private static final byte[] REFUSAL = "-TRYAGAIN the node cannot do it now\r\n".getBytes(ISO_8859_1);

    private final ServerSocket server;
    private final int node;
    private final String unknown;
    private boolean unknownSeen;
    private boolean refused;

    /** Opens it; {@code unknown} is the unknown name. */
    RefusingWay(int node, String unknown) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.node = node;
        this.unknown = unknown;
        start(() -> {
            while (true) {
                connect(server.accept());
            }
        });
    }

    private interface Body {
        void run() throws IOException;
    }

    /** Closing the socket ends it. */
    private static void start(Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (IOException e) {
                        // The thread of the other side closes that side, too.
                    }
                },
                "way");
        thread.setDaemon(true);
        thread.start();
    }

    private void connect(Socket client) throws IOException {
        Socket toNode = new Socket(InetAddress.getLoopbackAddress(), node);
        start(() -> {
            try (client;
                    toNode) {
                toNode.getInputStream().transferTo(client.getOutputStream());
            }
        });
        start(() -> {
            byte[] buffer = new byte[64 * 1024];
            try (client;
                    toNode) {
                for (int n = client.getInputStream().read(buffer);
                        n > 0;
                        n = client.getInputStream().read(buffer)) {
                    if (refuses(new String(buffer, 0, n, ISO_8859_1))) {
                        client.getOutputStream().write(REFUSAL);
                    } else {
                        toNode.getOutputStream().write(buffer, 0, n);
                    }
                }
            }
        });
    }

    private synchronized boolean refuses(String sent) {
        boolean now = unknownSeen && !refused && sent.toUpperCase(Locale.ROOT).contains("INCR");
        refused |= now;
        unknownSeen |= sent.contains(unknown);
        return now;
    }

    synchronized boolean hasRefused() {
        return refused;
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
