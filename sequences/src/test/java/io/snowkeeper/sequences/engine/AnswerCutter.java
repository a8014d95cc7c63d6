package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Stands between a node and ZooKeeper, and loses answers on demand: requests get through, then the connection is cut. */
final class AnswerCutter implements AutoCloseable {

    private final ServerSocket server;
    private final EnsembleAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean losing;
    private volatile boolean hasLost;
    private volatile boolean losingOnceWritten;
    private volatile CountDownLatch writesPass = new CountDownLatch(0);
    private volatile boolean holdsWrite;

    /** @param connectString of a ZooKeeper of one server on this machine */
    AnswerCutter(String connectString) throws IOException {
        target = EnsembleAddress.parse(connectString);
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** The server is named twice: a client that knows one alone waits for a second before it comes back. */
    String connectString() {
        return "127.0.0.1:%1$d,127.0.0.1:%1$d/%2$s".formatted(server.getLocalPort(), target.root());
    }

    /** From now on answers are lost, until {@link #cut}. */
    void loseAnswers() {
        hasLost = false;
        losing = true;
    }

    /** Returns whether an answer was lost since {@link #loseAnswers}. */
    boolean hasLost() {
        return hasLost;
    }

    /** From the next transaction on answers are lost, its own as well, until {@link #cut}. */
    void loseAnswersOnceWritten() {
        losingOnceWritten = true;
    }

    /** From now on a transaction is held back, with the later requests on its connection, until {@link #passWrites}. */
    void holdWrites() {
        writesPass = new CountDownLatch(1);
    }

    /** Returns whether a transaction is held back. */
    boolean holdsWrite() {
        return holdsWrite;
    }

    /** Passes the held-back requests. */
    void passWrites() {
        writesPass.countDown();
    }

    /** Closes all connections; answers get through again on new ones. */
    synchronized void cut() {
        open.forEach(AnswerCutter::close);
        open.clear();
        losingOnceWritten = false;
        losing = false;
    }

    /** Wholly before a cut, which closes it, or after it, when nothing is lost any more. */
    private synchronized void add(Socket client, Socket upstream) {
        open.add(client);
        open.add(upstream);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), port());
                add(client, upstream);
                start(() -> copyRequests(client, upstream));
                start(() -> copyAnswers(upstream, client));
            }
        } catch (IOException e) {
            // Closed, the only way out.
            cut();
        }
    }

    private int port() {
        return Integer.parseInt(target.servers().substring(target.servers().indexOf(':') + 1));
    }

    /** Packets: a length, and that many bytes. */
    private void copyRequests(Socket from, Socket to) {
        try {
            DataInputStream in = new DataInputStream(from.getInputStream());
            DataOutputStream out = new DataOutputStream(to.getOutputStream());
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                if (isTransaction(request)) {
                    if (losingOnceWritten) {
                        losing = true;
                    }
                    holdsWrite = writesPass.getCount() > 0;
                    writesPass.await();
                }
                out.write(ByteBuffer.allocate(Integer.BYTES + request.length)
                        .putInt(request.length)
                        .put(request)
                        .array());
            }
        } catch (IOException | InterruptedException e) {
            // The other side has gone.
        }
        close(from);
        close(to);
    }

    private void copyAnswers(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (losing) {
                    hasLost = true;
                } else {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // The other side has gone.
        }
        close(from);
        close(to);
    }

    /**
     * A request begins with its number, its type, and of a transaction the type of its first operation. One that begins with a
     * check changes nothing.
     */
    private static boolean isTransaction(byte[] request) {
        ByteBuffer begin = ByteBuffer.wrap(request);
        return request.length >= 3 * Integer.BYTES
                && begin.getInt(Integer.BYTES) == OpCode.multi
                && begin.getInt(2 * Integer.BYTES) != OpCode.check;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "answer-cutter");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        passWrites();
        cut();
    }
}
