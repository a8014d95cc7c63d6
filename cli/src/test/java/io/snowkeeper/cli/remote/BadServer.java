package io.snowkeeper.cli.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that answers each connection's first line as a test says, regardless of its content. */
final class BadServer implements AutoCloseable {

    /** Its treatment of a connection. */
    @FunctionalInterface
    interface Answering {
        void answer(BufferedReader in, OutputStream out) throws Exception;
    }

    private static final Pattern REQUEST = Pattern.compile(".*\"src\":\"([^\"]+)\".*\"msg_id\":(\\d+).*");

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    BadServer(Answering answering) throws IOException {
        Thread thread = new Thread(() -> serve(answering), "bad-server");
        thread.setDaemon(true);
        thread.start();
    }

    static BadServer answering(String text) throws IOException {
        return new BadServer((in, out) -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Answers so, and a byte again and again, with a pause after each; without an end. */
    static BadServer endless(String start, long pauseMillis) throws IOException {
        byte[] more = " ".repeat(pauseMillis == 0 ? 65_536 : 1).getBytes(StandardCharsets.UTF_8);
        return new BadServer((in, out) -> {
            out.write(start.getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write(more);
                out.flush();
                Thread.sleep(pauseMillis);
            }
        });
    }

    /** Says that it serves, and answers all else with this body, which has a place for the number of the request. */
    static BadServer serving(String body) throws IOException {
        return new BadServer((in, out) -> {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher request = REQUEST.matcher(line);
                if (!request.matches()) {
                    throw new IllegalArgumentException(line);
                }
                String answer = line.contains("\"type\":\"status\"")
                        ? "{\"type\":\"status_ok\",\"draining\":false,\"in_reply_to\":%s}"
                        : body;
                out.write("{\"src\":\"n1\",\"dest\":\"%s\",\"body\":%s}\n"
                        .formatted(request.group(1), answer.formatted(request.group(2)))
                        .getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        });
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    String url() {
        return "http://" + address();
    }

    private void serve(Answering answering) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                in.mark(1);
                in.read();
                in.reset();
                answering.answer(in, client.getOutputStream());
                client.shutdownOutput();
                client.getInputStream().readAllBytes();
            } catch (Exception e) {
                // The client has gone, or the test is over.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
