package io.snowkeeper.node.tls.handshake;

import java.time.Duration;
import java.util.List;

/** The policy of TLS: versions, ciphers and times. */
public final class TlsPolicy {

    public static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /** With forward secrecy and authenticated encryption only; those with hardware support in every processor come first. */
    public static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    /**
     * How long a session may be resumed, in seconds. A resumed one is not asked for its certificate again, so this is how
     * long an expired one may be of use.
     */
    public static final long SESSION_SECONDS = 600;

    static final int HANDSHAKE_TIMEOUT_MILLIS = 10_000;

    /** How long a record may take from its first byte on. */
    static final Duration RECORD_TIMEOUT = Duration.ofSeconds(10);

    private TlsPolicy() {}
}
