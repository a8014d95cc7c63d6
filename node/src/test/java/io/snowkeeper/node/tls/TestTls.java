package io.snowkeeper.node.tls;

import io.snowkeeper.testkit.tls.TestCa;
import java.util.Optional;

/** The settings of nodes and clients for a test's certificates. */
public final class TestTls {

    private TestTls() {}

    /** Returns a node that shows a certificate, and wants none. */
    public static TlsSettings showing(TestCa.Issued identity) {
        return new TlsSettings(identity.certificate(), identity.key());
    }

    /** Returns a client that trusts a CA and presents nothing. */
    public static ClientTls trusting(TestCa ca) {
        return new ClientTls(Optional.of(ca.file()), Optional.empty(), Optional.empty());
    }

    /** Returns a client that trusts a CA and presents a certificate. */
    public static ClientTls trusting(TestCa ca, TestCa.Issued identity) {
        return new ClientTls(Optional.of(ca.file()), Optional.of(identity.certificate()), Optional.of(identity.key()));
    }
}
