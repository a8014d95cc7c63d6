package io.snowkeeper.node.tls.handshake;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.snowkeeper.coordinator.log.RepeatLimit;
import io.snowkeeper.core.text.PrintableText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of handshakes that fail, and why: a line each, but at most one a minute for the same address and reason, and
 * a bounded number in all, so that a port scanner does not fill the log. Thread-safe.
 */
public final class HandshakeLog {

    private static final Logger log = LoggerFactory.getLogger(HandshakeLog.class);

    private static final String TIMED_OUT =
            "no handshake within %s s".formatted(TimeUnit.MILLISECONDS.toSeconds(TlsPolicy.HANDSHAKE_TIMEOUT_MILLIS));

    /** The JDK's message; later ones put the name of an alert before it. */
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private static final String CROWDED =
            "too many handshakes are under way, most of them with this address; its oldest is ended";

    private final RepeatLimit repeats;

    /** @param nanos a clock that never goes back */
    public HandshakeLog(LongSupplier nanos) {
        repeats = new RepeatLimit(nanos);
    }

    void failed(String port, @Nullable SocketAddress client, Throwable cause) {
        if (isCut(cause)) {
            // As health checks and scanners do that only connect.
            log.debug("TLS: {} left the {} port within the handshake", hostOf(client), port);
            return;
        }
        // Part of it may be the client's input.
        warn(port, hostOf(client), PrintableText.of(reason(cause)));
    }

    /** Logs that a handshake was ended since too many are under way. */
    void crowded(String port, @Nullable SocketAddress client) {
        warn(port, hostOf(client), CROWDED);
    }

    private void warn(String port, String host, String reason) {
        repeats.admit(host + " " + port + " " + reason)
                .ifPresent(skipped -> log.warn(
                        "TLS: no connection from {} on the {} port: {}{}",
                        host,
                        port,
                        reason,
                        RepeatLimit.timesMore(skipped)));
    }

    private static String hostOf(@Nullable SocketAddress client) {
        return client instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : String.valueOf(client);
    }

    /** Returns whether it is the connection that failed, and not the handshake. */
    private static boolean isCut(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof GeneralSecurityException) {
                // Below it is the problem with a certificate, such as a malformed one.
                return false;
            }
            if (cause instanceof IOException && !(cause instanceof SSLException)) {
                return true;
            }
        }
        return false;
    }

    private static String reason(Throwable cause) {
        if (find(cause, NotSslRecordException.class) != null) {
            return "it does not speak TLS";
        }
        if (find(cause, SslHandshakeTimeoutException.class) != null) {
            return TIMED_OUT;
        }
        RefusedCertificateException refused = find(cause, RefusedCertificateException.class);
        if (refused != null) {
            return String.valueOf(refused.getMessage());
        }
        String message = String.valueOf(cause.getMessage());
        return message.endsWith(NO_CERTIFICATE)
                ? "it presents no certificate that a CA for clients has signed"
                : message;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
