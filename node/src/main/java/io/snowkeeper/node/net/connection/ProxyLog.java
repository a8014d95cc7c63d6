package io.snowkeeper.node.net.connection;

import io.snowkeeper.coordinator.log.RepeatLimit;
import io.snowkeeper.core.text.PrintableText;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of connections of proxies that do not name their clients: a line each, but at most one a minute for the same
 * address and reason. Thread-safe.
 */
final class ProxyLog {

    private static final Logger log = LoggerFactory.getLogger(ProxyLog.class);

    private final RepeatLimit repeats;

    /** @param nanos a clock that never goes back */
    ProxyLog(LongSupplier nanos) {
        repeats = new RepeatLimit(nanos);
    }

    /** @param reason may contain the other side's input */
    void refused(String port, @Nullable SocketAddress proxy, String reason) {
        String host =
                proxy instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : String.valueOf(proxy);
        String printable = PrintableText.of(reason);
        repeats.admit(host + " " + port + " " + printable)
                .ifPresent(skipped -> log.warn(
                        "PROXY protocol: no connection from {} on the {} port: {}; connections from --proxy-protocol-from must begin with the header{}",
                        host,
                        port,
                        printable,
                        RepeatLimit.timesMore(skipped)));
    }
}
