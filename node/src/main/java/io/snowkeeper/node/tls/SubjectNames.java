package io.snowkeeper.node.tls;

import io.snowkeeper.core.text.PrintableText;
import java.security.cert.X509Certificate;

/** The names of certificates in the log. */
final class SubjectNames {

    private static final int MAX_LENGTH = 200;

    private SubjectNames() {}

    /** Returns the subject on one line of bounded length: a client's certificate may contain any text. */
    static String of(X509Certificate certificate) {
        return PrintableText.of(certificate.getSubjectX500Principal().getName(), MAX_LENGTH);
    }
}
