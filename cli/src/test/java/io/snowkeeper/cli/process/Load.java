package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask for ids without a pause, each on one connection, until that is closed. */
final class Load implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final byte[] REQUEST =
            "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n".getBytes(UTF_8);

    /** Requests on the way at once, on each connection. */
    static final int PIPELINE = 16;

    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Long> ids = new ConcurrentLinkedQueue<>();
    private final Queue<String> cutLines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger issued = new AtomicInteger();

    private Load() {}

    static Load on(InetSocketAddress address, int clients) throws IOException {
        Load load = new Load();
        for (int client = 0; client < clients; client++) {
            Socket socket = new Socket(address.getAddress(), address.getPort());
            socket.setTcpNoDelay(true);
            load.sockets.add(socket);
            Thread thread = new Thread(() -> load.exchange(socket), "load-" + client);
            load.threads.add(thread);
            thread.start();
        }
        return load;
    }

    void awaitIds(int count) {
        await("ids under load").until(() -> issued.get() >= count);
    }

    /** Waits until all connections were closed by the node. */
    void awaitEnd() {
        await("end of the load").until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    int refusals() {
        return refusals.get();
    }

    /** Returns the ids that were given out. */
    List<Long> ids() {
        return List.copyOf(ids);
    }

    /** Returns the lines that had no end, or were no JSON. */
    List<String> cutLines() {
        return List.copyOf(cutLines);
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void exchange(Socket socket) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int request = 0; request < PIPELINE; request++) {
                socket.getOutputStream().write(REQUEST);
            }
            InputStream in = socket.getInputStream();
            byte[] read = new byte[64 * 1024];
            for (int length = in.read(read); length >= 0; length = in.read(read)) {
                for (int i = 0; i < length; i++) {
                    if (read[i] != '\n') {
                        line.write(read[i]);
                        continue;
                    }
                    note(line.toString(UTF_8));
                    line.reset();
                    socket.getOutputStream().write(REQUEST);
                }
            }
        } catch (IOException e) {
            // The node has closed the connection while we were writing; the lines read before count.
        }
        if (line.size() > 0) {
            cutLines.add(line.toString(UTF_8));
        }
    }

    private void note(String line) {
        try {
            JsonNode body = JSON.readTree(line).get("body");
            if (body.has("id")) {
                ids.add(body.get("id").asLong());
                issued.incrementAndGet();
            } else {
                refusals.incrementAndGet();
            }
        } catch (JsonProcessingException e) {
            cutLines.add(line);
        }
    }
}
