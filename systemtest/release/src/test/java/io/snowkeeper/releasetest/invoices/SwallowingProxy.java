package io.snowkeeper.releasetest.invoices;

import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A proxy in front of a server that passes everything on, until the server has sent a certain word: its client receives
 * neither that nor anything later. So the server has done something, and the client does not know.
 */
final class SwallowingProxy implements AutoCloseable {

    private final InetSocketAddress server;
    private final String word;
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch swallowed = new CountDownLatch(1);

    SwallowingProxy(InetSocketAddress server, String word) throws IOException {
        this.server = server;
        this.word = word;
        start(this::accept);
    }

    private interface Work {
        void run() throws IOException;
    }

    /** An exception means that its socket was closed. */
    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // One of both sides has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket onward = new Socket(server.getAddress(), server.getPort());
            sockets.addAll(List.of(client, onward));
            start(() -> pass(client, onward, ""));
            start(() -> pass(onward, client, word));
        }
    }

    private void pass(Socket from, Socket to, String until) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[64 * 1024];
        String before = "";
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            String said = before + new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
            if (!until.isEmpty() && said.contains(until)) {
                swallowed.countDown();
            }
            if (until.isEmpty() || swallowed.getCount() > 0) {
                out.write(buffer, 0, length);
            }
            // The word may come in two parts.
            before = said.substring(Math.max(0, said.length() - until.length()));
        }
        to.shutdownOutput();
    }

    /** Waits until the server has said the word. */
    void awaitSwallowed() throws InterruptedException, IOException {
        if (!swallowed.await(Patience.LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new IOException("the server has not said " + word);
        }
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
