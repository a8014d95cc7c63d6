package io.snowkeeper.cli.process;

import static org.awaitility.Awaitility.await;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.curator.test.InstanceSpec;

/** A ZooKeeper in a process of its own, from the packaged program: over TLS alone, and for clients with a certificate. */
final class SecureZooKeeper implements AutoCloseable {

    private final Path folder;
    private final int port;
    private final Path configuration;

    private Process process;

    private SecureZooKeeper(Path folder, int port, Path configuration) {
        this.folder = folder;
        this.port = port;
        this.configuration = configuration;
    }

    /** Starts one, and makes the certificates that it and its clients need. */
    static SecureZooKeeper start(Path folder) throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
        sign(authority, "zookeeper", folder);
        sign(authority, "node", folder);
        int port = InstanceSpec.getRandomPort();
        Path configuration = Files.write(
                folder.resolve("zoo.cfg"),
                List.of(
                        "secureClientPort=" + port,
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "ssl.keyStore.location=" + folder.resolve("zookeeper.pem"),
                        "ssl.trustStore.location=" + folder.resolve("ca.pem"),
                        "dataDir=" + folder.resolve("zookeeper-data"),
                        "tickTime=500",
                        "admin.enableServer=false"));
        SecureZooKeeper made = new SecureZooKeeper(folder, port, configuration);
        made.restart();
        return made;
    }

    private static void sign(X509Bundle authority, String name, Path folder) throws Exception {
        X509Bundle signed = new CertificateBuilder()
                .subject("CN=" + name)
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
        Files.writeString(
                folder.resolve(name + ".pem"), signed.getCertificatePathPEM() + "\n" + signed.getPrivateKeyPEM());
    }

    /** Returns what a client is given to reach it. */
    List<String> options() {
        return List.of(
                "--zookeeper",
                "127.0.0.1:" + port,
                "--zookeeper-tls-ca",
                folder.resolve("ca.pem").toString(),
                "--zookeeper-tls-keystore",
                folder.resolve("node.pem").toString());
    }

    /** Starts it again at the same port, with the same data. */
    void restart() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("snowkeeper.jar"),
                        "org.apache.zookeeper.server.ZooKeeperServerMain",
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("zookeeper.log").toFile()))
                .start();
        await("ZooKeeper, its log is " + folder.resolve("zookeeper.log"))
                .atMost(NodeProcess.PATIENCE)
                .failFast("ZooKeeper ended", () -> !process.isAlive())
                .until(this::listens);
    }

    void stop() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
