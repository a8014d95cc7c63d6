package io.snowkeeper.loadtest.lines;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.X509KeyManager;

/** A server over TLS that answers each line by a short one, and counts how often it needed its key. */
final class TlsServer implements AutoCloseable {

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger keyUses = new AtomicInteger();
    private final AtomicLong answers = new AtomicLong();
    private final SSLServerSocket server;
    private final Path ca;

    TlsServer(Path folder, String version) throws Exception {
        TestCa authority = TestCa.in(folder, "ca");
        ca = authority.file();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {
                    counting((X509KeyManager) authority.issue("server").keyManagers()[0])
                },
                null,
                null);
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        server.setEnabledProtocols(new String[] {version});
        executor.execute(this::accept);
    }

    private X509KeyManager counting(X509KeyManager manager) {
        return (X509KeyManager) Proxy.newProxyInstance(
                TlsServer.class.getClassLoader(), new Class<?>[] {X509KeyManager.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getPrivateKey")) {
                        keyUses.incrementAndGet();
                    }
                    return method.invoke(manager, arguments);
                });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Returns the file of what its certificate is signed by. */
    Path ca() {
        return ca;
    }

    int connections() {
        return connections.get();
    }

    int keyUses() {
        return keyUses.get();
    }

    long answers() {
        return answers.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                connections.incrementAndGet();
                executor.execute(() -> answer(client));
            }
        } catch (IOException e) {
            // Closed at the end of the test.
        }
    }

    private void answer(Socket client) {
        try (client;
                BufferedReader reader = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
            while (reader.readLine() != null) {
                answers.incrementAndGet();
                client.getOutputStream().write("ok\n".getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The load has ended.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        executor.shutdownNow();
    }
}
