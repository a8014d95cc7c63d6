package io.snowkeeper.node.tls;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.node.tls.handshake.HandshakeFigures;
import io.snowkeeper.node.tls.handshake.HandshakeLog;
import io.snowkeeper.node.tls.handshake.HandshakeQueue;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.slf4j.LoggerFactory;

/**
 * TLS on the ports of a node. The files are read again every two seconds; new connections use their content when two
 * looks in a row have found the same, so that files that are being written are left alone. Thread-safe.
 */
public final class ServerTls implements AutoCloseable {

    private static final DefectLog defects = new DefectLog(LoggerFactory.getLogger(ServerTls.class));

    private static final int LOOK_SECONDS = 2;

    /** How many handshakes may be under way: about as many as a thread computes in a second or two. */
    private static final int HANDSHAKES_PER_THREAD = 1024;

    private final TlsSettings settings;
    private final CertificateWatch watch;
    private final HandshakeLog failures = new HandshakeLog(System::nanoTime);
    private final ExecutorService handshakeThreads;
    private final HandshakeQueue handshakes;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("tls-files", true));

    private ServerTls(TlsSettings settings, InstantSource clock) {
        this.settings = settings;
        watch = new CertificateWatch(settings, clock);
        // Not on the event loops: a signature takes as long as thousands of ids.
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        handshakeThreads = Executors.newFixedThreadPool(threads, new DefaultThreadFactory("tls-handshake", true));
        handshakes = new HandshakeQueue(handshakeThreads, threads, threads * HANDSHAKES_PER_THREAD);
    }

    /**
     * Reads the files.
     *
     * @param clock the clock for the expiry of certificates
     * @throws IllegalArgumentException if one cannot be read, is invalid, or the key is that of another certificate;
     *     the message names the file
     */
    public static ServerTls open(TlsSettings settings, InstantSource clock) {
        return new ServerTls(settings, clock);
    }

    /** Begins to look at the files. To be called once. */
    public void start() {
        Future<?> unused = looks.scheduleWithFixedDelay(this::look, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A look that throws anything would be the last one. */
    void look() {
        try {
            watch.look();
        } catch (RuntimeException | Error e) {
            defects.failed(
                    "TLS: the files could not be checked; those in service stay, and the next check is in %s s"
                            .formatted(LOOK_SECONDS),
                    e);
        }
    }

    /** Returns the TLS of the line port's connections. */
    public TlsPort line() {
        return mutual("line");
    }

    /** Returns the TLS of connections of the port for Redis' protocol. */
    public TlsPort redis() {
        return mutual("redis");
    }

    private TlsPort mutual(String port) {
        return new TlsPort(port, () -> watch.contexts().mutual(), handshakes, failures);
    }

    /** Returns the TLS of the HTTP port's connections. */
    public TlsPort http() {
        return settings.clientAuth() == ClientAuth.BOTH
                ? mutual("HTTP")
                : new TlsPort("HTTP", () -> watch.contexts().open(), handshakes, failures);
    }

    /** Returns this node's TLS with other nodes: another object once other files are in service. */
    public SSLContext toNodes() {
        return watch.contexts().toNodes();
    }

    /** Returns when the first certificate of the chain that is in service expires. */
    public Instant certificateExpiry() {
        return watch.identityExpiry();
    }

    /** Returns when the first CA for clients that is in service expires; empty if clients need no certificate. */
    public Optional<Instant> clientCaExpiry() {
        return watch.clientCaExpiry();
    }

    /** Returns the handshakes that are under way on both ports, and were dropped. */
    public HandshakeFigures handshakes() {
        return handshakes.figures();
    }

    /** Ends looking; connections that are open go on, new ones fail. */
    @Override
    public void close() {
        looks.shutdownNow();
        handshakeThreads.shutdown();
    }
}
