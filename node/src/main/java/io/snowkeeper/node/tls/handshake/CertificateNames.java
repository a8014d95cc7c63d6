package io.snowkeeper.node.tls.handshake;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.snowkeeper.node.security.CertificateName;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * The names in the certificate that a connection's client has shown, and that the CAs for clients vouch for: its subject, and its
 * alternative names. None before the handshake, and where no certificate is wanted.
 */
public final class CertificateNames implements Supplier<List<String>> {

    /** The kinds of alternative names that count, by their numbers in RFC 5280. */
    private static final Map<Integer, String> KINDS = Map.of(1, "EMAIL", 2, "DNS", 6, "URI", 7, "IP");

    private final Channel channel;

    public CertificateNames(Channel channel) {
        this.channel = channel;
    }

    @Override
    public List<String> get() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return List.of();
        }
        try {
            Certificate[] shown = tls.engine().getSession().getPeerCertificates();
            return shown.length > 0 && shown[0] instanceof X509Certificate first ? namesIn(first) : List.of();
        } catch (SSLPeerUnverifiedException e) {
            // It has shown none.
            return List.of();
        }
    }

    static List<String> namesIn(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        names.add(CertificateName.of(certificate.getSubjectX500Principal()));
        try {
            Collection<List<?>> others = certificate.getSubjectAlternativeNames();
            for (List<?> other : others == null ? List.<List<?>>of() : others) {
                String kind = KINDS.get((Integer) other.get(0));
                if (kind != null && other.get(1) instanceof String name) {
                    names.add(CertificateName.of(kind, name));
                }
            }
        } catch (CertificateParsingException e) {
            // Then it has those names that could be read.
            return names;
        }
        return names;
    }
}
