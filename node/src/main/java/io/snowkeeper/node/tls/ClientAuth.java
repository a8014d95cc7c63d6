package io.snowkeeper.node.tls;

/** The ports on which a client has to present a certificate, where there is a CA for clients. */
public enum ClientAuth {
    BOTH,
    /** On the line port alone: a health check over HTTP may have no certificate. */
    LINE
}
