package io.snowkeeper.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A server that follows a test's script, on real sockets. Greets clients as a node does unless the script says
 * otherwise.
 */
public final class FakeServer implements AutoCloseable {

    /** An id that no {@link #honest} one gives. */
    static final long WRONG = 9_000_000_000_000_000_000L;

    private static final int CLOSE_MILLIS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Columns of /proc/net/tcp. */
    private static final int LOCAL_ADDRESS = 1;

    private static final int STATE = 3;
    private static final String ESTABLISHED = "01";

    private final ServerSocket listener;
    private final Script script;
    private final boolean greets;
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final AtomicInteger accepted = new AtomicInteger();

    /** The treatment of a request. */
    @FunctionalInterface
    public interface Script {
        void run(Asked asked) throws Exception;
    }

    private FakeServer(ServerSocket listener, boolean greets, Script script) {
        this.listener = listener;
        this.greets = greets;
        this.script = script;
    }

    public static FakeServer start(Script script) {
        return start(0, true, script);
    }

    /** Starts one whose script answers all, the greetings too. */
    static FakeServer startWithoutGreeting(Script script) {
        return start(0, false, script);
    }

    static FakeServer start(int port, boolean greets, Script script) {
        try {
            return start(new ServerSocket(port, 100, InetAddress.getLoopbackAddress()), greets, script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static FakeServer start(ServerSocket listener, boolean greets, Script script) {
        FakeServer server = new FakeServer(listener, greets, script);
        daemon(server::accept);
        return server;
    }

    /** Gives ids from a counter. */
    public static Script honest(AtomicLong next) {
        return asked -> {
            switch (asked.type()) {
                case "generate" -> asked.ok("\"id\": " + next.incrementAndGet());
                case "generate_batch" ->
                    asked.ok("\"ids\": %s, \"max_sequence\": 0"
                            .formatted(ids(next, asked.body().get("count").asInt())));
                case "generate_sortable" ->
                    asked.ok("\"ids\": [\"%s\"]"
                            .formatted(String.join(
                                    "\", \"",
                                    sortableIds(
                                            next,
                                            asked.body().get("unit").asText(),
                                            asked.body().get("count").asInt()))));
                case "generate_uuid" ->
                    asked.ok("\"ids\": [%s]"
                            .formatted(Stream.generate(
                                            () -> "\"00000000-0000-7000-8000-%012x\"".formatted(next.incrementAndGet()))
                                    .limit(asked.body().get("count").asInt())
                                    .collect(Collectors.joining(","))));
                default -> asked.error(10, "not supported here");
            }
        };
    }

    /** Returns ids that have the unit in their first bytes, and a number in their last ones. */
    private static List<String> sortableIds(AtomicLong next, String unit, int count) {
        long last = next.addAndGet(count);
        return LongStream.rangeClosed(last - count + 1, last)
                .mapToObj(id -> "%08x%024x".formatted(unit.hashCode(), id))
                .toList();
    }

    private static String ids(AtomicLong next, int count) {
        long last = next.addAndGet(count);
        StringBuilder ids = new StringBuilder("[");
        for (long id = last - count + 1; id <= last; id++) {
            ids.append(id).append(id < last ? ", " : "]");
        }
        return ids.toString();
    }

    static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    public String address() {
        return "127.0.0.1:" + port();
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns the bodies of the requests, without greetings. */
    List<JsonNode> requests() {
        return requests;
    }

    /** Returns the tokens that were shown over connections. */
    List<String> tokens() {
        return tokens;
    }

    int openConnections() {
        return open.size();
    }

    int mostOpenConnections() {
        return mostOpen.get();
    }

    int acceptedConnections() {
        return accepted.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                // In this order: an accepted connection is open, unless it has ended.
                open.add(socket);
                accepted.incrementAndGet();
                mostOpen.accumulateAndGet(establishedConnections(), Math::max);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Returns how many the clients keep open, by the kernel: our own threads learn of an end some time after it. */
    private int establishedConnections() throws IOException {
        String localPort = ":%04X".formatted(port());
        int count = 0;
        for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(file))) {
                String[] fields = line.strip().split(" +");
                if (fields[LOCAL_ADDRESS].endsWith(localPort) && fields[STATE].equals(ESTABLISHED)) {
                    count++;
                }
            }
        }
        return count;
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode request = JSON.readTree(line);
                Asked asked = new Asked(request.get("src").asText(), request.get("body"), socket);
                if (greets && asked.type().equals("status")) {
                    asked.greet();
                } else if (greets && asked.type().equals("auth")) {
                    tokens.add(asked.body().get("token").asText());
                    asked.ok("\"subject\": \"billing\"");
                } else {
                    requests.add(asked.body());
                    script.run(asked);
                }
            }
        } catch (Exception e) {
            // The client has gone, or the test closed the server: the test asserts the client's view of that.
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                end(socket);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A socket of TLS reads on for the client's end when it is closed, however long. */
    private static void end(Socket socket) throws IOException {
        try {
            socket.setSoTimeout(CLOSE_MILLIS);
        } catch (SocketException e) {
            // It is closed.
        }
        socket.close();
    }

    /** A request, and the ways to answer it. */
    public record Asked(String src, JsonNode body, Socket socket) {

        public String type() {
            return body.get("type").asText();
        }

        public long msgId() {
            return body.get("msg_id").asLong();
        }

        public void greet() throws IOException {
            ok("\"node\": \"n1\", \"phase\": \"holding\", \"worker_id\": 1, \"problem\": null, \"draining\": false");
        }

        public void ok(String fields) throws IOException {
            raw(answer(type() + "_ok", fields, src, msgId()) + "\n");
        }

        public void error(int code, String text) throws IOException {
            raw(answer("error", "\"code\": %d, \"text\": \"%s\"".formatted(code, text), src, msgId()) + "\n");
        }

        /** Answers error 11 for a reason. */
        public void unavailable(String reason) throws IOException {
            unavailable(reason, "");
        }

        /** As {@link #unavailable}, and says that nothing was begun. */
        public void notBegun(String reason) throws IOException {
            unavailable(reason, ", \"begun\": false");
        }

        private void unavailable(String reason, String more) throws IOException {
            String fields = "\"code\": 11, \"text\": \"not now\", \"reason\": \"%s\"%s".formatted(reason, more);
            raw(answer("error", fields, src, msgId()) + "\n");
        }

        public String answer(String type, String fields, String dest, long inReplyTo) {
            return "{\"src\": \"n1\", \"dest\": \"%s\", \"body\": {\"type\": \"%s\", %s%s\"in_reply_to\": %d, \"msg_id\": 0}}"
                    .formatted(dest, type, fields, fields.isEmpty() ? "" : ", ", inReplyTo);
        }

        public void raw(String text) throws IOException {
            synchronized (socket) {
                socket.getOutputStream().write(text.getBytes(UTF_8));
                socket.getOutputStream().flush();
            }
        }

        /**
         * Ends the connection, with a refusal that answers no request.
         *
         * @param more fields of the refusal, each with a comma before it
         */
        public void end(String reason, String more) throws IOException {
            raw(
                    "{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11, \"text\": \"late\", \"reason\": \"%s\"%s, \"in_reply_to\": null}}\n"
                            .formatted(reason, more));
            hangUp();
        }

        public void hangUp() throws IOException {
            socket.close();
        }
    }
}
