package io.snowkeeper.testkit.wire;

import io.snowkeeper.testkit.tls.TestCa.Issued;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/**
 * A line between a client and ZooKeeper that can be cut, held up, or made to lose the answer to a request that the server
 * has carried out. Both directions are packets: a length, and that many bytes.
 */
public final class Wire implements AutoCloseable {

    private static final int NOTHING = Integer.MIN_VALUE;

    /** As ZooDefs.OpCode names them. */
    public static final int CREATE = 1;

    public static final int CREATE2 = 15;
    public static final int GET_CHILDREN = 8;
    public static final int GET_CHILDREN2 = 12;
    public static final int GET_DATA = 4;
    public static final int SET_DATA = 5;
    public static final int MULTI = 14;

    private final ServerSocket listening;
    private final Set<Line> lines = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private final AtomicInteger answersLost = new AtomicInteger();

    private volatile byte[] connectResponse = {};
    private volatile Set<Integer> lossy = Set.of();
    private volatile int holding = NOTHING;
    private volatile int losingFrom = NOTHING;
    private volatile List<Integer> losing = List.of();
    private volatile int answersToLoseLater;
    private volatile int serverPort;
    private volatile boolean cut;
    private volatile boolean held;

    private Wire(int serverPort, ServerSocket listening) {
        this.serverPort = serverPort;
        this.listening = listening;
    }

    public static Wire to(int serverPort) throws IOException {
        return to(serverPort, ServerSocketFactory.getDefault());
    }

    /** Returns one on whose client's side is TLS, with a certificate, as if it were the server's. */
    public static Wire withTls(int serverPort, Issued certificate) throws IOException, GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(certificate.keyManagers(), null, null);
        return to(serverPort, tls.getServerSocketFactory());
    }

    private static Wire to(int serverPort, ServerSocketFactory sockets) throws IOException {
        Wire wire = new Wire(serverPort, sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        daemon(wire::accept);
        return wire;
    }

    /** Returns its end twice: ZooKeeper's clients wait for a second before they try all servers again. */
    public String connectString() {
        String end = "127.0.0.1:" + listening.getLocalPort();
        return end + "," + end;
    }

    /** Ends the session of the last connection, as the server does with one that is silent for too long, and breaks the connection. */
    public void expireSession() throws Exception {
        ByteBuffer response = ByteBuffer.wrap(connectResponse);
        int protocolVersionAndTimeout = 2 * Integer.BYTES;
        long session = response.getLong(protocolVersionAndTimeout);
        byte[] password = new byte
                [response.position(protocolVersionAndTimeout + Long.BYTES).getInt()];
        response.get(password);
        // A client that came back meanwhile would take the session over from us, who could not end it any more.
        boolean before = cut;
        cut = true;
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper other = new ZooKeeper(
                "127.0.0.1:" + serverPort,
                10_000,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                session,
                password);
        connected.await();
        other.close();
        cut = before;
        lines.forEach(Line::close);
    }

    /** Loses the answers to the next requests of one of these kinds, and the connection with each. */
    public void loseAnswers(int count, Integer... operations) {
        lossy = Set.of(operations);
        answersToLose.set(count);
    }

    /**
     * Loses the answer to the next request of this kind, as {@link #loseAnswers} does, and those to all later requests.
     */
    public void loseAnswersFrom(int operation, int count, Integer... operations) {
        losing = List.of(operations);
        answersToLoseLater = count;
        losingFrom = operation;
    }

    public int answersLost() {
        return answersLost.get();
    }

    /** Leads new connections to another server. */
    public void leadTo(int otherPort) {
        serverPort = otherPort;
    }

    /** Breaks the connections, and lets none be made. */
    public void cut() {
        cut = true;
        lines.forEach(Line::close);
    }

    /** Lets nothing through any more; the connections stay. */
    public void hold() {
        held = true;
    }

    /** Holds up the next request of this kind, and all later ones. */
    public void holdFrom(int operation) {
        holding = operation;
    }

    public boolean isHeld() {
        return held;
    }

    /** Passes held-up requests, and allows new connections. */
    public void heal() {
        cut = false;
        held = false;
        synchronized (this) {
            notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
        heal();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (cut) {
                    client.close();
                } else {
                    open(client);
                }
            } catch (IOException e) {
                // The server is down: the client sees its connection closed.
            }
        }
    }

    private void open(Socket client) throws IOException {
        try {
            Line line = new Line(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
            lines.add(line);
            if (cut) {
                // Meanwhile.
                line.close();
            }
            daemon(line::carryRequests);
            daemon(line::carryAnswers);
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private synchronized void awaitHealed() {
        try {
            while (held) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection. */
    private final class Line {

        private final Socket client;
        private final Socket server;
        private final Set<Integer> unanswered = ConcurrentHashMap.newKeySet();

        Line(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void carryRequests() {
            boolean connectRequest = true;
            try (DataInputStream in = new DataInputStream(client.getInputStream());
                    DataOutputStream out = new DataOutputStream(server.getOutputStream())) {
                while (true) {
                    byte[] packet = read(in);
                    if (!connectRequest) {
                        noteRequest(ByteBuffer.wrap(packet));
                        awaitHealed();
                    }
                    connectRequest = false;
                    write(out, packet);
                }
            } catch (IOException e) {
                close();
            }
        }

        void carryAnswers() {
            boolean first = true;
            try (DataInputStream in = new DataInputStream(server.getInputStream());
                    DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
                while (true) {
                    byte[] packet = read(in);
                    if (!first && unanswered.contains(ByteBuffer.wrap(packet).getInt())) {
                        answersLost.incrementAndGet();
                        close();
                        return;
                    }
                    if (first) {
                        connectResponse = packet;
                        first = false;
                    }
                    write(out, packet);
                }
            } catch (IOException e) {
                close();
            }
        }

        /** A request begins with its number and its kind, an answer with the number. */
        private void noteRequest(ByteBuffer packet) {
            int number = packet.getInt();
            int operation = packet.getInt();
            if (operation == holding) {
                holding = NOTHING;
                held = true;
            }
            if (operation == losingFrom) {
                losingFrom = NOTHING;
                lossy = Set.copyOf(losing);
                answersToLose.set(answersToLoseLater);
            }
            if (lossy.contains(operation) && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                unanswered.add(number);
            }
        }

        private byte[] read(DataInputStream in) throws IOException {
            byte[] packet = new byte[in.readInt()];
            in.readFully(packet);
            awaitHealed();
            return packet;
        }

        private void write(DataOutputStream out, byte[] packet) throws IOException {
            out.write(ByteBuffer.allocate(Integer.BYTES + packet.length)
                    .putInt(packet.length)
                    .put(packet)
                    .array());
        }

        void close() {
            lines.remove(this);
            closeQuietly(client);
            closeQuietly(server);
        }

        private void closeQuietly(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed as far as we are concerned.
            }
        }
    }
}
