package io.snowkeeper.node.tls.handshake;

import java.security.cert.CertificateException;

/**
 * The refusal of a client's certificate; the message is a sentence's end, such as {@code its certificate has expired}.
 */
public final class RefusedCertificateException extends CertificateException {

    private static final long serialVersionUID = 1L;

    public RefusedCertificateException(String message, Throwable cause) {
        super(message, cause);
    }
}
