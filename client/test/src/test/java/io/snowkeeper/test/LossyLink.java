package io.snowkeeper.test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A link to a node that can lose its answers, or be cut. */
final class LossyLink implements AutoCloseable {

    /** The fate of lines. */
    private enum State {
        WHOLE,
        /** Requests arrive, and answers do not, but those to greetings. */
        LOSES_ANSWERS,
        /** No connection is made, and none is left. */
        CUT
    }

    private final ServerSocket listener;
    private final int nodePort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lost = new AtomicInteger();
    private volatile State state = State.WHOLE;

    LossyLink(int nodePort) {
        this.nodePort = nodePort;
        try {
            this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    void loseAnswers() {
        lost.set(0);
        state = State.LOSES_ANSWERS;
    }

    void cut() {
        state = State.CUT;
        closeAll();
    }

    /** Waits, where answers were to be lost, until one was: what was asked is done then, and not given up. */
    void heal() {
        await().until(() -> state != State.LOSES_ANSWERS || lost.get() > 0);
        state = State.WHOLE;
        // Callers that wait for a lost answer wait no longer.
        closeAll();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket node = new Socket(InetAddress.getLoopbackAddress(), nodePort);
                open.add(client);
                open.add(node);
                if (state == State.CUT) {
                    closeAll();
                }
                daemon(() -> relay(client, node, false));
                daemon(() -> relay(node, client, true));
            } catch (IOException e) {
                // Closed by the test.
                return;
            }
        }
    }

    private void relay(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(from.getInputStream(), UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!answers || state == State.WHOLE || line.contains("\"status_ok\"")) {
                    to.getOutputStream().write((line + "\n").getBytes(UTF_8));
                } else {
                    lost.incrementAndGet();
                }
            }
        } catch (IOException e) {
            // One side has gone: the other one is closed as well.
        }
    }

    private void closeAll() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        open.clear();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "lossy-link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeAll();
    }
}
