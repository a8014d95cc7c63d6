package io.snowkeeper.node.tls.handshake;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.net.ConnectionRegistry;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a connection's client, as far as a port knows. It is the name in the certificate that the client has
 * shown, or else its address. A client behind a proxy is recognized where the proxy declares it. Thread-safe.
 */
public final class Subject implements Supplier<Optional<String>> {

    /** The most characters of a subject; longer ones are cut. */
    static final int MAX_LENGTH = 256;

    private static final int DOTS = 3;

    private final Channel channel;

    /** Empty if unknown, null if it was not looked up. */
    private volatile @Nullable String text;

    public Subject(Channel channel) {
        this.channel = channel;
    }

    /**
     * Returns the subject, empty if unknown. It is looked up once, for the first request: before that, the client need
     * not have sent its certificate.
     */
    @Override
    public Optional<String> get() {
        String found = text;
        if (found == null) {
            found = named().or(this::address).map(Subject::shortened).orElse("");
            text = found;
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** As long as a subject may be, dots included, and nothing in it that acts. */
    private static String shortened(String text) {
        String safe = PrintableText.of(text);
        return safe.length() <= MAX_LENGTH ? safe : PrintableText.of(safe, MAX_LENGTH - DOTS);
    }

    private Optional<String> named() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(tls.engine().getSession().getPeerPrincipal()).map(Principal::getName);
        } catch (SSLPeerUnverifiedException e) {
            // It has shown none.
            return Optional.empty();
        }
    }

    private Optional<String> address() {
        return ConnectionRegistry.addressOf(channel) instanceof InetSocketAddress remote && remote.getAddress() != null
                ? Optional.of(remote.getAddress().getHostAddress())
                : Optional.empty();
    }
}
