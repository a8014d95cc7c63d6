package io.snowkeeper.loadtest.lines;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.X509KeyManager;

/** A server over TLS that answers each line by a short one, and counts how often it needed its key. */
final class TlsServer implements AutoCloseable {

    private static final char[] PASSWORD = "password".toCharArray();

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger keyUses = new AtomicInteger();
    private final AtomicLong answers = new AtomicLong();
    private final SSLServerSocket server;
    private final Path ca;

    TlsServer(Path folder, String version) throws Exception {
        Path store = folder.resolve("server.p12");
        ca = folder.resolve("server.pem");
        keytool(
                "-genkeypair",
                "-keystore",
                store,
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=server");
        keytool("-exportcert", "-keystore", store, "-alias", "server", "-rfc", "-file", ca);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {counting(keyManager(store))}, null, null);
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        server.setEnabledProtocols(new String[] {version});
        executor.execute(this::accept);
    }

    private static void keytool(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        command.addAll(List.of("-storepass", new String(PASSWORD), "-storetype", "PKCS12"));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("keytool ended with status " + status);
        }
    }

    private static X509KeyManager keyManager(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, PASSWORD);
        return (X509KeyManager) factory.getKeyManagers()[0];
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
