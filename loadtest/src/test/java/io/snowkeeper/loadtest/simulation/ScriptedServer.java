package io.snowkeeper.loadtest.simulation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers every line as a node would, with the id that a test wants for the request of that number. */
final class ScriptedServer implements AutoCloseable {

    private static final Pattern MESSAGE_ID = Pattern.compile("\"msg_id\":(\\d+)");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final LongFunction<String> ids;
    private final ServerSocket server;

    /** @param ids the id, as it is written in the answer, by how many requests came before */
    ScriptedServer(LongFunction<String> ids) throws IOException {
        this.ids = ids;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        executor.execute(this::accept);
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    long requests() {
        return requests.get();
    }

    long connections() {
        return connections.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                connections.incrementAndGet();
                executor.execute(() -> answer(client));
            } catch (IOException e) {
                // It was closed.
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client;
                BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher message = MESSAGE_ID.matcher(line);
                String answer =
                        "{\"src\": \"n1\", \"dest\": \"gatling\", \"body\": {\"type\": \"generate_ok\", \"id\": %s, \"in_reply_to\": %s, \"msg_id\": 0}}\n"
                                .formatted(
                                        ids.apply(requests.getAndIncrement()),
                                        message.find() ? message.group(1) : "null");
                client.getOutputStream().write(answer.getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The user has left.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        executor.shutdownNow();
    }
}
