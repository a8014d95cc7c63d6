package io.snowkeeper.coordinator.zookeeper.sequence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a node and ZooKeeper, and loses answers on demand: requests get through, then the connection is cut. */
final class AnswerCutter implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean losing;

    AnswerCutter(int targetPort) throws IOException {
        target = targetPort;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String connectString() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** From now on answers are lost, until {@link #cut}. */
    void loseAnswers() {
        losing = true;
    }

    /** Closes all connections; answers get through again on new ones. */
    synchronized void cut() {
        open.forEach(AnswerCutter::close);
        open.clear();
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
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
                add(client, upstream);
                start(() -> copy(client, upstream, false));
                start(() -> copy(upstream, client, true));
            }
        } catch (IOException e) {
            // Closed, the only way out.
            cut();
        }
    }

    private void copy(Socket from, Socket to, boolean answers) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!(answers && losing)) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The other side has gone.
        }
        close(from);
        close(to);
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
        cut();
    }
}
