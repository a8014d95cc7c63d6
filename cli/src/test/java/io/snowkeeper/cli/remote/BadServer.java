package io.snowkeeper.cli.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that answers each connection's first line as a test says, whatever it asks. */
final class BadServer implements AutoCloseable {

    /** What it does with a connection. */
    @FunctionalInterface
    interface Answering {
        void answer(OutputStream out) throws Exception;
    }

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    BadServer(Answering answering) throws IOException {
        Thread thread = new Thread(() -> serve(answering), "bad-server");
        thread.setDaemon(true);
        thread.start();
    }

    static BadServer answering(String text) throws IOException {
        return new BadServer(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Answers so, and a byte again and again, with a pause after each; without an end. */
    static BadServer endless(String start, long pauseMillis) throws IOException {
        byte[] more = " ".repeat(pauseMillis == 0 ? 65_536 : 1).getBytes(StandardCharsets.UTF_8);
        return new BadServer(out -> {
            out.write(start.getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write(more);
                out.flush();
                Thread.sleep(pauseMillis);
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
                client.getInputStream().read();
                answering.answer(client.getOutputStream());
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
